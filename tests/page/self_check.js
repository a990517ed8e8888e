// Runs in a copy of the page: steps through every finding as a reader would, and says what is not as it should be.
"use strict";
(() => {
const problems = [];
const expect = (holds, what) => { if (!holds) problems.push(what); };
const data = JSON.parse(document.getElementById("data").textContent);
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const text = (id) => (document.getElementById(id) ? document.getElementById(id).textContent : "");
const stepNumber = () => Number((/step (\d+) of/.exec(text("step")) || [])[1]);
let steps = 0;

// Relative luminance and contrast as WCAG 2.2 has them.
function colour(value) {
  const m = /rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)/.exec(value);
  return m ? [Number(m[1]), Number(m[2]), Number(m[3]), m[4] === undefined ? 1 : Number(m[4])] : [0, 0, 0, 0];
}
const channel = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
function behind(node) {
  for (let at = node; at; at = at.parentElement) {
    const c = colour(getComputedStyle(at).backgroundColor);
    if (c[3] > 0) return c;
  }
  return [255, 255, 255, 1];
}
const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
function checkContrast(theme) {
  const low = new Set();
  for (const node of document.querySelectorAll("body *")) {
    if (["SCRIPT", "STYLE", "NOSCRIPT"].includes(node.tagName) || node.closest("svg, noscript, .skip") || node.disabled) continue;
    if (![...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim() !== "")) continue;
    const style = getComputedStyle(node);
    if (parseFloat(style.fontSize) === 0 || node.getClientRects().length === 0) continue;
    const got = contrast(colour(style.color), behind(node));
    if (got < 4.5) low.add((node.className || node.tagName) + " " + got.toFixed(2));
  }
  expect(low.size === 0, theme + ": contrast below 4.5: " + [...low].join(", "));
}

function checkStep(timeline, finding, i) {
  ++steps;
  const step = timeline.steps[i];
  expect(stepNumber() === i + 1, "step " + (i + 1) + " shows as '" + text("step") + "'");
  const here = document.querySelectorAll("#source li.here");
  const known = (data.files[step.file] || []).some(([first, lines]) => step.line >= first && step.line < first + lines.length);
  if (known) expect(here.length === 1 && Number(here[0].dataset.line) === step.line, "step " + (i + 1) + ": line " + step.line + " is not marked");
  const lanes = document.querySelectorAll("#warp .line")[0].querySelectorAll(".lane");
  expect(lanes.length === 32, "32 lanes are drawn");
  const active = [...lanes].filter((l) => l.classList.contains("active")).length;
  if (step.warp >= 0) {
    let wanted = 0;
    for (let lane = 0; lane < 32; ++lane) wanted += step.acts && (step.lanes >>> lane) & 1 ? 1 : 0;
    expect(active === wanted, "step " + (i + 1) + ": " + active + " active lanes in place of " + wanted);
  }
  if (step.sources) {
    expect(document.querySelectorAll("#arrows line").length === step.sources.length, "step " + (i + 1) + ": arrows");
    expect(document.querySelectorAll("#arrows line.bad").length === step.sources.filter((s) => !s[2]).length, "step " + (i + 1) + ": bad arrows");
  }
  expect(document.documentElement.scrollWidth <= document.documentElement.clientWidth, "step " + (i + 1) + ": the page scrolls sideways");
}

const findings = data.kernels.flatMap((k) => k.findings);
const entry = (i) => document.querySelectorAll("#list [data-entry]")[i];
const entries = document.querySelectorAll("#list [data-entry]").length;
expect(entries === data.kernels.reduce((n, k) => n + Math.max(1, k.findings.length), 0), "every kernel and finding is in the list");
let at = 0;
for (const kernel of data.kernels) {
  if (kernel.findings.length === 0) {
    entry(at++).click();
    expect(document.getElementById("main").textContent.includes(kernel.name), kernel.name + " is shown");
    for (const a of kernel.assumptions) expect(document.getElementById("main").textContent.includes(a), "assumption: " + a);
  }
  for (const finding of kernel.findings) {
    entry(at++).click();
    expect(document.querySelector("h1").textContent === finding.message, finding.rule + ": the message is shown");
    if (finding.timeline < 0) continue;
    const timeline = data.timelines[finding.timeline];
    expect(stepNumber() === finding.step + 1, finding.rule + ": opens at its step");
    press("Home");
    for (let i = 0; i < timeline.steps.length; ++i) {
      checkStep(timeline, finding, i);
      press("ArrowRight");
    }
    expect(stepNumber() === timeline.steps.length, "no step behind the last");
    expect(document.getElementById("forward").disabled, "the button forward is off at the end");
    press("Home");
    expect(stepNumber() === 1, "Home goes to the first step");
    press("End");
    expect(stepNumber() === timeline.steps.length, "End goes to the last step");
    press("ArrowLeft");
    expect(stepNumber() === Math.max(1, timeline.steps.length - 1), "the arrow to the left goes back");
    press("e");
    expect(stepNumber() === finding.step + 1, "e goes to the error");
    if (finding.level === "error") expect(document.getElementById("says").classList.contains("error"), finding.rule + ": its step tells of the error");
    document.getElementById("back").click();
    document.getElementById("forward").click();
    expect(stepNumber() === finding.step + 1, "the buttons step");
    for (const _ of timeline.warps) press("w");
    expect(stepNumber() === finding.step + 1, "w keeps the step");
    if (timeline.waitFor) expect(document.querySelectorAll(".chain li").length === timeline.waitFor.groups.length, "who waits for whom");
  }
}
if (findings.length > 1) {
  const before = document.querySelector("h1").textContent + location.hash;
  press("f");
  expect(document.querySelector("h1").textContent + location.hash !== before, "f goes to the next finding");
}
for (const theme of ["light", "dark"]) {
  while (document.documentElement.dataset.theme !== theme) press("t");
  checkContrast(theme);
}
for (const button of document.querySelectorAll("button, input")) {
  expect((button.getAttribute("aria-label") || button.textContent).trim() !== "", "a control without a name");
}
expect(!window.warpproofWasAttacked, "text of the input ran as a script");
const out = document.createElement("pre");
out.id = "self-check";
out.textContent = (problems.length === 0 ? "self-check: good" : "self-check: " + problems.length + " problems\n" + problems.slice(0, 20).join("\n")) +
  "\n" + findings.length + " findings, " + steps + " steps, " + innerWidth + " wide\n";
document.body.append(out);
if (window.parent !== window) window.parent.postMessage(out.textContent, "*");
})();
