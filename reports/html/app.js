// The page is made from the data element alone. Whatever comes from a file is set as text, never as markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const classes = ["address", "respelled", "filter", "formula", "invalid"];
  const severities = ["error", "warning", "note"];
  const pageSize = 60;

  const aboutClass = {
    address: "names one fixed place",
    respelled: "an address, written another way",
    filter: "the place depends on the data",
    formula: "a computed value, no place",
    invalid: "does not parse or compile",
  };
  const aboutAccess = { written: "written by controllers", wish: "written by autoscalers", read: "only read" };
  const aboutReason = {
    respelled: "an address does not need it",
    select: "keeps only some places",
    alternative: "the place is whichever is set",
    condition: "the place depends on a condition",
    comma: "several places",
    descend: "every place below",
    slice: "a range of an array",
    "computed-key": "the key depends on the data",
    "default-literal": "the default is no place",
    arithmetic: "computes",
    comparison: "compares",
    logic: "combines truth values",
    construct: "builds a new value",
    constant: "a constant",
    "variable-root": "starts at a variable",
    function: "a function that computes",
    reduce: "folds many values into one",
    assignment: "changes a copy",
    "too-complex": "too complex to follow",
    syntax: "does not parse",
    "undefined-function": "no such function",
    "wrong-arity": "wrong number of arguments",
    "undefined-variable": "no such variable",
    module: "modules cannot be loaded",
  };
  const aboutNear = {
    same: "writes the same place",
    holds: "writes inside this place",
    inside: "writes a place that holds this one",
    may: "can meet this place, depending on the data",
  };

  const $ = (id) => document.getElementById(id);
  const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const el = (tag, props, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(props || {})) {
      if (value === false || value == null) continue;
      if (name === "class") node.className = value;
      else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.flat(Infinity).filter((c) => c != null && c !== false));
    return node;
  };
  const code = (text, kind) => el("code", { class: kind }, text);
  const short = (text, limit) => (text.length > limit ? [...text].slice(0, limit).join("") + "…" : text);
  const wide = (p) => (p.component ? `${p.component} · ${p.field}` : p.field);

  // The breakdown as a chart.
  function bar(counts, total) {
    const out = el("span", { class: "bar", "aria-hidden": "true" });
    for (const c of classes) {
      if (!counts[c]) continue;
      const part = el("span", { class: `c-${c}`, title: `${counts[c]} ${c}` });
      part.style.flexGrow = counts[c];
      out.append(part);
    }
    const rest = total - classes.reduce((sum, c) => sum + (counts[c] || 0), 0);
    if (rest > 0) {
      const blank = el("span", { class: "blank" });
      blank.style.flexGrow = rest;
      out.append(blank);
    }
    return out;
  }

  function drawChart() {
    const b = data.breakdown;
    if (!b || !b.total) return;
    const legend = el("ul", { class: "legend" }, classes.filter((c) => b.classes[c]).map((c) => el("li", { class: `c-${c}` },
      el("i"), el("span", {}, el("b", {}, String(b.classes[c])), ` ${c} `, el("span", { class: "muted" }, `${Math.round((100 * b.classes[c]) / b.total)} %`), el("small", {}, aboutClass[c])))));
    const sum = (row) => classes.reduce((n, c) => n + row[c], 0);
    const most = Math.max(...b.byField.map(sum));
    const rows = [...b.byField].sort((x, y) => sum(y) - sum(x) || (x.field < y.field ? -1 : 1)).map((row) => el("tr", {},
      el("th", { scope: "row" }, code(short(row.field, 60))), el("td", { class: "wide" }, bar(row, most)), el("td", { class: "n" }, String(sum(row))),
      classes.map((c) => el("td", { class: "n sr-cell" }, `${row[c]} ${c}`))));
    const big = bar(b.classes, b.total);
    big.classList.add("big");
    $("chart").append(big, legend, el("details", { class: "by-field" }, el("summary", {}, `By field (${b.byField.length})`),
      el("table", {}, el("tbody", {}, rows))));
  }

  // What the page knows of each finding and definition beside the data.
  for (const d of data.definitions) {
    d.findings = [];
    for (const p of d.paths) for (const w of p.writes || []) w.text ??= p.normal || p.expression;
  }
  for (const [i, f] of data.findings.entries()) {
    f.index = i;
    f.about = data.rules[f.rule];
    f.of = data.definitions[f.definition];
    if (f.of) f.of.findings.push(f);
  }
  const searchable = (parts) => parts.filter(Boolean).join("\n").toLowerCase();
  const findingText = (f) => (f.text ??= searchable([f.about.id, f.about.name, f.message, f.component, f.field, f.file, f.of && f.of.name,
    ...(f.snippet || []).filter((l) => l.x).map((l) => (l.b || "") + (l.m || "") + (l.a || ""))]));
  const definitionText = (d) => (d.text ??= searchable([d.name, d.kind, d.file, ...d.paths.flatMap((p) => [p.component, p.field, p.expression, p.normal])]));

  // Filters.
  const form = $("filters");
  const value = (name) => form.elements[name].value;
  const chosen = () => severities.filter((s) => form.elements["severity-" + s].checked);

  function drawFilters() {
    const count = (s) => data.findings.filter((f) => f.severity === s).length;
    $("severities").append(...severities.map((s) => el("label", { class: `toggle sev-${s}` },
      el("input", { type: "checkbox", name: "severity-" + s }), el("span", {}, el("b", {}, String(count(s))), ` ${s}${count(s) === 1 ? "" : "s"}`))));
    const uses = data.rules.map((_, i) => data.findings.filter((f) => f.rule === i).length);
    form.elements.rule.append(...data.rules.map((r, i) => el("option", { value: r.id }, `${r.id} ${r.name} (${uses[i]})`)));
    form.elements.definition.append(...data.definitions.map((d) => el("option", { value: d.id }, short(d.name || d.file, 60))));
  }

  function matchesFinding(f, list = chosen()) {
    const text = value("text").trim().toLowerCase();
    return (!list.length || list.includes(f.severity)) && (!value("rule") || f.about.id === value("rule")) &&
      (!value("definition") || (f.of && f.of.id === value("definition"))) && (!text || findingText(f).includes(text));
  }

  function matchesDefinition(d) {
    const text = value("text").trim().toLowerCase(), list = chosen();
    return (!value("definition") || d.id === value("definition")) && (!text || definitionText(d).includes(text)) &&
      ((!list.length && !value("rule")) || d.findings.some((f) => (!list.length || list.includes(f.severity)) && (!value("rule") || f.about.id === value("rule"))));
  }

  // Findings. What all lines of a source are indented by is left out: a phone is narrow.
  function outdent(lines, key) {
    const indents = lines.filter((l) => (l[key] || "").trim()).map((l) => l[key].match(/^ */)[0].length);
    const cut = indents.length ? Math.max(0, Math.min(...indents)) : 0;
    return lines.map((l) => ({ ...l, [key]: (l[key] || "").slice(cut) }));
  }

  function sourceLines(source) {
    const lines = source.every((l) => l.b || !(l.m || l.a)) ? outdent(source, "b") : source;
    return el("pre", { class: "source", tabindex: "0", "aria-label": "Source" }, el("code", {}, lines.map((l) => el("span", { class: l.x ? "line marked" : "line" },
      el("span", { class: "no", "aria-hidden": "true" }, String(l.n)), l.b || "", l.x ? el("mark", {}, l.m || " ") : null, l.a || "", "\n"))));
  }

  function diffLines(diff) {
    const lines = outdent(diff, "t");
    const sign = (l) => (l.o && l.n ? " " : l.o ? "-" : l.n ? "+" : " ");
    const kind = { "-": "line del", "+": "line add", " ": "line" };
    return el("pre", { class: "source diff", tabindex: "0", "aria-label": "What the fix changes" }, el("code", {}, lines.map((l) => el("span", { class: kind[sign(l)] },
      el("span", { class: "no", "aria-hidden": "true" }, String(l.n || l.o || "")), sign(l) + " ", l.t, "\n"))));
  }

  // Prose of a rule: paragraphs, and code between backticks.
  function prose(text) {
    return (text || "").split(/\n\s*\n/).filter(Boolean).map((p) => el("p", {}, p.split("`").map((part, i) => (i % 2 ? code(part) : part))));
  }

  function aboutRule(r) {
    const box = el("details", { class: "about" }, el("summary", {}, `About ${r.id}`));
    box.addEventListener("toggle", () => {
      if (!box.open || box.childElementCount > 1) return;
      box.append(el("div", { class: "prose" }, el("h4", {}, r.title), prose(r.what), el("h4", {}, "Why"), prose(r.why), el("h4", {}, "Mend"), prose(r.mend)));
    });
    return box;
  }

  const place = (x) => `${x.file}:${x.line}:${x.column}`;

  function findingCard(f) {
    const onMap = f.of ? f.of.paths.findIndex((p) => (p.findings || []).includes(f.index)) : -1;
    return el("article", { class: `finding sev-${f.severity}`, id: f.id, tabindex: "-1", "aria-label": `${f.severity}: ${f.about.name}` },
      el("div", { class: "head" },
        el("span", { class: "sev" }, f.severity),
        el("a", { href: "#" + f.id, class: "rule", title: "Link to this finding" }, el("b", {}, f.about.id), " ", f.about.name),
        f.suppressed ? el("span", { class: "tag" }, "hidden: " + f.suppressed) : null,
        el("span", { class: "where" }, place(f))),
      el("p", { class: "message" }, f.message),
      f.snippet ? sourceLines(f.snippet) : null,
      (f.related || []).map((r) => el("div", { class: "related" }, el("p", {}, r.message, " ", el("span", { class: "where" }, place(r))), r.snippet ? sourceLines(r.snippet) : null)),
      (f.fixes || []).map((x) => el("div", { class: "fix" }, el("p", {}, el("span", { class: x.safe ? "tag safe" : "tag unsafe" }, x.safe ? "safe fix" : "unsafe fix"), " ", x.title),
        x.diff && x.diff.length ? diffLines(x.diff) : null)),
      el("div", { class: "foot" }, aboutRule(f.about), onMap >= 0 ? el("a", { href: `#${f.of.id}~${onMap}` }, "Show on the map") : null));
  }

  let shown = pageSize;
  function drawFindings() {
    const list = chosen(), found = data.findings.filter((f) => matchesFinding(f, list));
    const out = [];
    let group = null, of;
    for (const f of found.slice(0, shown)) {
      if (!group || f.of !== of || (!f.of && f.file !== group.dataset.file)) {
        of = f.of;
        group = el("section", { class: "group" }, el("h2", {}, of ? el("a", { href: "#" + of.id }, of.name || "(no name)") : f.file, of ? el("span", { class: "muted" }, of.kind) : null));
        group.dataset.file = f.file;
        out.push(group);
      }
      group.append(findingCard(f));
    }
    if (found.length > shown) {
      out.push(el("button", { type: "button", class: "more", onclick: () => { const at = shown; shown += pageSize; draw(); focusFinding(at); } },
        `Show ${Math.min(pageSize, found.length - shown)} more of ${found.length - shown}`));
    }
    if (!found.length) out.push(empty(data.findings.length ? "No finding matches the filters." : "Nothing found: every definition is clean.", !data.findings.length));
    return out;
  }

  function empty(text, good) {
    return el("p", { class: good ? "empty good" : "empty" }, text);
  }

  // The write map of one definition: its addresses as a tree, formulas and filters beside it.
  const hasPlace = (p) => (p.writes || []).length > 0 && p.class !== "formula" && p.class !== "invalid";

  function buildTree(paths, pod) {
    const root = { label: "", children: new Map(), spots: [], readers: new Set() };
    const walk = (steps) => {
      let at = root;
      for (const s of steps) {
        if (!at.children.has(s)) at.children.set(s, { label: s, children: new Map(), spots: [], readers: new Set() });
        at = at.children.get(s);
      }
      return at;
    };
    paths.forEach((p, i) => {
      if (Boolean(p.pod) !== pod) return;
      if (hasPlace(p)) for (const w of p.writes) walk(w.steps).spots.push(i);
      for (const r of p.reads || []) walk(r.steps).readers.add(i);
    });
    return root;
  }

  const stepText = (s) => (s === "[]" ? "[]" : s.startsWith(".") && s.length > 1 && s !== ".." ? s.slice(1) : s);
  const order = { ".apiVersion": 0, ".kind": 1, ".metadata": 2, ".spec": 3, ".status": 4 };

  // Nodes without anything of their own and with one child are drawn in one row with it.
  function compact(node) {
    const labels = [node.label];
    while (node.children.size === 1 && !node.spots.length && !node.readers.size && node.label !== "") {
      node = [...node.children.values()][0];
      labels.push(node.label);
    }
    return [labels, node];
  }

  function rowLabel(labels) {
    return el("code", { class: "key" }, labels.flatMap((s, i) => {
      const text = stepText(s), bracket = s.startsWith("[") || s === "..";
      return [i > 0 && !bracket ? el("span", { class: "dot" }, ".") : null, bracket ? el("span", { class: "each", title: s === "[]" ? "every element" : s === "[?]" ? "the data chooses the key" : "" }, s) : short(text, 80)];
    }));
  }

  const hasNear = (p, ...how) => (p.near || []).some((n) => how.includes(n.how));
  const isShared = (p) => hasNear(p, "same");
  const nearLabel = (p) => (isShared(p) ? "shared" : hasNear(p, "holds", "inside") ? "nested" : hasNear(p, "may") ? "may meet" : "");
  const worst = (p) => severities.find((s) => (p.findings || []).some((i) => data.findings[i].severity === s));

  function mapBody(d) {
    const rows = new Map(), readRows = new Map(), chips = [];
    let selected = null, detail = null;
    const remember = (map, i, row) => map.set(i, [...(map.get(i) || []), row]);

    function chip(i, row) {
      const p = d.paths[i], near = nearLabel(p), severity = worst(p);
      const button = el("button", {
        type: "button", class: `chip c-${p.class} a-${p.access}${near ? ` ${near.replace(" ", "-")}` : ""}`, "aria-pressed": "false", "data-path": String(i),
        title: `${p.class}, ${aboutAccess[p.access]}`, onclick: () => (selected === button ? clear() : select(i, button, row)),
      }, el("i", { "aria-hidden": "true" }), p.component ? el("span", { class: "component" }, short(p.component, 40)) : null, el("span", {}, short(p.field, 60)),
        p.class === "filter" && row ? el("small", {}, "may be here") : near ? el("small", {}, near) : null,
        severity ? el("span", { class: `pip sev-${severity}`, title: plural(p.findings.length, "finding") }, String(p.findings.length), el("span", { class: "sr" }, " findings")) : null);
      chips.push(button);
      return button;
    }

    function branch(node) {
      const [labels, at] = compact(node);
      const row = el("div", { class: "row" }, rowLabel(labels));
      const own = [...new Set(at.spots)];
      for (const i of own) {
        row.append(chip(i, row));
        remember(rows, i, row);
      }
      for (const i of at.readers) remember(readRows, i, row);
      const readers = [...at.readers].filter((i) => !own.includes(i));
      if (readers.length && !own.length) {
        row.classList.add("ghost");
        row.append(el("small", {}, `read by ${plural(readers.length, "expression")}`));
      }
      return el("li", {}, row, at.children.size ? el("ul", {}, children(at)) : null);
    }
    const children = (node) => [...node.children.values()].sort((x, y) => (order[x.label] ?? 9) - (order[y.label] ?? 9)).map(branch);

    function tree(root, title) {
      const row = el("div", { class: "row" }, el("span", { class: "root" }, title));
      for (const i of new Set(root.spots)) {
        row.append(chip(i, row));
        remember(rows, i, row);
      }
      for (const i of root.readers) remember(readRows, i, row);
      return el("div", { class: "tree" }, row, el("ul", {}, children(root)));
    }

    const each = (map, i, kind) => (map.get(i) || []).forEach((row) => row.classList.add(kind));
    function clear() {
      if (!selected) return;
      selected.setAttribute("aria-pressed", "false");
      if (detail) detail.remove();
      body.querySelectorAll(".hit, .read, .open").forEach((n) => n.classList.remove("hit", "read", "open"));
      selected = detail = null;
    }
    function select(i, button, row) {
      clear();
      selected = button;
      const p = d.paths[i];
      button.setAttribute("aria-pressed", "true");
      for (const n of p.near || []) each(rows, n.path, "hit");
      each(readRows, i, "read");
      each(rows, i, "open");
      if (row) {
        detail = el("div", { class: `detail c-${p.class}`, role: "region", "aria-label": wide(p) }, detailOf(p, i));
        row.after(detail);
      } else button.closest(".beside-card").classList.add("open");
      $("live").textContent = [wide(p), p.class, aboutAccess[p.access], ...(p.near || []).map((n) => `${wide(d.paths[n.path])} ${aboutNear[n.how]}`)].join(", ");
    }
    const pick = (i) => { const b = chips.find((c) => c.dataset.path === String(i)); if (b) { if (b !== selected) b.click(); b.scrollIntoView({ block: "center" }); b.focus(); } };

    const places = (title, list) => (list && list.length ? el("p", { class: "places" }, el("span", { class: "muted" }, title), list.map((w) => code(short(w.text, 300)))) : null);
    const reasons = (p) => (p.reasons && p.reasons.length ? el("ul", { class: "reasons" }, p.reasons.map((r) => el("li", {},
      aboutReason[r.kind] ? code(short(r.text, 120)) : null, ` ${aboutReason[r.kind] || r.text}`, el("span", { class: "muted" }, ` ${r.line}:${r.column}`)))) : null);
    const links = (p) => (p.findings || []).map((n) => data.findings[n]).map((f) => el("p", { class: `link sev-${f.severity}` },
      el("span", { class: "sev" }, f.severity), " ", el("a", { href: "#" + f.id }, `${f.about.id} ${f.about.name}`), " ", el("span", { class: "muted" }, short(f.message, 130))));
    const near = (p) => [...(p.near || [])].sort((x, y) => Object.keys(aboutNear).indexOf(x.how) - Object.keys(aboutNear).indexOf(y.how)).map((n) => el("p", { class: `near ${n.how}` },
      el("button", { type: "button", class: "inline", onclick: () => pick(n.path) }, wide(d.paths[n.path])), ` ${aboutNear[n.how]}: `, code(short(d.paths[n.path].writes[0].text, 120)), ". ",
      n.how === "same" ? "A write of the whole value through one deletes what the other set." : n.how === "holds" ? "A write of the whole value here replaces it." : n.how === "inside" ? "A write of the whole value there replaces this one." : null));

    function detailOf(p, i) {
      return [
        el("p", { class: "facts" }, el("b", {}, p.class), `, ${aboutClass[p.class]}; ${p.role}, ${aboutAccess[p.access]}; line ${p.line} `, el("a", { href: `#${d.id}~${i}`, class: "muted" }, "link")),
        el("pre", { class: "expression", tabindex: "0" }, code(p.expression)),
        p.normal ? places("as an address", [{ text: p.normal }]) : null,
        p.class === "filter" ? places("can write", p.writes) : null,
        reasons(p), near(p), links(p),
      ];
    }

    function besideCard(p, i) {
      return el("div", { class: `beside-card c-${p.class}` }, el("div", { class: "row" }, chip(i, null), el("span", { class: "muted" }, `${p.class} · line ${p.line}`)),
        el("pre", { class: "expression", tabindex: "0" }, code(p.expression)), reasons(p), p.class === "filter" ? places("can write", p.writes) : null, places("reads", p.reads), links(p));
    }

    const body = el("div", { class: "map" });
    const left = el("div", { class: "trees" });
    left.append(tree(buildTree(d.paths, false), d.kind || "workload"));
    if (d.paths.some((p) => p.pod)) left.append(tree(buildTree(d.paths, true), "its pods"));
    if (d.crowded) left.append(el("p", { class: "muted" }, "So many fields are written here that not all were compared for shared places."));
    const beside = d.paths.map((p, i) => [p, i]).filter(([p]) => p.class !== "address" && p.class !== "respelled");
    const rank = { written: 0, wish: 1, read: 2 };
    beside.sort((x, y) => rank[x[0].access] - rank[y[0].access] || x[1] - y[1]);
    body.append(left);
    if (beside.length) body.append(el("aside", { class: "beside", "aria-label": "Formulas and filters" }, el("h3", {}, "Formulas and filters"), beside.map(([p, i]) => besideCard(p, i))));
    else body.classList.add("alone");
    body.addEventListener("keydown", (e) => {
      const at = chips.indexOf(document.activeElement);
      if (e.key === "Escape") { const b = selected; clear(); if (b) b.focus(); }
      if (at < 0 || (e.key !== "ArrowDown" && e.key !== "ArrowUp")) return;
      e.preventDefault();
      const next = chips[at + (e.key === "ArrowDown" ? 1 : -1)];
      if (next) next.focus();
    });
    d.pick = pick;
    return body;
  }

  // Definitions are drawn when they are opened: a large catalog opens at once.
  function definitionCard(d) {
    if (d.card) return d.card;
    const count = (s) => d.findings.filter((f) => f.severity === s).length;
    const marked = d.paths.filter((p) => isShared(p)).length;
    const card = el("details", { class: "definition", id: d.id },
      el("summary", {}, el("span", { class: "name" }, el("b", {}, d.name || "(no name)"), " ", el("span", { class: "muted" }, d.kind)), bar(d.classes, 0),
        el("span", { class: "counts" }, marked ? el("span", { class: "tag unsafe" }, `${marked} shared`) : null,
          severities.filter(count).map((s) => el("span", { class: `sev-${s}` }, el("span", { class: "sev" }, plural(count(s), s)))), el("span", { class: "muted" }, plural(d.paths.length, "path")))));
    card.addEventListener("toggle", () => { if (card.open) fill(d); });
    d.card = card;
    return card;
  }
  function fill(d) {
    if (!d.pick) d.card.append(el("p", { class: "where" }, `${d.file}:${d.line}`), mapBody(d));
  }

  function drawMaps() {
    const list = data.definitions.filter(matchesDefinition);
    const key = el("p", { class: "map-key muted" }, "A field stands at the place that it writes: ", el("span", { class: "chip a-written c-address" }, el("i"), "written"), " ",
      el("span", { class: "chip a-wish c-address" }, el("i"), "by autoscalers"), " ", el("span", { class: "chip a-read c-address" }, el("i"), "only read"), " ",
      el("span", { class: "chip a-written c-address shared" }, el("i"), "same place as another", el("small", {}, "shared")), ". The colour is its class.");
    return list.length ? [key, ...list.map(definitionCard)] : [empty(data.definitions.length ? "No definition matches the filters." : "No definition was read.")];
  }

  // Tabs.
  const tabs = { findings: drawFindings, maps: drawMaps };
  let tab = "findings";
  function show(name) {
    tab = name;
    for (const t of Object.keys(tabs)) {
      $("tab-" + t).setAttribute("aria-selected", String(t === name));
      $("tab-" + t).tabIndex = t === name ? 0 : -1;
    }
    $("panel").setAttribute("aria-labelledby", "tab-" + name);
    draw();
  }
  const of = (n, all) => (n === all ? String(all) : `${n} of ${all}`);
  function draw() {
    const list = chosen();
    $("count-findings").textContent = of(data.findings.filter((f) => matchesFinding(f, list)).length, data.findings.length);
    $("count-maps").textContent = of(data.definitions.filter(matchesDefinition).length, data.definitions.length);
    $("clear").hidden = !(list.length || value("rule") || value("definition") || value("text"));
    $("panel").replaceChildren(...tabs[tab]());
  }

  // Links into the page: #findings, #maps, a finding, a definition, a field of one as definition~number.
  function focusFinding(at) {
    const cards = document.querySelectorAll(".finding");
    if (cards[at]) { cards[at].focus(); cards[at].scrollIntoView({ block: "start" }); }
  }
  function follow() {
    let hash = location.hash.slice(1);
    try { hash = decodeURIComponent(hash); } catch { return; }
    if (Object.hasOwn(tabs, hash)) return show(hash);
    const [id, field] = hash.split("~");
    const finding = data.findings.find((f) => f.id === id), definition = data.definitions.find((d) => d.id === id);
    if (finding) {
      if (!matchesFinding(finding)) form.reset();
      const at = data.findings.filter((f) => matchesFinding(f)).indexOf(finding);
      while (at >= shown) shown += pageSize;
      show("findings");
      focusFinding(at);
    } else if (definition) {
      if (!matchesDefinition(definition)) form.reset();
      show("maps");
      fill(definition);
      definition.card.open = true;
      if (field !== undefined && definition.paths[field]) definition.pick(field);
      else definition.card.scrollIntoView();
    }
  }

  form.addEventListener("input", () => { shown = pageSize; draw(); });
  form.addEventListener("submit", (e) => e.preventDefault());
  $("clear").addEventListener("click", (e) => { e.preventDefault(); form.reset(); shown = pageSize; draw(); form.elements.text.focus(); });
  for (const t of Object.keys(tabs)) {
    $("tab-" + t).addEventListener("click", () => show(t));
    $("tab-" + t).addEventListener("keydown", (e) => {
      if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
      const other = t === "maps" ? "findings" : "maps";
      show(other);
      $("tab-" + other).focus();
    });
  }
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) && document.activeElement.type !== "checkbox";
    if (e.key === "Escape" && typing) document.activeElement.blur();
    if (typing) return;
    if (e.key === "/") { e.preventDefault(); form.elements.text.focus(); }
    if ((e.key === "j" || e.key === "k") && tab === "findings") {
      const cards = [...document.querySelectorAll(".finding")], at = cards.indexOf(document.activeElement.closest(".finding"));
      focusFinding(Math.max(0, Math.min(cards.length - 1, e.key === "j" ? at + 1 : at - 1)));
    }
  });
  window.addEventListener("hashchange", follow);

  drawChart();
  drawFilters();
  $("notices").append(...(data.notices || []).map((n) => el("p", { class: "notice" }, n)));
  if (data.definitions.length === 1) definitionCard(data.definitions[0]).open = true;
  draw();
  follow();
})();
