// Package baseline keeps the findings that a catalog is known to have, so that only new ones are reported. It knows
// findings by their fingerprints and counts, never by lines.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/google/renameio/v2"

	"github.com/kartalint/kartalint/rules"
)

// Version is that of the file's shape.
const Version = 1

// maxSize bounds the file.
const maxSize = 64 << 20

// Entry is a known finding: how often a definition has it. Only Fingerprint and Count decide; the rest is for people.
type Entry struct {
	Fingerprint string `json:"fingerprint"`
	Count       int    `json:"count"`
	Rule        string `json:"rule"`
	Definition  string `json:"definition,omitempty"`
	Component   string `json:"component,omitempty"`
	Field       string `json:"field,omitempty"`
	Expression  string `json:"expression,omitempty"`
}

// Baseline is the file's content.
type Baseline struct {
	Version int     `json:"version"`
	Entries []Entry `json:"findings"`
}

// Read loads a baseline. A missing or broken file is an error: taking it for an empty one would let everything pass or
// fail by accident.
func Read(path string) (*Baseline, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %w; --write-baseline makes one", err)
	}
	defer func() { _ = f.Close() }()
	src, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %w", err)
	}
	b, err := Parse(src)
	if err != nil {
		return nil, fmt.Errorf("the baseline %s is broken: %w; write it anew with --write-baseline", path, err)
	}
	return b, nil
}

// Parse reads a baseline from its text.
func Parse(src []byte) (*Baseline, error) {
	if len(src) > maxSize {
		return nil, fmt.Errorf("it is larger than %d bytes", maxSize)
	}
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.DisallowUnknownFields()
	b := &Baseline{}
	if err := dec.Decode(b); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is text after its end")
	}
	if b.Version != Version {
		return nil, fmt.Errorf("its version is %d, this kartalint reads %d", b.Version, Version)
	}
	for _, e := range b.Entries {
		if e.Fingerprint == "" || e.Count < 1 {
			return nil, fmt.Errorf("an entry of %s has no fingerprint or no count", e.Rule)
		}
	}
	return b, nil
}

// Mark marks the findings that the baseline knows as suppressed, each entry as often as it counts and the first in
// order first, and returns the entries that occur less often than they count, with what is left of the count.
func (b *Baseline) Mark(list []rules.Finding) (stale []Entry) {
	left := map[string]int{}
	for _, e := range b.Entries {
		left[e.Fingerprint] += e.Count
	}
	for i := range list {
		f := &list[i]
		if f.Suppressed == nil && left[f.Fingerprint] > 0 {
			left[f.Fingerprint]--
			f.Suppressed = &rules.Suppression{Baseline: true}
		}
	}
	for _, e := range b.Entries {
		if n := left[e.Fingerprint]; n > 0 {
			left[e.Fingerprint] = 0
			e.Count = n
			stale = append(stale, e)
		}
	}
	return stale
}

// Of is the baseline of the findings that no comment suppresses.
func Of(list []rules.Finding) *Baseline {
	b := &Baseline{Version: Version, Entries: []Entry{}}
	at := map[string]int{}
	for _, f := range list {
		if f.Suppressed != nil && !f.Suppressed.Baseline {
			continue
		}
		if i, ok := at[f.Fingerprint]; ok {
			b.Entries[i].Count++
			continue
		}
		at[f.Fingerprint] = len(b.Entries)
		b.Entries = append(b.Entries, Entry{f.Fingerprint, 1, f.Rule.ID, f.Definition, f.Component, f.Field, f.Expression})
	}
	b.sort()
	return b
}

func (b *Baseline) sort() {
	slices.SortFunc(b.Entries, func(x, y Entry) int {
		return cmp.Or(strings.Compare(x.Rule, y.Rule), strings.Compare(x.Definition, y.Definition),
			strings.Compare(x.Component, y.Component), strings.Compare(x.Field, y.Field), strings.Compare(x.Fingerprint, y.Fingerprint))
	})
}

// Shrink is what is written over an old baseline without taking in new findings: every entry of b as often as it still
// occurs, but never more often than old counts it. The second result counts the findings left out.
func (b *Baseline) Shrink(old *Baseline) (*Baseline, int) {
	known := map[string]int{}
	for _, e := range old.Entries {
		known[e.Fingerprint] += e.Count
	}
	out, left := &Baseline{Version: Version, Entries: []Entry{}}, 0
	for _, e := range b.Entries {
		keep := min(e.Count, known[e.Fingerprint])
		left += e.Count - keep
		if e.Count = keep; keep > 0 {
			out.Entries = append(out.Entries, e)
		}
	}
	return out, left
}

// Write replaces the file at path as a whole.
func (b *Baseline) Write(path string) error {
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	if err := renameio.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	return nil
}

// Update writes the baseline of the findings to path. Where a file is there already, findings that it does not know are
// taken in only with acceptNew; the result counts those left out.
func Update(path string, list []rules.Finding, acceptNew bool) (left int, err error) {
	b := Of(list)
	if !acceptNew {
		old, err := Read(path)
		switch {
		case err == nil:
			b, left = b.Shrink(old)
		case !errors.Is(err, fs.ErrNotExist):
			return 0, err
		}
	}
	return left, b.Write(path)
}
