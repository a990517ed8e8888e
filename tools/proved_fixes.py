#!/usr/bin/env python3
"""Which bugs get a proved fix: `tools/proved_fixes.py WARPPROOF FILE ..`.

Checks each file with --fix-dry-run, for the launch in its first line, and prints a table by class: by the edit which a
person would make, as the class in the first line says.
"""
import json
import pathlib
import re
import subprocess
import sys

# By the class in the first line of a case: `class: stale-mask`.
CLASSES = [
    ("mask: exact, or from a ballot before the branch",
     ("self-not-in-mask", "stale-mask", "full-mask-divergent", "inactive-source", "loop-collective", "activemask-misuse",
      "match-misuse", "redux-misuse")),
    ("a barrier of the warp is added", ("missing-syncwarp", "divergent-syncwarp")),
    ("a barrier of the block is added", ("missing-syncthreads-raw", "missing-syncthreads-war", "missing-syncthreads-waw")),
    ("a barrier is moved out of a branch", ("divergent-barrier", "loop-barrier")),
]
OTHERS = "another edit"


def class_of(path):
    found = re.search(r"class: *(\S+)", path.read_text().split("\n", 1)[0])
    kind = found.group(1) if found else ""
    return next((name for name, kinds in CLASSES if kind in kinds), OTHERS)


def options_of(path):
    """The launch of a case, from its first line: `launch: grid(1) block(64,4)`. Numbers that it passes stay unknown."""
    head = path.read_text().split("\n", 1)[0]
    options = []
    for word in ("block", "grid"):
        found = re.search(word + r"\(([0-9,]+)\)", head)
        if found:
            options += ["--" + word, found.group(1)]
    return options


def check(tool, path):
    command = [tool, "check", str(path), "--fix-dry-run", "--format", "json", "-j", "1", *options_of(path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    kernels = json.loads(ran.stdout)["kernels"] if ran.stdout.startswith("{") else []
    broken = [k for k in kernels if k["verdict"] == "violation"]
    errors = [f for k in broken for f in k["findings"] if f["level"] == "error"]
    fix = next((k["fix"]["what"] for k in broken if k.get("fix")), None)
    return {"file": path.name, "class": class_of(path), "rule": errors[0]["rule"] if errors else None, "fix": fix}


def main():
    results = []
    for name in sys.argv[2:]:
        results.append(check(sys.argv[1], pathlib.Path(name)))
        print(json.dumps(results[-1]), file=sys.stderr, flush=True)
    print("| class | bugs | with a proved fix |\n|---|---|---|")
    all_bugs = all_fixed = 0
    for name in [name for name, _ in CLASSES] + [OTHERS]:
        of_class = [r for r in results if r["class"] == name]
        fixed = sum(r["fix"] is not None for r in of_class)
        print(f"| {name} | {len(of_class)} | {fixed} |")
        if name != OTHERS:
            all_bugs += len(of_class)
            all_fixed += fixed
    print(f"\n{all_fixed} of {all_bugs} bugs of these classes ({100 * all_fixed // max(all_bugs, 1)} %) have a proved fix.")


if __name__ == "__main__":
    main()
