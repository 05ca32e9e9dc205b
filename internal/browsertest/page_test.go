package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Scripts that several tests ask.
const (
	findings = `document.querySelectorAll(".finding").length`
	active   = `document.activeElement.id`
	service  = "d-serving-example-com-service-v1"
)

func TestLoads(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 360} {
			t.Run(fmt.Sprintf("%s %d", scheme, width), func(t *testing.T) {
				p := open(t, report(t, catalogFile(t)), "", look{width, 900, scheme})
				expect(p, `document.title`, "kartalint report")
				expect(p, `document.getElementById("headline").textContent.startsWith("10 paths = 7 addresses + 3 formulas and filters")`, true)
				expect(p, `document.querySelectorAll(".legend li").length`, 4)
				expect(p, findings+` === JSON.parse(document.getElementById("data").textContent).findings.length`, true)
				for _, tab := range []string{"findings", "maps"} {
					p.click("#tab-" + tab)
					eval[bool](p, `document.querySelectorAll("details").forEach((d) => d.open = true) ?? true`)
					until(p, fmt.Sprintf(`%q === "findings" || document.querySelectorAll(".map").length === 2`, tab))
					expect(p, `document.documentElement.scrollWidth`, int(width)) // nothing stands outside the window
				}
				expect(p, `matchMedia("(prefers-color-scheme: dark)").matches`, scheme == "dark")
			})
		}
	}
}

// TestColours holds that text can be read on its ground in both schemes: a contrast of 4.5 to 1.
func TestColours(t *testing.T) {
	// Colours are measured where they settle: a row's background fades for a tenth of a second.
	const script = `(() => {
		document.getAnimations().forEach((a) => a.finish());
		const lum = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
		const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
		const rgba = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
		const ground = (n) => { for (; n; n = n.parentElement) { const c = rgba(getComputedStyle(n).backgroundColor); if (c[3] > 250) return c; } return [255, 255, 255, 255]; };
		const bad = new Set();
		for (const n of document.querySelectorAll("body *")) {
			if (![...n.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim()) || !n.getClientRects().length || n.closest("script, style, .sr, .sr-cell, .skip")) continue;
			const a = lum(rgba(getComputedStyle(n).color)), b = lum(ground(n));
			const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
			if (ratio < 4.5) bad.add(n.tagName + "." + n.className + " " + ratio.toFixed(1));
		}
		return [...bad].join(", ");
	})()`
	for _, scheme := range []string{"light", "dark"} {
		p := open(t, report(t, catalogFile(t)), "", look{1280, 900, scheme})
		expect(p, script, "")
		p.click("#tab-maps")
		eval[bool](p, `document.querySelectorAll("details").forEach((d) => d.open = true) ?? true`)
		until(p, `document.querySelectorAll(".map").length === 2`)
		eval[bool](p, `document.querySelector(".chip.shared[data-path]").click() ?? true`)
		expect(p, script, "")
	}
}

func TestFilters(t *testing.T) {
	p := open(t, report(t, catalogFile(t)), "", desktop)
	all := eval[int](p, findings)
	choose := func(name, value string) {
		t.Helper()
		eval[bool](p, fmt.Sprintf(`(() => { const f = document.getElementById("filters"); f.elements[%q].value = %q; return f.elements[%q].dispatchEvent(new Event("input", { bubbles: true })); })()`, name, value, name))
	}
	counts := func(severity string) int {
		return eval[int](p, fmt.Sprintf(`JSON.parse(document.getElementById("data").textContent).findings.filter((f) => f.severity === %q).length`, severity))
	}
	expect(p, `document.getElementById("clear").hidden`, true)
	p.click(`.toggle.sev-error input`)
	expect(p, findings, counts("error"))
	p.click(`.toggle.sev-warning input`)
	expect(p, findings, counts("error")+counts("warning"))
	expect(p, `document.getElementById("count-findings").textContent`, fmt.Sprintf("%d of %d", counts("error")+counts("warning"), all))
	p.click("#clear")
	expect(p, findings, all)

	choose("rule", "KL305")
	expect(p, findings, 1)
	expect(p, `document.querySelector(".finding .rule").textContent`, "KL305 respelled-address")
	expect(p, `document.querySelector(".diff .add").textContent.includes(".spec.worker.template")`, true)
	p.click("#tab-maps")
	expect(p, `document.querySelectorAll(".definition").length`, 1)
	p.click("#tab-findings")
	p.click("#clear")

	choose("definition", "d-batch-example-com-task-v1")
	expect(p, `[...document.querySelectorAll(".group")].length <= 1`, true)
	expect(p, `document.getElementById("count-maps").textContent`, "1 of 2")
	p.click("#clear")

	p.click(`input[type="search"]`)
	p.press("MINREPLICASPATH")
	if n := eval[int](p, findings); n == 0 || n >= all {
		t.Errorf("the text leaves %d of %d findings", n, all)
	}
	p.press("no such text")
	expect(p, `document.querySelector(".empty").textContent`, "No finding matches the filters.")
	p.click("#clear")
	expect(p, findings, all)
}

func TestSelection(t *testing.T) {
	p := open(t, report(t, catalogFile(t)), "#"+service, desktop)
	until(p, `document.querySelectorAll("details[open] .map").length === 1`)
	label := func(selector string) string {
		return fmt.Sprintf(`[...document.querySelectorAll(%q)].map((n) => n.textContent).join("; ")`, selector)
	}
	// The address of the shared place holds both fields, and what is inside it is marked.
	expect(p, label(".chip.shared[data-path]"), "transformermetadataPathshared1 findings; transformerpodSpecPathshared3 findings")
	expect(p, label(".tree .chip.nested"), "transformerreplicasPathnested1 findings")
	expect(p, label(".tree .chip.c-respelled"), "workerpodTemplateSpecPath1 findings")
	expect(p, label(".tree .chip.c-filter small"), "may be here")

	p.click(".chip.shared[data-path]")
	expect(p, `document.querySelectorAll(".detail").length`, 1)
	expect(p, `document.querySelector(".detail .near.same").textContent`, "transformer · podSpecPath writes the same place: .spec.transformer. A write of the whole value through one deletes what the other set.")
	expect(p, `document.querySelector(".detail .near.holds").textContent.includes(".spec.transformer.replicas")`, true)
	expect(p, `document.querySelector(".detail .link a").textContent`, "KL401 shared-write-target")
	expect(p, `document.querySelector(".row.hit .chip.nested").textContent`, "transformerreplicasPathnested1 findings")
	expect(p, `document.getElementById("live").textContent.includes("podSpecPath writes the same place")`, true)

	// Another one takes its place, and the link in it leads on.
	p.click(".detail .near.same button")
	expect(p, `document.querySelectorAll(".detail").length + document.querySelectorAll("[aria-pressed=true]").length`, 2)
	expect(p, `document.querySelector("[aria-pressed=true]").textContent.startsWith("transformerpodSpecPath")`, true)

	// A formula shows on the tree what it reads.
	expect(p, label(".beside-card .reasons code"), "// 1; select")
	p.click(".beside-card.c-formula .chip")
	expect(p, `document.querySelectorAll(".detail").length`, 0)
	expect(p, label(".row.read .key"), "minReplicas")
	p.click(".beside-card.c-formula .chip")
	expect(p, `document.querySelectorAll(".row.read, [aria-pressed=true]").length`, 0)

	// To a finding and back.
	p.click(".chip.shared[data-path]")
	p.click(".detail .link a")
	until(p, `document.activeElement.matches(".finding")`)
	expect(p, `document.activeElement.querySelector(".rule b").textContent`, "KL401")
	eval[bool](p, `document.activeElement.querySelector(".foot > a").click() ?? true`)
	until(p, `document.querySelector(".detail") !== null`)
	expect(p, `document.activeElement.textContent.includes("shared")`, true)
}

func TestLinks(t *testing.T) {
	file := report(t, catalogFile(t))
	p := open(t, file, "", desktop)
	id := eval[string](p, `[...document.querySelectorAll(".finding")].at(-1).id`)
	p = open(t, file, "#"+id, desktop)
	expect(p, active, id)
	// A link to what the filters hide clears them.
	eval[bool](p, `(() => { const f = document.getElementById("filters"); f.elements.text.value = "nothing has this"; f.elements.text.dispatchEvent(new Event("input", { bubbles: true })); location.hash = ""; return true; })()`)
	expect(p, findings, 0)
	eval[bool](p, fmt.Sprintf(`(location.hash = %q) !== ""`, id))
	until(p, fmt.Sprintf(`document.activeElement.id === %q`, id))
	for _, hash := range []string{"#maps", "#constructor", "#__proto__", "#%E0%A4%A", "#f-unknown", "#" + service + "~999", "#" + service + "~constructor", "#~"} {
		p := open(t, file, hash, desktop)
		expect(p, `document.querySelector("#panel").childElementCount > 0`, true)
	}
}

func TestKeyboard(t *testing.T) {
	p := open(t, report(t, catalogFile(t)), "", desktop)
	p.press("j")
	expect(p, `document.activeElement === document.querySelectorAll(".finding")[0]`, true)
	p.press("j")
	p.press("j")
	p.press("k")
	expect(p, `document.activeElement === document.querySelectorAll(".finding")[1]`, true)
	p.press("/")
	expect(p, `document.activeElement.name`, "text")
	eval[bool](p, `(document.activeElement.value = "") === ""`) // the driver types the key whatever the page does with it
	p.press("j/k")                                              // letters, while one types
	expect(p, `document.activeElement.value`, "j/k")
	p.press(kb.Escape)
	expect(p, `document.activeElement === document.body`, true)
	eval[bool](p, `document.getElementById("clear").click() ?? true`)

	// Tabs, a definition, its fields.
	eval[bool](p, `document.getElementById("tab-findings").focus() ?? true`)
	p.press(kb.ArrowRight)
	expect(p, active, "tab-maps")
	expect(p, `document.getElementById("tab-maps").getAttribute("aria-selected")`, "true")
	eval[bool](p, `document.querySelector(".definition summary").focus() ?? true`)
	p.press(kb.Enter)
	until(p, `document.querySelector(".definition[open] .map") !== null`)
	for range 20 { // the link to a finding or the file's name may come first
		if eval[bool](p, `document.activeElement.matches(".chip")`) {
			break
		}
		p.press(kb.Tab)
	}
	expect(p, `document.activeElement === document.querySelector("button.chip")`, true)
	p.press(kb.ArrowDown)
	expect(p, `document.activeElement === document.querySelectorAll("button.chip")[1]`, true)
	p.press(kb.ArrowUp)
	p.press(kb.ArrowUp)
	expect(p, `document.activeElement === document.querySelector("button.chip")`, true)
	p.press(kb.Enter)
	expect(p, `document.querySelectorAll(".detail").length`, 1)
	p.press(kb.Escape)
	expect(p, `document.querySelectorAll(".detail").length`, 0)
	expect(p, `document.activeElement === document.querySelector("button.chip")`, true)
	expect(p, `[...document.querySelectorAll("button, select, input, summary, a")].filter((n) => n.tabIndex < 0 && n.id !== "tab-findings").length`, 0)
}

// definition has texts put into it as JSON strings, which YAML reads too.
func definition(name, component, expression string) string {
	quote := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			panic(err)
		}
		return string(b)
	}
	return fmt.Sprintf("apiVersion: run.ai/v1alpha1\nkind: Karta\nmetadata:\n  name: %s\nspec:\n  structureDefinition:\n    rootComponent:\n      name: %s\n      kind: {group: a.example.com, version: v1, kind: %s}\n"+
		"      specDefinition:\n        podTemplateSpecPath: %s\n      statusDefinition:\n        phaseDefinition:\n          path: .status.phase\n", quote(name), quote(component), quote("K"+name), quote(expression))
}

// TestHostile holds that no text of a definition runs or breaks the page, and that it is shown as it is.
func TestHostile(t *testing.T) {
	texts := []string{
		`</script><script>window.hacked = 1</script>`, `<img src=x onerror="window.hacked = 1">`, `<svg onload="window.hacked = 1">`, `javascript:window.hacked=1`,
		`"><style>*{display:none}</style>`, `<!--<script>`, `{{script}}`, "${window.hacked=1}", `__proto__`, `constructor`, `toString`, "\x1b[31mred", "a\nb\u2028c\u202ed", "::error::x", "|`|",
		strings.Repeat("x", 10_000), strings.Repeat("𝄞", 3_000),
	}
	files := map[string]string{}
	for i, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		files[fmt.Sprintf("%02d-a.yaml", i)] = definition(text, text, ".spec | ."+string(quoted))
		files[fmt.Sprintf("%02d-b.yaml", i)] = definition("b"+text, "c", ".spec["+string(quoted)+"] // "+string(quoted))
		files[fmt.Sprintf("%02d-c.yaml", i)] = definition("c"+text, "c", text)
	}
	files["deep.yaml"] = definition("deep", "c", "."+strings.Repeat("a.", 4_999)+"a | .b")
	for _, width := range []int64{1280, 360} {
		p := open(t, report(t, files), "", look{width, 900, "light"})
		untouched := func() {
			t.Helper()
			expect(p, `window.hacked === undefined && document.scripts.length === 2 && document.querySelectorAll("style").length === 1 && document.querySelectorAll("img, svg, iframe, object").length === 0`, true)
			expect(p, `document.documentElement.scrollWidth`, int(width))
		}
		untouched()
		eval[bool](p, `(() => { for (let b; (b = document.querySelector(".more"));) b.click(); document.querySelectorAll("details").forEach((d) => d.open = true); return true; })()`)
		until(p, `document.querySelectorAll("details.about[open] .prose").length > 0`)
		untouched()
		p.click("#tab-maps")
		expect(p, `document.querySelectorAll(".definition").length`, len(files))
		eval[bool](p, `document.querySelectorAll("details").forEach((d) => d.open = true) ?? true`)
		until(p, fmt.Sprintf(`document.querySelectorAll(".map").length === %d`, len(files)))
		eval[bool](p, `document.querySelectorAll("button.chip").forEach((b) => b.click()) ?? true`)
		untouched()
		expect(p, `document.getElementById("panel").textContent.includes("</script><script>window.hacked = 1</script>")`, true)
	}
}

// large is a catalog of definitions that differ in their names alone: the shared one many times, where it is there.
func large(t *testing.T, count int) map[string]string {
	t.Helper()
	shared := os.Getenv("KARTALINT_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	sources, err := filepath.Glob(filepath.Join(shared, "catalog", "*.yaml"))
	if err != nil || len(sources) == 0 {
		sources = []string{"testdata/catalog.yaml"}
	}
	files := map[string]string{}
	for i := 0; len(files) < count; i++ {
		text, err := os.ReadFile(sources[i%len(sources)])
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("  name: copy-%d-", i)
		files[fmt.Sprintf("%03d.yaml", i)] = strings.Replace(string(text), "\n  name: ", "\n"+name, 1)
	}
	return files
}

// TestLarge opens three hundred files, tells how long that took, and uses the page.
func TestLarge(t *testing.T) {
	file := report(t, large(t, 300))
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, file, "", desktop)
	ready := eval[float64](p, `performance.getEntriesByType("navigation")[0].loadEventEnd`)
	paint := eval[float64](p, `performance.getEntriesByType("paint").find((e) => e.name === "first-contentful-paint")?.startTime ?? -1`)
	expect(p, findings, 60)
	total := eval[int](p, `JSON.parse(document.getElementById("data").textContent).findings.length`)
	timed := func(what, script string) {
		t.Helper()
		ms := eval[float64](p, fmt.Sprintf(`(() => { const at = performance.now(); %s; document.body.offsetHeight; return performance.now() - at; })()`, script))
		t.Logf("%s: %.0f ms", what, ms)
	}
	t.Logf("300 files, %d findings, %.1f MB: loaded after %.0f ms, first picture after %.0f ms", total, float64(info.Size())/1e6, ready, paint)
	timed("a word typed", `document.querySelector("[type=search]").value = "replicas"; document.querySelector("[type=search]").dispatchEvent(new Event("input", { bubbles: true }))`)
	expect(p, `document.getElementById("count-findings").textContent.includes(" of ")`, true)
	eval[bool](p, `document.getElementById("clear").click() ?? true`)
	timed("all maps listed", `document.getElementById("tab-maps").click()`)
	expect(p, `document.querySelectorAll(".definition").length >= 300`, true)
	timed("a map drawn", `document.querySelectorAll(".definition")[150].open = true`)
	until(p, `document.querySelectorAll(".map").length === 1`)
	timed("the last finding followed", `location.hash = JSON.parse(document.getElementById("data").textContent).findings.at(-1).id`)
	until(p, `document.activeElement.matches(".finding")`)
}

// TestShots takes the pictures that one looks at; they are compared with nothing.
func TestShots(t *testing.T) {
	dir := os.Getenv("KARTALINT_SHOTS")
	if dir == "" {
		t.Skip("KARTALINT_SHOTS names no folder for pictures")
	}
	file := report(t, catalogFile(t))
	for name, l := range map[string]look{"light": desktop, "dark": {1280, 1000, "dark"}, "narrow": {390, 1200, "light"}} {
		for view, hash := range map[string]string{"findings": "", "map": "#" + service + "~3"} {
			p := open(t, file, hash, l)
			until(p, `document.querySelector(".finding, .detail") !== null`)
			picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			p.must(err)
			p.must(os.MkdirAll(dir, 0o755))
			p.must(os.WriteFile(filepath.Join(dir, name+"-"+view+".png"), picture, 0o644))
		}
	}
}
