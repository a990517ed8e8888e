#!/usr/bin/env python3
"""Makes the pages of docs/rules/, one for each rule, from the output of `warpproof spec`.

  tools/rule_pages.py PROGRAM write|check

`write` writes the pages; `check` fails if a page differs from what `write` would write, is missing, or belongs to no rule.
"""
import pathlib
import re
import subprocess
import sys

PAGES = pathlib.Path("docs/rules")
RULE = re.compile(r"^  ([a-z0-9.-]+) +(error|warning|note|off) +(.*)$")


def spec(program, *words):
    return subprocess.run([program, "spec", *words], check=True, text=True, stdout=subprocess.PIPE).stdout


def rules(program):
    """(name, level, statement) of each rule, in the order of the specification."""
    text = spec(program).split("\nPolicies:")[0]
    found = []
    for line in text.splitlines():
        match = RULE.match(line)
        if match:
            found.append((match[1], match[2], re.sub(r" \[[0-9.]+\]$", "", match[3]).replace(" (not checked yet)", "")))
    if len(found) < 20:
        sys.exit("warpproof spec lists too few rules")
    return found


def unwrapped(text):
    """One line, with names that begin in __ as code, which Markdown would take for bold text."""
    parts = " ".join(text.split()).split("`")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"(?<!\w)(__\w+(?:\(\))?)", r"`\1`", parts[i])
    return "`".join(parts)


def page(program, name):
    lines = spec(program, name).splitlines()
    facts, kernels, prose = [], [], []
    for line in lines[1:]:
        fact = re.match(r"^  (level|judged|guideline|source|help|checked) +(.*)$", line)
        kernel = re.match(r"^  (Breaks it|Keeps it) \((.*)\):$", line)
        if kernel:
            kernels.append((kernel[1], kernel[2], []))
        elif kernels:
            kernels[-1][2].append(line[4:])
        elif fact:
            facts.append([fact[1], fact[2]])
        elif facts and line.strip():
            facts[-1][1] += " " + line.strip()
        else:
            prose.append(line)
    out = [f"# {name}", ""]
    for paragraph in re.split(r"\n\s*\n", "\n".join(prose).strip()):
        out += [unwrapped(paragraph), ""]
    said = dict(facts)
    if "help" in said:
        out += [f"**Help:** {unwrapped(said.pop('help'))}.", ""]
    out += ["| | |", "|---|---|"]
    out += [f"| {key} | {unwrapped(value).replace('|', chr(92) + '|')} |" for key, value in said.items()]
    if [k[0] for k in kernels] != ["Breaks it", "Keeps it"]:
        sys.exit(f"{name} has no bad and good kernel")
    for what, launch, code in kernels:
        while code and not code[-1].strip():
            code.pop()
        out += ["", f"## {what}", "", f"With a {launch.replace(', ', ' threads, ')}:", "", "```", *code, "```"]
    return "\n".join(out) + "\n"


def pages(program):
    out = {}
    index = ["# Rules", "",
             "Each page has the meaning of a rule, a kernel that breaks it, the corrected kernel, and the documents that state the",
             "rule. Only errors make a violation. Levels are those of CUDA C++ on sm_80. `warpproof spec RULE` prints the same text.",
             "A test checks each kernel.", "",
             "| rule | level | fires when |", "|---|---|---|"]
    for name, level, statement in rules(program):
        out[f"{name}.md"] = page(program, name)
        index.append(f"| [{name}]({name}.md) | {level} | {unwrapped(statement).replace('|', chr(92) + '|')} |")
    out["README.md"] = "\n".join(index) + "\n"
    return out


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ("write", "check"):
        sys.exit(__doc__)
    made = pages(sys.argv[1])
    there = {path.name: path.read_text() for path in PAGES.glob("*.md")}
    if sys.argv[2] == "write":
        for name in there.keys() - made.keys():
            (PAGES / name).unlink()
        for name, text in made.items():
            (PAGES / name).write_text(text)
        return
    wrong = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
    if wrong:
        sys.exit(f"{', '.join(wrong)}: not what spec/ says now; tools/rule_pages.py PROGRAM write makes them")


if __name__ == "__main__":
    main()
