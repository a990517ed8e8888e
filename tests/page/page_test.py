"""The page of `--format html` in a browser: it opens, steps, reaches the error, light and dark, wide and narrow.

python3 page_test.py WARPPROOF KERNELS_DIR SELF_CHECK_JS
"""
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import browser

HOSTILE_NAME = "a<img src=x onerror=alert(1)>'&.cu"
HOSTILE = """// </script><script>window.warpproofWasAttacked = true;</script> \u202e<b>&amp;
__global__ void bad(int* out) {
  __shared__ int s[64];  // <!-- <script> --> "</title><img src=x onerror=window.warpproofWasAttacked=true>
  s[threadIdx.x] = threadIdx.x;  /* ]]> </pre></noscript><script>window.warpproofWasAttacked = true</script> */
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void launch(int* out) { bad<<<1, 64>>>(out); }
"""

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)


def page_of(warpproof, files, out, *options):
    done = subprocess.run([warpproof, "check", "--format", "html", "-o", out, *options, *files],
                          capture_output=True, text=True, check=False)
    expect(done.returncode in (0, 1, 2), f"exit status {done.returncode}: {done.stderr}")
    with open(out, encoding="utf-8") as text:
        return text.read()


class Outside(html.parser.HTMLParser):
    """What the page would fetch, and scripts in it."""

    def __init__(self):
        super().__init__()
        self.links, self.scripts, self.handlers = [], 0, []

    def handle_starttag(self, tag, attrs):
        if tag == "script":
            self.scripts += 1
        if tag in ("link", "img", "iframe", "object", "embed", "base", "form"):
            self.links.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "srcset", "action") and not (value or "").startswith("#"):
                self.links.append(f"{tag} {name}={value}")
            if name.startswith("on"):
                self.handlers.append(f"{tag} {name}")


def data_of(text):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S).group(1))


def check_self_contained(text, name):
    outside = Outside()
    outside.feed(text)
    expect(outside.links == [], f"{name}: the page names something outside of it: {outside.links}")
    expect(outside.handlers == [], f"{name}: handlers in the markup: {outside.handlers}")
    expect(outside.scripts == 2, f"{name}: {outside.scripts} scripts in place of the data and the page's own")
    expect("url(" not in text.split('id="data"')[0].split("<noscript>")[0], f"{name}: the style fetches something")


def with_self_check(text, script, folder, name):
    """A copy of the page that also runs the self-check; the page's own policy would not let it."""
    policy = re.search(r'<meta http-equiv="Content-Security-Policy".*?>\n', text).group(0)
    with open(script, encoding="utf-8") as check:
        copy = text.replace(policy, "").replace("</body>", "<script>" + check.read() + "</script></body>")
    path = os.path.join(folder, name + "-checked.html")
    with open(path, "w", encoding="utf-8") as out:
        out.write(copy)
    return path


def check_itself(text, script, folder, name):
    checked = with_self_check(text, script, folder, name)
    narrow = os.path.join(folder, name + "-narrow.html")
    with open(narrow, "w", encoding="utf-8") as out:
        out.write("<!doctype html><iframe width=390 height=1400 src='" + os.path.basename(checked) + "'></iframe><script>"
                  "addEventListener('message', (e) => { const p = document.createElement('pre');"
                  " p.textContent = e.data; document.body.append(p); });</script>")
    for what, path, size in (("wide", checked, (1400, 1000)), ("narrow", narrow, (600, 1500))):
        # The check runs while the page loads; the narrow one is heard of a moment later.
        dom = browser.run(["--virtual-time-budget=20000", "--dump-dom", "file://" + path], size)
        said = re.findall(r"<pre[^>]*>(self-check: .*?)</pre>", dom, re.S)
        expect(len(said) == 1 and said[0].startswith("self-check: good"), f"{name}, {what}: {said or dom[-2000:]}")
        if what == "narrow" and said:
            width = int(re.search(r"(\d+) wide", said[0]).group(1))
            expect(width <= 390, f"{name}: the narrow page is {width} wide")
        print(name, what, said[0].splitlines()[-1] if said else "")


def check_as_it_is(text, path, name):
    """The untouched page, its policy in force: it opens at the error, goes where its address says, in both themes."""
    data = data_of(text)
    first = next((f for k in data["kernels"] for f in k["findings"] if f["level"] == "error" and f["timeline"] >= 0), None)
    if first is None:
        return
    count = len(data["timelines"][first["timeline"]]["steps"])
    dom = browser.dump(path)
    expect(f'>step {first["step"] + 1} of {count}<' in dom, f"{name}: does not open at the error's step")
    number = [f for k in data["kernels"] for f in (k["findings"] or [None])].index(first) + 1
    for theme in ("light", "dark"):
        dom = browser.dump(path, f"finding={number}&step=1&theme={theme}")
        expect(f">step 1 of {count}<" in dom, f"{name}, {theme}: does not go to step 1")
        expect(f'data-theme="{theme}"' in dom, f"{name}: not {theme}")
    dom = browser.dump(path, f"finding={number}&step=error")
    expect(f'>step {first["step"] + 1} of {count}<' in dom, f"{name}: step=error")
    expect(re.search(r'<li data-line="%d" class="finding' % first["place"]["line"], dom), f"{name}: the line is not marked")


def check_timelines(data):
    """What the run is known to be."""
    kernels = {k["name"]: k for k in data["kernels"]}
    expect([kernels[n]["verdict"] for n in ("half_warp", "crossed", "reversed")] == ["violation", "violation", "proved"],
           "verdicts: " + str({n: k["verdict"] for n, k in kernels.items()}))
    crossed = kernels["crossed"]["findings"][0]
    timeline = data["timelines"][crossed["timeline"]]
    expect(timeline["waitFor"]["cycle"] is True and len(timeline["waitFor"]["groups"]) == 2, "crossed: no cycle of two")
    last = {}
    for step in timeline["steps"]:
        for warp, waiting, _, _, _ in step["state"]:
            last[warp] = waiting
    expect(last == {0: 0xffffffff}, f"crossed: all lanes wait at the end: {last}")
    half = [f for f in kernels["half_warp"]["findings"] if f["rule"] == "shfl.source-outside-mask"]
    timeline = data["timelines"][half[0]["timeline"]]
    error = timeline["steps"][half[0]["step"]]
    expect(error["lanes"] == 0xffff and error["mask"] == 0xffff, "half_warp: lanes and mask of the shuffle")
    expect(error["sources"] == [[lane, lane + 8, 1 if lane < 8 else 0] for lane in range(16)], "half_warp: who reads whom")


def main(warpproof, kernels, script):
    warpproof, kernels, script = (os.path.abspath(p) for p in (warpproof, kernels, script))
    folder = tempfile.mkdtemp(prefix="page")
    os.chdir(folder)
    # As a user would: files by relative names.
    names = sorted(os.listdir(kernels))
    for name in names:
        shutil.copyfile(os.path.join(kernels, name), name)
    with open(HOSTILE_NAME, "w", encoding="utf-8") as hostile:
        hostile.write(HOSTILE)
    for name, files in (("kernels", names), ("hostile", [HOSTILE_NAME])):
        path = name + ".html"
        text = page_of(warpproof, files, path)
        check_self_contained(text, name)
        check_itself(text, script, folder, name)
        check_as_it_is(text, path, name)
        if name == "kernels":
            check_timelines(data_of(text))
            expect(data_of(page_of(warpproof, files, "again.html")) == data_of(text), "the same page again")
    on_stdout = subprocess.run([warpproof, "check", "--format", "html", names[0]], capture_output=True, text=True, check=False)
    expect(on_stdout.stdout.startswith("<!doctype html>"), "standard output")
    shutil.rmtree(folder)
    if failures:
        sys.exit("\n".join(failures))
    print("good")


main(*sys.argv[1:])
