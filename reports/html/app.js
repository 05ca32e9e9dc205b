// The page is made from the data element alone. Everything that comes from a file is set as text, never as markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const classes = ["address", "respelled", "filter", "formula", "invalid"];

  const el = (tag, props = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
      if (name === "class") node.className = value;
      else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value != null) node.setAttribute(name, value);
    }
    node.append(...children.filter((c) => c != null));
    return node;
  };
  const $ = (id) => document.getElementById(id);
  const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

  // The breakdown.
  $("headline").textContent = data.headline;
  $("checked").textContent = data.checked;
  const bar = $("bar"), legend = $("legend");
  for (const c of classes) {
    const n = data.classes[c] || 0;
    if (!n) continue;
    bar.append(el("span", { class: `c-${c}`, style: `flex:${n} 0 auto`, title: `${n} ${c}` }));
    legend.append(el("li", { class: `c-${c}` }, el("i"), `${n} ${c}`));
  }
  bar.setAttribute("aria-label", data.headline);
  for (const row of data.byField || []) {
    $("byField").append(el("tr", {}, el("td", {}, el("code", {}, row.field)), ...classes.map((c) => el("td", { class: "n" }, row[c] ? String(row[c]) : "·"))));
  }

  // The write map of one definition: the places of its fields as a tree.
  function tree(paths) {
    const root = { name: ".", fields: [], children: new Map() };
    for (const p of paths) {
      if (p.class !== "address" && p.class !== "respelled") continue;
      let at = root;
      for (const step of p.steps || []) {
        if (!at.children.has(step)) at.children.set(step, { name: step, fields: [], children: new Map() });
        at = at.children.get(step);
      }
      at.fields.push(p);
    }
    return root;
  }

  function chip(p, select) {
    return el("button", {
      type: "button", class: `chip c-${p.class}${p.shared ? " shared" : ""}`, "aria-pressed": "false",
      onclick: (e) => select(p, e.currentTarget),
    }, el("i"), `${p.component ? p.component + " · " : ""}${p.field}`);
  }

  function branch(node, select) {
    const item = el("li", {}, el("code", {}, node.name), " ", ...node.fields.map((p) => chip(p, select)));
    if (node.children.size) item.append(el("ul", {}, ...[...node.children.values()].map((c) => branch(c, select))));
    return item;
  }

  function detail(p) {
    const list = (title, items) => (items && items.length ? el("p", {}, el("span", { class: "muted" }, title + " "), el("code", {}, items.join(", "))) : null);
    return [
      el("h3", {}, `${p.component ? p.component + " · " : ""}${p.field}`),
      el("p", {}, el("code", {}, p.expression)),
      el("p", {}, `${p.class}, ${p.role}, line ${p.line}`),
      list("writes", p.writes), list("reads", p.reads),
      ...(p.reasons || []).map((r) => el("p", {}, el("span", { class: "muted" }, r.kind + " "), el("code", {}, r.text))),
      ...(p.shared || []).map((s) => el("p", { class: "sev-warning" }, s)),
    ].filter(Boolean);
  }

  function definitionBody(d) {
    const panel = el("div", { class: "detail", "aria-live": "polite" }, el("p", { class: "muted" }, "Select a field to see where it writes, what it reads and what shares its place."));
    let pressed = null;
    const select = (p, button) => {
      if (pressed) pressed.setAttribute("aria-pressed", "false");
      pressed = button;
      button.setAttribute("aria-pressed", "true");
      panel.replaceChildren(...detail(p));
    };
    const workload = d.paths.filter((p) => p.side !== "pod");
    const pods = d.paths.filter((p) => p.side === "pod");
    const beside = d.paths.filter((p) => p.class !== "address" && p.class !== "respelled");
    const left = el("div", {}, el("p", { class: "muted" }, "The workload's object"), el("ul", { class: "tree" }, branch(tree(workload), select)));
    if (pods.some((p) => p.steps)) left.append(el("p", { class: "muted" }, "Its pods"), el("ul", { class: "tree" }, branch(tree(pods), select)));
    if (beside.length) left.append(el("div", { class: "beside" }, el("p", { class: "muted" }, "No fixed place: formulas and filters"), ...beside.map((p) => chip(p, select))));
    return el("div", { class: "body" }, el("div", { class: "map" }, left, panel));
  }

  // Definitions are drawn when they are opened: a large catalog opens at once.
  function definitionCard(d) {
    const count = (s) => d.findings.filter((f) => f.severity === s).length;
    const card = el("details", { class: "card", id: "d-" + d.id },
      el("summary", {}, el("h3", {}, d.name || "(no name)"), el("span", { class: "muted mono" }, d.file),
        el("span", { class: "push" }, ...["error", "warning", "note"].filter(count).map((s) => el("span", { class: `sev sev-${s}` }, plural(count(s), s) + " "))),
        el("span", { class: "muted" }, plural(d.paths.length, "path"))));
    card.addEventListener("toggle", () => { if (card.open && !card.dataset.drawn) { card.dataset.drawn = "1"; card.append(definitionBody(d)); } });
    return card;
  }

  function snippet(s) {
    const pre = el("pre", {});
    pre.append(`${s.line} │ `, s.text.slice(0, s.from), el("mark", {}, s.text.slice(s.from, s.to) || " "), s.text.slice(s.to));
    return pre;
  }

  function findingCard(f) {
    const body = el("div", { class: "body" });
    if (f.snippet) body.append(snippet(f.snippet));
    for (const r of f.related || []) body.append(el("p", { class: "muted" }, `${r.file}:${r.line}:${r.column}: ${r.message}`));
    for (const x of f.fixes || []) {
      const pre = el("pre", {});
      for (const line of x.diff) pre.append(el("span", { class: line[0] === "+" ? "add" : line[0] === "-" ? "del" : "" }, line + "\n"));
      body.append(el("p", {}, `${x.safe ? "Fix" : "Unsafe fix"}: ${x.title}`), pre);
    }
    return el("article", { class: "card finding", id: f.id, tabindex: "-1" },
      el("div", { class: "body" },
        el("p", {}, el("span", { class: `sev sev-${f.severity}` }, f.severity), " ", el("a", { href: "#" + f.id, class: "mono" }, `${f.rule} ${f.name}`), " ",
          el("span", { class: "muted mono" }, `${f.file}:${f.line}:${f.column}`)),
        el("p", {}, f.message)), body);
  }

  // Filters.
  const findings = data.definitions.flatMap((d) => d.findings).concat(data.findings || []);
  const form = $("filters"), out = $("findings");
  const options = (id, values) => values.forEach((v) => form.elements[id].append(el("option", { value: v }, v)));
  options("rule", [...new Set(findings.map((f) => f.rule))].sort());
  options("definition", data.definitions.map((d) => d.name));
  const page = 200;
  let shown = page;

  function matches(f) {
    const v = (n) => form.elements[n].value;
    const text = v("text").trim().toLowerCase();
    return (!v("severity") || f.severity === v("severity")) && (!v("rule") || f.rule === v("rule")) && (!v("definition") || f.definition === v("definition")) &&
      (!text || [f.message, f.expression, f.component, f.field, f.file].some((s) => (s || "").toLowerCase().includes(text)));
  }
  function draw() {
    const list = findings.filter(matches);
    $("count").textContent = `${list.length} of ${plural(findings.length, "finding")}`;
    out.replaceChildren(...list.slice(0, shown).map(findingCard));
    if (list.length > shown) out.append(el("button", { type: "button", onclick: () => { shown += page; draw(); } }, `Show more (${list.length - shown})`));
  }
  form.addEventListener("input", () => { shown = page; draw(); });
  form.addEventListener("submit", (e) => e.preventDefault());
  form.addEventListener("reset", () => setTimeout(draw));
  $("definitions").append(...data.definitions.map(definitionCard));

  function follow() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!id) return;
    const at = findings.filter(matches).findIndex((f) => f.id === id);
    if (at >= shown) { shown = at + 1; draw(); }
    const target = $(id);
    if (target) { if (target.tagName === "DETAILS") target.open = true; target.scrollIntoView(); target.focus(); }
  }
  draw();
  follow();
  window.addEventListener("hashchange", follow);
})();
