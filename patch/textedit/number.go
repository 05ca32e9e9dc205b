package textedit

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// decimal matches the decimal numbers of YAML, underscores removed.
var decimal = regexp.MustCompile(`^([-+]?)([0-9]*)(?:\.([0-9]*))?([eE][-+]?[0-9]+)?$`)

// readNumber turns the text of a YAML number into the exact value: a
// json.Number, or a float64 for the infinities and NaN, which JSON lacks.
func readNumber(text, tag string) (any, bool) {
	if jsonNumber.MatchString(text) {
		return json.Number(text), true
	}
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case ".inf":
		sign := 1
		if text[0] == '-' {
			sign = -1
		}
		return math.Inf(sign), true
	case ".nan":
		return math.NaN(), true
	}
	plain := strings.ReplaceAll(text, "_", "")
	if tag == "!!int" {
		// Base 0 reads 0x, 0o, 0b and the leading zero of YAML 1.1, as the
		// library does.
		if i, ok := new(big.Int).SetString(plain, 0); ok {
			return json.Number(i.String()), true
		}
		return nil, false
	}
	m := decimal.FindStringSubmatch(plain)
	if m == nil || m[2]+m[3] == "" {
		if f, err := strconv.ParseFloat(plain, 64); err == nil {
			return json.Number(strconv.FormatFloat(f, 'g', -1, 64)), true
		}
		return nil, false
	}
	out := strings.TrimPrefix(m[1], "+") + "0"
	if whole := strings.TrimLeft(m[2], "0"); whole != "" {
		out = strings.TrimPrefix(m[1], "+") + whole
	}
	if m[3] != "" {
		out += "." + m[3]
	}
	return json.Number(out + m[4]), true
}

// exact is a decimal number in one spelling: sign, digits without zeros at
// either end, and the power of ten of the last digit. Numbers are compared in
// this form, since 1e999999999 must not be expanded.
type exact struct {
	negative bool
	digits   string
	exponent string
}

func exactOf(n json.Number) exact {
	text, negative := strings.CutPrefix(string(n), "-")
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return exact{}
	}
	trimmed := strings.TrimRight(digits, "0")
	exponent, ok := new(big.Int).SetString(strings.TrimPrefix(power, "+"), 10)
	if power == "" || !ok {
		exponent = new(big.Int)
	}
	exponent.Add(exponent, big.NewInt(int64(len(digits)-len(trimmed)-len(fraction))))
	return exact{negative, trimmed, exponent.String()}
}

// sameNumber compares by value, digit by digit: 1.0 is 1, and 9007199254740993
// is not 9007199254740992.
func sameNumber(a, b json.Number) bool {
	return a == b || exactOf(a) == exactOf(b)
}

// sameFloat compares a number of the text with a float64 that may have been
// read from it: a text with a fraction or an exponent means the nearest float.
func sameFloat(text json.Number, f float64) bool {
	if sameNumber(text, floatNumber(f)) {
		return true
	}
	if !strings.ContainsAny(string(text), ".eE") {
		return false
	}
	g, err := strconv.ParseFloat(string(text), 64)
	return err == nil && g == f
}

// floatNumber is the shortest spelling that reads back as f.
func floatNumber(f float64) json.Number {
	b, err := json.Marshal(f)
	if err != nil {
		return "0"
	}
	return json.Number(b)
}
