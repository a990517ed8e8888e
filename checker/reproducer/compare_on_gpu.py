"""What a GPU does with kernels that break a rule, beside what warpproof predicts.

  compare_on_gpu.py emit WARPPROOF KERNELS OUT   writes a reproducer into OUT for each kernel file of the folder KERNELS
                                                 whose first line expects a violation
  compare_on_gpu.py run KERNELS OUT RESULTS      on a machine with a GPU and nvcc: builds and runs them, and the mended
                                                 kernels (NAME-ok.cu) with the same inputs
  compare_on_gpu.py table RESULTS                prints the table of docs/compared.md
  compare_on_gpu.py sanitize KERNELS OUT RESULTS there: builds each program, and the mended kernel's, and runs them under
                                                 each tool of compute-sanitizer
  compare_on_gpu.py sanitized RESULTS            prints the table of that
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys


def launch_of(first):
    """The options of `check` for "launch: grid(1) block(64) n=100" in a first line."""
    words = re.search(r"launch:\s*(.*?)(?:\s{2,}|$)", first)
    options = []
    for word in (words.group(1).split() if words else []):
        shape = re.fullmatch(r"(grid|block)\((.*)\)", word)
        if shape:
            options += ["--" + shape.group(1), shape.group(2)]
        elif re.fullmatch(r"\w+=-?\w+", word):
            options += ["--param", word]
    return options


def emit(warpproof, kernels, out):
    os.makedirs(out, exist_ok=True)
    for name in sorted(os.listdir(kernels)):
        path = os.path.join(kernels, name)
        if not name.endswith(".cu"):
            continue
        with open(path, encoding="utf-8") as source:
            first = source.readline()
        if "expect: unsafe" not in first:
            continue
        program = os.path.join(out, name)
        done = subprocess.run([warpproof, "check", path, *launch_of(first), "--emit-reproducer", program],
                              capture_output=True, text=True, check=False)
        said = [line for line in done.stderr.splitlines() if line.startswith("reproducer: ") or "error" in line]
        print(name, done.returncode, *said)


def build(program, source, binary, *flags):
    return subprocess.run(["nvcc", "-std=c++17", "-arch=native", "-w", f'-DWARPPROOF_SOURCE="{os.path.abspath(source)}"',
                           *flags, program, "-o", binary], capture_output=True, text=True, check=False)


def run_one(binary):
    """What it printed; empty where it was not built."""
    if not os.path.exists(binary):
        return ""
    try:
        done = subprocess.run([os.path.abspath(binary)], capture_output=True, text=True, timeout=90, check=False)
        return done.stdout
    except subprocess.TimeoutExpired:
        return "result: hang: the program had to be ended\n"


def field(text, name):
    found = re.search(rf"^{name}: (.*)$", text, re.M)
    return found.group(1) if found else ""


def build_all(kernels, out):
    """For each program of OUT: what nvcc said of it. Makes NAME.bug, and NAME.ok of the mended kernel, and both without
    delays, NAME.bug.plain and NAME.ok.plain: code for delays may change what the compiler makes of the rest."""
    def build_both(name):
        ok, program = os.path.join(kernels, name.replace("-bug", "-ok")), os.path.join(out, name)
        said = build(program, os.path.join(kernels, name), program + ".bug")
        build(program, os.path.join(kernels, name), program + ".bug.plain", "-DWARPPROOF_NO_DELAYS")
        if os.path.exists(ok):
            build(program, ok, program + ".ok")
            build(program, ok, program + ".ok.plain", "-DWARPPROOF_NO_DELAYS")
        return said.stderr

    names = sorted(n for n in os.listdir(out) if n.endswith(".cu"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names, pool.map(build_both, names)))


def run(kernels, out, results):
    built = build_all(kernels, out)
    names = sorted(built)
    rows = []
    for name in names:
        binary = os.path.join(out, name)
        row = {"kernel": name, "built": os.path.exists(binary + ".bug"), "nvcc": built[name][:400]}
        for which in ("bug", "ok", "bug.plain", "ok.plain"):
            row[which] = run_one(f"{binary}.{which}")
        rows.append(row)
        print(name, field(row["bug"], "result") or "not built", flush=True)
    with open(results, "w", encoding="utf-8") as to:
        json.dump(rows, to, indent=1)


def observed(row):
    """In words, and whether that is an effect of the mistake: of the programs without and with delays."""
    if not row["built"]:
        return "not built by nvcc", False
    plain, delayed = observed_of(row["bug.plain"], row["ok.plain"]), observed_of(row["bug"], row["ok"])
    return plain if plain[1] or not delayed[1] else delayed


def observed_of(bug, mended):
    result = field(bug, "result")
    if result.startswith("hang") and field(mended, "result").startswith("hang"):
        return "hang; but the mended kernel hangs, too", False
    if result.startswith(("hang", "error")):
        return result, True
    if result.startswith("differs from launch to launch"):
        if field(mended, "result").startswith("differs from launch to launch"):
            return "results differ from launch to launch; but the mended kernel's do, too", False
        return result.replace("differs", "results differ", 1), True
    other = field(mended, "outputs") not in ("", field(bug, "outputs"))
    if other:
        return "other results than the mended kernel's", True
    if result.startswith("differs"):
        return result.replace("differs from the evaluator's in ", "") + " differ from the evaluator", False
    return "nothing: the results of the evaluator", False


def table(results):
    with open(results, encoding="utf-8") as source:
        rows = json.load(source)
    print("| kernel | rule | predicted | observed on an H100 | effect seen |\n|---|---|---|---|---|")
    seen = 0
    for row in rows:
        what = row["bug"].split("\n")[0]
        rule = re.search(r": ([\w.-]+) at ", what)
        text, effect = observed(row)
        seen += effect
        predicted = field(row["bug"], "predicted")
        print(f"| `{row['kernel']}` | `{rule.group(1) if rule else '?'}` | {predicted} | {text} | {'yes' if effect else 'no'} |")
    print(f"\n{seen} of {len(rows)} show an effect.")


SANITIZERS = ("memcheck", "initcheck", "synccheck", "racecheck")


def findings_of(said):
    """How many errors a tool of compute-sanitizer counts; None where it did not come to an end."""
    found = re.search(r"RACECHECK SUMMARY: \d+ hazards? displayed \((\d+) errors?", said)
    found = found or re.search(r"ERROR SUMMARY: (\d+) errors?", said)
    return int(found.group(1)) if found else None


def sanitize_one(tool, binary):
    try:
        done = subprocess.run(["compute-sanitizer", "--tool", tool, "--target-processes", "all", os.path.abspath(binary)],
                              capture_output=True, text=True, timeout=60, check=False)
        return findings_of(done.stdout + done.stderr)
    except subprocess.TimeoutExpired:
        return None


def sanitize(kernels, out, results):
    def counts(name, which):
        binary = os.path.join(out, f"{name}.{which}")
        return {tool: sanitize_one(tool, binary) for tool in SANITIZERS} if os.path.exists(binary) else None

    def row_of(name):
        row = {"kernel": name, "bug": counts(name, "bug"), "ok": counts(name, "ok")}
        print(json.dumps(row), flush=True)
        return row

    names = [n for n in sorted(build_all(kernels, out)) if os.path.exists(os.path.join(out, n + ".bug"))]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(row_of, names))
    with open(results, "w", encoding="utf-8") as to:
        json.dump(rows, to, indent=1)


def sanitized(results):
    with open(results, encoding="utf-8") as source:
        rows = json.load(source)
    print(f"| kernel | {' | '.join(SANITIZERS)} |\n|---|{'---|' * len(SANITIZERS)}")
    word = {None: "no end"}
    for row in rows:
        cells = [row["bug"][tool] for tool in SANITIZERS]
        print(f"| `{row['kernel']}` | {' | '.join(word.get(n, str(n)) for n in cells)} |")
    for which, what in (("bug", "broken kernels"), ("ok", "mended kernels")):
        have = [row[which] for row in rows if row[which]]
        print(f"\n{sum(any(counts.values()) for counts in have)} of {len(have)} {what} have an error by one of the tools.")


if __name__ == "__main__":
    {"emit": emit, "run": run, "table": table, "sanitize": sanitize, "sanitized": sanitized}[sys.argv[1]](*sys.argv[2:])
