// The page of a report: kernels and findings at the side, the run of a finding step by step.
// All text comes from #data and becomes text nodes: nothing of it is ever read as markup.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const LANES = 32;
const SVG = "http://www.w3.org/2000/svg";

// ---- small helpers ----
function el(tag, attributes, ...children) {
  const out = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === false || value === undefined || value === null) continue;
    if (name === "class") out.className = value;
    else if (name.startsWith("on")) out.addEventListener(name.slice(2), value);
    else out.setAttribute(name, value === true ? "" : String(value));
  }
  out.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return out;
}
const has = (mask, lane) => ((mask >>> lane) & 1) === 1;
const hex = (mask) => "0x" + (mask >>> 0).toString(16).padStart(8, "0");
const count = (n, what) => n + " " + what + (n === 1 ? "" : "s");
// "lanes 0-3, 7"
function lanesText(mask) {
  const parts = [];
  for (let lane = 0; lane < LANES; ++lane) {
    if (!has(mask, lane)) continue;
    let end = lane;
    while (end + 1 < LANES && has(mask, end + 1)) ++end;
    parts.push(lane === end ? String(lane) : lane + "-" + end);
    lane = end;
  }
  const one = parts.length === 1 && !parts[0].includes("-");
  return parts.length === 0 ? "no lane" : (one ? "lane " : "lanes ") + parts.join(", ");
}
const placeText = (p) => p.file + (p.line > 0 ? ":" + p.line + (p.column > 0 ? ":" + p.column : "") : "");
const WORD = { proved: "proved", violation: "violation", unknown: "unknown" };

// ---- what the steps leave: the state of every warp at every step ----
function statesOf(timeline) {
  let now = timeline.warps.map(() => ({ waiting: 0, exited: 0, stopped: 0, where: [] }));
  return timeline.steps.map((step) => {
    if (step.state.length > 0) now = now.slice();
    for (const [warp, waiting, exited, stopped, where] of step.state) now[warp] = { waiting, exited, stopped, where };
    return now;
  });
}
for (const timeline of data.timelines) timeline.states = statesOf(timeline);

function laneState(timeline, index, warp, lane) {
  const step = timeline.steps[index], state = timeline.states[index][warp];
  if (!has(timeline.warps[warp].exists, lane)) return "absent";
  if (step.warp === warp && has(step.lanes, lane) && step.acts) return "active";
  if (has(state.stopped, lane)) return "stopped";
  if (has(state.exited, lane)) return "exited";
  if (has(state.waiting, lane)) return "waiting";
  return "ready";
}

// ---- findings in the order of the list ----
const entries = [];  // {kernel, finding or null}
data.kernels.forEach((kernel) => {
  if (kernel.findings.length === 0) entries.push({ kernel, finding: null });
  for (const finding of kernel.findings) entries.push({ kernel, finding });
});
const view = { entry: 0, step: 0, warp: 0, theme: "" };
const timelineOf = (finding) => (finding && finding.timeline >= 0 ? data.timelines[finding.timeline] : null);
const current = () => entries[view.entry];

// ---- theme ----
const dark = window.matchMedia("(prefers-color-scheme: dark)");
function showTheme() {
  const theme = view.theme || (dark.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  document.getElementById("theme").textContent = theme === "dark" ? "Light" : "Dark";
}
function toggleTheme() {
  view.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  showTheme();
  writeHash();
}

// ---- the address: #finding=2&step=17&warp=0&theme=dark; numbers from 1, step=error ----
function writeHash() {
  const words = ["finding=" + (view.entry + 1), "step=" + (view.step + 1), "warp=" + view.warp];
  if (view.theme) words.push("theme=" + view.theme);
  try { history.replaceState(null, "", "#" + words.join("&")); } catch { /* some viewers of local files refuse */ }
}
function readHash() {
  const words = new URLSearchParams(location.hash.slice(1));
  const theme = words.get("theme");
  if (theme === "dark" || theme === "light") view.theme = theme;
  const entry = Number(words.get("finding"));
  select(Number.isInteger(entry) && entry >= 1 && entry <= entries.length ? entry - 1 : firstOfNote(), false);
  const step = Number(words.get("step"));
  if (words.get("step") === "error") toError();
  else if (Number.isInteger(step) && step >= 1) go(step - 1);
  const warp = words.get("warp"), timeline = timelineOf(current() && current().finding);
  if (warp !== null && timeline && timeline.warps[Number(warp)]) showWarp(Number(warp));
}
function firstOfNote() {
  const error = entries.findIndex((e) => e.finding && e.finding.level === "error");
  return error >= 0 ? error : Math.max(0, entries.findIndex((e) => e.finding));
}

// ---- the list at the side ----
function makeList() {
  const list = document.getElementById("list");
  const items = [];
  let index = 0;
  for (const kernel of data.kernels) {
    const first = index;
    const findings = kernel.findings.map((finding) => {
      const at = index++;
      return el("li", {}, el("button", { type: "button", "data-entry": at, onclick: () => select(at, true) },
        el("span", { class: "badge " + finding.level }, finding.level), " " + finding.rule,
        el("span", { class: "sub" }, "line " + finding.place.line)));
    });
    if (findings.length === 0) ++index;
    items.push(el("li", {},
      el("button", { type: "button", class: "kernel", "data-kernel": first, "data-entry": findings.length === 0 ? first : undefined,
                     onclick: () => select(first, true) },
        kernel.name + " ", el("span", { class: "badge " + kernel.verdict }, WORD[kernel.verdict]),
        el("span", { class: "sub" }, kernel.file)),
      findings.length > 0 ? el("ul", {}, findings) : null));
  }
  list.replaceChildren(el("ul", {}, items));
  const number = (verdict) => data.kernels.filter((k) => k.verdict === verdict).length;
  document.title = "warpproof: " + count(number("violation"), "violation") + " in " + count(data.kernels.length, "kernel");
  document.getElementById("totals").textContent = data.kernels.length === 0 ? "no kernel was checked"
    : count(data.kernels.length, "kernel") + ": " + number("proved") + " proved, " +
      count(number("violation"), "violation") + ", " + number("unknown") + " unknown";
}
function markList() {
  for (const button of document.querySelectorAll("#list button")) {
    const here = button.dataset.entry === String(view.entry);
    if (here) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
  }
}

// ---- source ----
const KEYWORDS = new Set(("if else for while do return break continue switch case default const constexpr static inline " +
  "template typename class struct using namespace void int unsigned signed float double bool char short long auto true " +
  "false sizeof goto enum union extern volatile operator this new delete nullptr").split(" "));
const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b\d[\w.']*|[A-Za-z_]\w*/g;
function classOf(token) {
  if (token.startsWith("//") || token.startsWith("/*")) return "c";
  if (token[0] === '"' || token[0] === "'") return "s";
  if (/\d/.test(token[0])) return "n";
  if (KEYWORDS.has(token)) return "k";
  return /^__\w+|^(threadIdx|blockIdx|blockDim|gridDim|warpSize)$/.test(token) ? "i" : "";
}
// Nodes of one line; `inside`: it begins within a comment. Returns whether the next one does.
function highlight(text, inside, into) {
  let at = 0;
  if (inside) {
    const end = text.indexOf("*/");
    at = end < 0 ? text.length : end + 2;
    into.append(el("span", { class: "c" }, text.slice(0, at)));
    if (end < 0) return true;
  }
  TOKEN.lastIndex = at;
  let open = false;
  for (let m; (m = TOKEN.exec(text));) {
    into.append(text.slice(at, m.index));
    const kind = classOf(m[0]);
    into.append(kind ? el("span", { class: kind }, m[0]) : m[0]);
    at = m.index + m[0].length;
    open = m[0].startsWith("/*") && !m[0].endsWith("*/");
  }
  into.append(text.slice(at));
  return open;
}
let shownFile = null;
function makeSource(file, finding) {
  const list = el("ol", {});
  const parts = data.files[file] || [];
  let next = 1;
  for (const [first, lines] of parts) {
    if (first > next) list.append(el("li", { class: "gap" }, "\u22ef lines " + next + " to " + (first - 1)));
    let inside = false;
    lines.forEach((text, i) => {
      const number = first + i;
      const code = el("code", {});
      inside = highlight(text, inside, code);
      const marked = finding && finding.place.file === file && finding.place.line === number;
      list.append(el("li", { "data-line": number, class: marked ? "finding" : "" },
        el("span", { class: "number" }, String(number)), code, marked ? el("span", { class: "note is-error" }, finding.rule) : null));
    });
    next = first + lines.length;
  }
  if (parts.length === 0) list.append(el("li", { class: "gap" }, "the source cannot be read"));
  shownFile = file;
  return list;
}
function scrollWithin(box, item, share) {
  const top = item.offsetTop - box.offsetTop * (box.contains(item.offsetParent) && item.offsetParent !== box ? 1 : 0);
  if (top < box.scrollTop + 30 || top > box.scrollTop + box.clientHeight - 60) box.scrollTop = Math.max(0, top - box.clientHeight * share);
}
function showSource(step) {
  const { finding } = current();
  const box = document.getElementById("source");
  const file = step ? step.file : finding.place.file;
  if (file !== shownFile) {
    box.replaceChildren(makeSource(file, finding));
    document.getElementById("file").textContent = file;
  }
  for (const line of box.querySelectorAll(".here")) { line.classList.remove("here"); line.removeAttribute("aria-current"); }
  for (const note of box.querySelectorAll(".waits, .stands")) note.remove();
  const lineOf = (number) => box.querySelector('[data-line="' + Number(number) + '"]');
  const here = lineOf(step ? step.line : finding.place.line);
  if (here) {
    here.classList.add("here");
    here.setAttribute("aria-current", "step");
    scrollWithin(box, here, 0.4);
  }
  const timeline = timelineOf(finding);
  if (!timeline || !step) return;
  for (const [mask, where, line, waits] of timeline.states[view.step][view.warp].where) {
    const at = where === file ? lineOf(line) : null;
    const shown = mask & ~(step.warp === view.warp && step.acts ? step.lanes : 0);
    if (at && shown !== 0) at.append(el("span", { class: "note " + (waits ? "waits" : "stands") }, lanesText(shown) + (waits ? " wait here" : " next here")));
  }
}

// ---- the warp ----
function laneRow(timeline, index, warp, big) {
  const step = timeline.steps[index];
  const marked = step.warp === warp ? step.marked || 0 : 0;
  const cells = [];
  for (let lane = 0; lane < LANES; ++lane) {
    const state = laneState(timeline, index, warp, lane);
    const kind = state + (has(marked, lane) ? " marked" : "");
    cells.push(big ? el("span", { class: "lane " + kind, title: "lane " + lane + ": " + (state === "ready" ? "ready, elsewhere" : state) }, String(lane))
                   : el("i", { class: kind }));
  }
  return el("div", { class: "lanes", "aria-hidden": big ? undefined : "true" }, cells);
}
function describe(timeline, index, warp) {
  const by = new Map();
  for (let lane = 0; lane < LANES; ++lane) {
    const state = laneState(timeline, index, warp, lane);
    by.set(state, (by.get(state) || 0) | (1 << lane));
  }
  return [...by].map(([state, mask]) => lanesText(mask) + ": " + state).join("; ");
}
function bits(mask) {
  const cells = [];
  for (let lane = 0; lane < LANES; ++lane) cells.push(el("span", { class: has(mask, lane) ? "one" : "" }, has(mask, lane) ? "1" : "0"));
  return el("div", { class: "lanes bits", "aria-hidden": "true" }, cells);
}
function gridRow(label, body, right) {
  return el("div", { class: "line" }, el("span", { class: "label" }, label, right ? el("code", { class: "hex" }, right) : null), body);
}
// From the lane that is read, above, to the lane that reads it, below. Drawn by drawArrows() once its width is known.
function arrows(step) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "arrows");
  svg.setAttribute("id", "arrows");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "who reads whom: " + step.sources.map(([lane, from, good]) =>
    "lane " + lane + " reads lane " + from + (good ? "" : ", which is not there")).join("; "));
  return svg;
}
function drawArrows() {
  const svg = document.getElementById("arrows");
  if (!svg) return;
  const width = svg.clientWidth, height = svg.clientHeight, cell = width / LANES;
  const shape = (name, attributes, kind) => {
    const out = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) out.setAttribute(key, value);
    out.setAttribute("class", kind);
    return out;
  };
  const step = timelineOf(current().finding).steps[view.step];
  svg.replaceChildren(...step.sources.flatMap(([lane, from, good]) => {
    const x1 = (from + 0.5) * cell, x2 = (lane + 0.5) * cell, y1 = 2, y2 = height - 2;
    const length = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const head = Math.min(7, cell * 0.6), bx = x2 - ux * head, by = y2 - uy * head, side = head * 0.5;
    const kind = !good ? "bad" : lane === from ? "own" : "";
    return [shape("line", { x1, y1, x2: bx, y2: by }, kind),
      shape("polygon", { points: [[x2, y2], [bx - uy * side, by + ux * side], [bx + uy * side, by - ux * side]].map((p) => p.join(",")).join(" ") }, kind)];
  }));
}
function readers(step) {
  const cells = [];
  const by = new Map(step.sources.map(([lane, from, good]) => [lane, [from, good]]));
  for (let lane = 0; lane < LANES; ++lane) {
    const read = by.get(lane);
    cells.push(el("span", { class: "lane" + (read ? " active" : "") + (read && !read[1] ? " marked" : ""),
      title: read ? "lane " + lane + " reads lane " + read[0] : "lane " + lane + " does not read" }, read ? String(read[0]) : ""));
  }
  return el("div", { class: "lanes" }, cells);
}
function showWarpPanel() {
  const { finding } = current(), timeline = timelineOf(finding);
  const step = timeline.steps[view.step], warp = view.warp;
  const buttons = timeline.warps.map((w, i) => el("button", { type: "button", "aria-pressed": i === warp ? "true" : "false",
    class: step.warp === i ? "acts" : "", onclick: () => showWarp(i) }, w.name));
  const lanes = laneRow(timeline, view.step, warp, true);
  lanes.setAttribute("role", "img");
  lanes.setAttribute("aria-label", describe(timeline, view.step, warp));
  const own = step.warp === warp;
  const state = timeline.states[view.step][warp];
  const grid = el("div", { class: "grid" }, gridRow("lanes", lanes));
  if (own && step.sources) grid.append(gridRow("who reads whom", arrows(step)), gridRow("reads from lane", readers(step)));
  const active = own && step.acts ? step.lanes : 0;
  grid.append(gridRow("active", bits(active), hex(active)));
  if (own && step.mask !== undefined) grid.append(gridRow("member mask", bits(step.mask), hex(step.mask)));
  const waiting = state.waiting & ~active;
  if (waiting) grid.append(gridRow("waiting", bits(waiting), hex(waiting)));
  const legend = [["active", "executes this step"], ["ready", "ready, elsewhere"], ["waiting", "waiting"], ["exited", "exited"],
                  ["stopped", "stopped (trap)"], ["absent", "absent"]];
  const box = document.getElementById("warp");
  box.replaceChildren(el("h2", {}, "Warp, lane 0 at the left"), ...[timeline.warps.length > 1 ? el("div", { class: "warps", role: "group", "aria-label": "Warps" }, buttons) : null, grid,
    el("div", { class: "legend" }, legend.filter(([s]) => s !== "stopped" || timeline.states.some((all) => all.some((w) => w.stopped)))
      .map(([s, text]) => el("span", {}, el("i", { class: s }), text)), el("span", {}, el("i", { class: "marked" }), "in the finding"))].filter((part) => part));
  drawArrows();
}

// ---- lanes by time ----
let timeRows = [];
function makeTime() {
  const timeline = timelineOf(current().finding);
  timeRows = [];
  const items = [];
  timeline.steps.forEach((step, i) => {
    const missing = step.number - (i > 0 ? timeline.steps[i - 1].number : 0) - 1;
    if (missing > 0) items.push(el("div", { class: "cut" }, "\u22ef " + count(missing, "step") + " left out"));
    if (step.warp !== view.warp && step.warp >= 0 && !step.state.some(([warp]) => warp === view.warp)) return;
    const row = el("div", { class: "row" + (step.kind === "error" || step.kind === "deadlock" ? " is-error" : ""), role: "option", id: "row" + i,
      "aria-selected": "false", "aria-label": "step " + (i + 1) + ", line " + step.line + ": " + step.what, onclick: () => go(i, true) },
      el("span", { class: "at" }, step.number + " \u00b7 " + (step.line > 0 ? "L" + step.line : "")), laneRow(timeline, i, view.warp, false),
      el("span", { class: "what", title: step.what }, step.what));
    timeRows.push([i, row]);
    items.push(row);
  });
  document.getElementById("time").replaceChildren(...items);
}
function markTime() {
  const box = document.getElementById("time");
  let shown = null;
  for (const [i, row] of timeRows) {
    const here = i === view.step;
    row.setAttribute("aria-selected", here ? "true" : "false");
    if (i <= view.step) shown = row;
  }
  if (shown) { scrollWithin(box, shown, 0.5); box.setAttribute("aria-activedescendant", shown.id); }
}

// ---- what the step changed ----
function valuesNode(values) {
  return el("td", { class: "values mono" }, values.map(([mask, text]) => el("span", {}, values.length === 1 ? text : lanesText(mask).replace(/^lanes? /, "") + ": " + text)));
}
function showChanges() {
  const step = timelineOf(current().finding).steps[view.step];
  const rows = (step.instructions || []).map((i) => el("tr", {}, el("td", {}, el("code", {}, i.text)),
    el("td", { class: "mono" }, i.register || ""), i.values && i.values.length > 0 ? valuesNode(i.values) : el("td", {}, "")));
  const memory = (step.memory || []).map((m) => el("tr", {}, el("td", { class: "nowrap" }, m.what + " bytes"), el("td", { class: "mono nowrap" }, m.where), valuesNode(m.values)));
  const results = step.values ? [el("tr", {}, el("td", {}, "result"), el("td", {}, ""), valuesNode(step.values))] : [];
  const table = (heads, body) => el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": heads[0] }, el("table", {},
    el("thead", {}, el("tr", {}, heads.map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, body)));
  const parts = [];
  if (memory.length > 0) parts.push(el("h2", {}, "Memory in this step"), table(["Access", "Where", "By lane"], memory));
  if (rows.length + results.length > 0) parts.push(el("h2", {}, "Registers written in this step"), table(["Instruction (PTX)", "Register", "By lane"], rows.concat(results)));
  if (step.more > 0) parts.push(el("p", { class: "none" }, count(step.more, "more instruction") + " of this step are not shown"));
  document.getElementById("changes").replaceChildren(...(parts.length > 0 ? parts : [el("p", { class: "none" }, "No register and no memory changes in this step.")]));
}
function waitForPanel(timeline) {
  const chain = timeline.waitFor;
  if (!chain || chain.groups.length === 0) return null;
  const items = chain.groups.map((g) => el("li", {}, el("strong", {}, g.who), el("span", {}, g.at + (g.line > 0 ? " (" + g.file + ":" + g.line + ")" : ""))));
  return el("section", { class: "panel", "aria-label": "Who waits for whom" }, el("h2", {}, chain.cycle ? "Wait-for cycle" : "Who waits for whom"),
    el("ol", { class: "chain" }, items), chain.cycle ? el("p", { class: "chain back" }, "\u21ba the last waits for the first") : null);
}

// ---- facts below ----
function list(title, items) {
  return items.length === 0 ? null : el("section", { class: "panel" }, el("h2", {}, title), el("ul", { class: "plain" }, items.map((i) => el("li", {}, i))));
}
function facts(pairs) {
  return el("dl", { class: "facts" }, pairs.filter(([, value]) => value).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}
function kernelPanels(kernel) {
  const at = (u) => u.reason + (u.place.line > 0 ? " (" + placeText(u.place) + ")" : "");
  return [
    el("section", { class: "panel" }, el("h2", {}, "Verdict"), facts([["kernel", kernel.name], ["file", kernel.file], ["verdict", WORD[kernel.verdict]],
      ["holds for", kernel.holds_for], ["violated for", kernel.violated_for], ["block", kernel.block], ["grid", kernel.grid], ["launch", kernel.launch], ["safe if", kernel.safe_if]])),
    list("Why it is unknown", kernel.unknown.map(at)), list("Assumptions", kernel.assumptions), list("Approximations", kernel.approximations),
    list("Not decided", kernel.undecided.map((u) => u.rule + ": " + at(u))), list("Notes", kernel.notes)];
}
function findingPanels(finding) {
  const rerun = finding.rerun ? el("section", { class: "panel" }, el("h2", {}, "The same run again"), el("div", { class: "command" }, el("code", {}, finding.rerun),
    el("button", { type: "button", onclick: (e) => copy(finding.rerun, e.target) }, "Copy"))) : null;
  return [el("section", { class: "panel" }, el("h2", {}, "The run"), facts([["launch", finding.launch], ["threads", finding.lanes], ["replayed", finding.replayed ? "yes, on the evaluator" : "no"],
      ...finding.inputs.map(([name, value]) => [name, el("code", {}, value)])])),
    list("Related places", finding.related.map((r) => placeText(r) + ": " + r.message)),
    el("section", { class: "panel" }, el("h2", {}, "The rule"), el("p", {}, finding.about)), rerun];
}
function copy(text, button) {
  const done = () => { button.textContent = "Copied"; };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => { button.textContent = "Select the text"; });
  else button.textContent = "Select the text";
}

// ---- the whole view of one entry ----
function controls(timeline) {
  const button = (id, label, text, action, extra) => el("button", { type: "button", id, "aria-label": label, onclick: action, class: extra || "" }, text);
  return el("div", { class: "panel controls", role: "group", "aria-label": "Steps" },
    button("first", "First step", "|\u25c0", () => go(0)), button("back", "Step back", "\u25c0 Back", () => go(view.step - 1)),
    button("forward", "Step forward", "Step \u25b6", () => go(view.step + 1)), button("last", "Last step", "\u25b6|", () => go(timeline.steps.length - 1)),
    el("input", { type: "range", id: "slider", min: 1, max: timeline.steps.length, value: 1, "aria-label": "Step", oninput: (e) => go(Number(e.target.value) - 1) }),
    el("output", { id: "step", for: "slider", "aria-live": "polite" }, ""),
    button("error", "Go to the error", "Error", toError, "to-error"), button("next", "Next finding", "Next finding", nextFinding),
    el("p", { class: "keys" }, el("kbd", {}, "\u2190"), " ", el("kbd", {}, "\u2192"), " step  ", el("kbd", {}, "Home"), " ", el("kbd", {}, "End"), " first, last  ",
      el("kbd", {}, "e"), " error  ", el("kbd", {}, "f"), " next finding  ", el("kbd", {}, "w"), " next warp  ", el("kbd", {}, "t"), " light or dark"));
}
function headOf(kernel, finding) {
  if (!finding) {
    return el("div", { class: "head" }, el("h1", {}, kernel.name, " ", el("span", { class: "badge " + kernel.verdict }, WORD[kernel.verdict])), el("p", { class: "where" }, kernel.summary));
  }
  return el("div", { class: "head" }, el("p", {}, el("span", { class: "badge " + finding.level }, finding.level + ": " + finding.rule)),
    el("h1", {}, finding.message), el("p", { class: "where" }, "kernel " + kernel.name + ", " + placeText(finding.place) + (finding.lanes ? ", " + finding.lanes : "")));
}
function sourcePanel(place) {
  return el("section", { class: "panel code", "aria-label": "Source" }, el("p", { class: "file mono", id: "file" }, place.file),
    el("div", { class: "source", id: "source", tabindex: "0", role: "region", "aria-label": "Source text" }));
}
function select(index, focus) {
  if (entries.length === 0) return;
  view.entry = index;
  view.step = 0;
  const { kernel, finding } = current(), timeline = timelineOf(finding);
  const main = document.getElementById("main");
  shownFile = null;
  const parts = [headOf(kernel, finding)];
  if (timeline) parts.push(controls(timeline));
  if (finding) {
    const right = el("div", { class: "stack" },
      timeline ? [el("section", { class: "panel", id: "warp", "aria-label": "Warp" }),
        el("section", { class: "panel" }, el("h2", {}, "Lanes by time"), el("div", { class: "time", id: "time", role: "listbox", tabindex: "0", "aria-label": "Steps of this warp" })),
        waitForPanel(timeline), el("section", { class: "panel", id: "changes", "aria-label": "What the step changed" })]
        : el("section", { class: "panel" }, el("p", { class: "none" }, finding.why_no_steps)));
    const says = timeline ? el("p", { class: "says", id: "says", "aria-live": "polite" }) : null;
    parts.push(says, el("div", { class: "columns" }, sourcePanel(finding.place), right), el("div", { class: "stack below" }, findingPanels(finding), kernelPanels(kernel)));
  } else {
    parts.push(el("div", { class: "stack" }, kernelPanels(kernel)));
  }
  main.replaceChildren(...parts.filter((p) => p));
  document.querySelectorAll(".stack.below > .panel:first-child").forEach((p) => { p.style.marginTop = "12px"; });
  markList();
  if (timeline) {
    view.warp = Math.max(0, timeline.steps[finding.step].warp);
    makeTime();
    toError();
  } else if (finding) {
    showSource(null);
  }
  if (focus) main.focus({ preventScroll: true });
  writeHash();
}
function go(step, keepWarp) {
  const { finding } = current(), timeline = timelineOf(finding);
  if (!timeline) return;
  view.step = Math.min(Math.max(0, step), timeline.steps.length - 1);
  const now = timeline.steps[view.step];
  if (!keepWarp && now.warp >= 0 && now.warp !== view.warp) { view.warp = now.warp; makeTime(); }
  document.getElementById("slider").value = String(view.step + 1);
  document.getElementById("slider").setAttribute("aria-valuetext", "step " + now.number + ": " + now.what);
  document.getElementById("step").textContent = "step " + (view.step + 1) + " of " + timeline.steps.length;
  document.getElementById("back").disabled = document.getElementById("first").disabled = view.step === 0;
  document.getElementById("forward").disabled = document.getElementById("last").disabled = view.step === timeline.steps.length - 1;
  const says = document.getElementById("says");
  says.textContent = (timeline.warps.length > 1 && now.warp >= 0 ? timeline.warps[now.warp].name + ", " : "") + (now.warp >= 0 ? lanesText(now.lanes) + ": " : "") + now.what;
  says.classList.toggle("error", now.kind === "error" || now.kind === "deadlock");
  showSource(now);
  showWarpPanel();
  markTime();
  showChanges();
  writeHash();
}
function showWarp(warp) {
  view.warp = warp;
  makeTime();
  showWarpPanel();
  showSource(timelineOf(current().finding).steps[view.step]);
  markTime();
  writeHash();
}
function toError() {
  const { finding } = current();
  if (timelineOf(finding)) go(finding.step);
}
function nextFinding() {
  for (let i = 1; i <= entries.length; ++i) {
    const at = (view.entry + i) % entries.length;
    if (entries[at].finding) return select(at, false);
  }
}
function nextWarp() {
  const timeline = timelineOf(current() && current().finding);
  if (timeline) showWarp((view.warp + 1) % timeline.warps.length);
}

const KEYS = { ArrowLeft: () => go(view.step - 1), ArrowRight: () => go(view.step + 1), Home: () => go(0),
               End: () => go(Number.MAX_SAFE_INTEGER), e: toError, f: nextFinding, w: nextWarp, t: toggleTheme };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key) || entries.length === 0) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.getElementById("theme").addEventListener("click", toggleTheme);
dark.addEventListener("change", showTheme);
window.addEventListener("hashchange", readHash);
window.addEventListener("resize", drawArrows);
makeList();
readHash();
showTheme();
})();
