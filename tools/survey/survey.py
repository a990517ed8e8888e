"""How a set of kernels is decided: a table, its counts, two tables compared. See README.md beside it."""

import argparse
import collections
import csv
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

from tools.survey import ptx

COLUMNS = ["kernel", "file", "body", "block", "verdict", "cause", "detail", "effort", "seconds", "megabytes"]
DEFINITE = ("proved", "violation")


class SurveyError(Exception):
    """Bad input, with a sentence for people."""


# --- which kernels ---

def modules(folder):
    """The PTX files below a folder, by name."""
    root = pathlib.Path(folder)
    if not root.is_dir():
        raise SurveyError(f"{folder}: no such folder")
    return sorted(p for p in root.rglob("*.ptx") if p.is_file())


def distinct_kernels(paths, root):
    """[(path, kernel)], each body once, those that use warps or barriers."""
    seen, out = set(), []
    for path in paths:
        try:
            found = ptx.kernels(path.read_text(errors="replace"))
        except (OSError, ValueError) as error:
            print(f"{os.path.relpath(path, root)}: left out: {error}", file=sys.stderr)
            continue
        for kernel in found:
            if kernel.meets and kernel.body_id not in seen:
                seen.add(kernel.body_id)
                out.append((path, kernel))
    return out


def few_instances(kernels, most):
    """At most so many of one template of one file; 0: all."""
    count, out = collections.Counter(), []
    for path, kernel in kernels:
        count[path, ptx.template_of(kernel.name)] += 1
        if not most or count[path, ptx.template_of(kernel.name)] <= most:
            out.append((path, kernel))
    return out


def read_launches(path):
    """[(pattern of kernels' names, [launch, ..])]: lines `PATTERN BLOCK .. [--OPTION=VALUE ..]`, # begins a comment.

    A launch is a block, with the options of its line after it."""
    out = []
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            pattern = re.compile(words[0])
        except re.error as error:
            raise SurveyError(f"{path}:{number}:1: no regular expression: {error}") from error
        options = [w for w in words[1:] if w.startswith("--")]
        blocks = [w for w in words[1:] if w not in options]
        if not blocks:
            raise SurveyError(f"{path}:{number}:1: a pattern needs at least one block")
        out.append((pattern, [" ".join([b, *options]) for b in blocks]))
    return out


def blocks_of(kernel, launches, default):
    for pattern, blocks in launches:
        if pattern.search(kernel.name):
            return blocks
    if kernel.shape:
        x, y, z = kernel.shape
        if kernel.is_exact_shape or y * z == 1:
            return [",".join(str(n) for n in kernel.shape) if y * z > 1 else str(x)]
    return default


# --- a project's build, as PTX ---

_KEPT = ("-I", "-D", "-U", "-std", "-isystem", "-include", "-O", "-ftz", "-fmad", "-prec", "--use_fast_math",
         "-use_fast_math", "--expt-", "-expt-", "--extended-lambda", "--fmad", "--ftz", "--std")
_WITH_WORD = ("-I", "-D", "-U", "-isystem", "-include", "-std", "--std")


def ptx_command(entry, compiler, arch, out):
    """The words that make PTX of one entry of compile_commands.json, or None where it is no CUDA."""
    words = entry.get("arguments") or shlex.split(entry.get("command", ""))
    if not str(entry["file"]).endswith(".cu"):
        return None
    kept, i = [], 1
    while i < len(words):
        word = words[i]
        if word.startswith(_KEPT):
            kept.append(word)
            if word in _WITH_WORD and i + 1 < len(words):
                i += 1
                kept.append(words[i])
        i += 1
    if not any(w.startswith("-O") for w in kept):
        kept.append("-O3")
    return [compiler, "--ptx", "-lineinfo", "-w", f"-arch={arch}", *kept, str(entry["file"]), "-o", str(out)]


def compile_all(database, out, compiler, arch, workers):
    try:
        entries = json.loads(pathlib.Path(database).read_text())
    except (OSError, ValueError) as error:
        raise SurveyError(f"{database}: {error}") from error
    out = pathlib.Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)

    def one(entry):
        name = re.sub(r"[^\w.]+", "_", str(entry["file"]).lstrip("/")) + ".ptx"
        command = ptx_command(entry, compiler, arch, out / name)
        if command is None or (out / name).exists():
            return
        done = subprocess.run(command, cwd=entry.get("directory", "."), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            first = next((l for l in done.stderr.splitlines() if "error" in l), "no message")
            print(f"{entry['file']}: does not compile: {first}", file=sys.stderr)

    in_parallel(one, entries, workers)
    return out


# --- one check ---

def in_parallel(work, items, workers):
    """work(item) for each; the first exception is raised when all have ended."""
    todo, lock, failed = collections.deque(items), threading.Lock(), []

    def loop():
        while True:
            with lock:
                if not todo or failed:
                    return
                item = todo.popleft()
            try:
                work(item)
            except Exception as error:  # handed to who waits for the threads
                failed.append(error)

    threads = [threading.Thread(target=loop) for _ in range(workers)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if failed:
        raise failed[0]


def cause_of(reason):
    """A reason without what tells one kernel from another: places, numbers, names in quotes."""
    out = re.sub(r"[^\s,;()]*\.(?:ptx|cuh?|hpp|h|inl)(?::\d+)*", "PLACE", reason)
    out = re.sub(r"_Z\w+", "NAME", out)
    out = re.sub(r"0x[0-9a-fA-F]+|\b\d[\d,.]*\b", "N", out)
    return re.sub(r"\s+", " ", out).strip()


def summary(report):
    """(verdict, cause, detail, effort) of the only kernel of a report."""
    kernels = report.get("kernels", [])
    if len(kernels) != 1:
        return "failed", f"{len(kernels)} kernels in the report", "", 0
    k = kernels[0]
    effort = k.get("effort", {}).get("all", 0)
    place = ""
    if k["verdict"] == "unknown":
        first = k["unknown"][0] if k["unknown"] else {"reason": "no reason"}
        place = f"line {first['line']}: " if first.get("line") else ""
        return "unknown", cause_of(first["reason"]), place + first["reason"], effort
    if k["verdict"] == "violation":
        first = k["findings"][0]
        place = f"line {first['line']}: " if first.get("line") else ""
        return "violation", first["rule"], place + first["message"], effort
    return "proved", "", k.get("launch", {}).get("holds_for", ""), effort


def check(checker, path, kernel, block, effort, limit):
    """The cells of a row from `verdict` on."""
    shape, *options = block.split()
    command = [checker, "check", str(path), "--kernel", kernel.name, "--block", shape, *options,
               "--effort", str(effort), "--format", "json"]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdout=out, stderr=err)
        killed = []
        timer = threading.Timer(limit, lambda: (killed.append(True), child.kill()))
        timer.start()
        _, status, used = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        text, complaint = out.read().decode(errors="replace"), err.read().decode(errors="replace").strip()
    seconds, megabytes = f"{used.ru_utime + used.ru_stime:.2f}", str(used.ru_maxrss // 1024)
    try:
        cells = summary(json.loads(text))
    except (ValueError, KeyError, IndexError):
        first = complaint.splitlines()[0] if complaint else f"ended with {child.returncode}"
        cells = ("failed", f"killed after {limit} s" if killed else cause_of(first), first, 0)
    return [*map(str, cells), seconds, megabytes]


# --- tables ---

def read_table(path):
    try:
        with open(path, newline="") as f:
            rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    except OSError as error:
        raise SurveyError(f"{path}: {error.strerror}") from error
    if rows and list(rows[0]) != COLUMNS:
        raise SurveyError(f"{path}:1:1: the columns have to be {' '.join(COLUMNS)}")
    return rows


def key(row):
    return row["body"], row["block"]


def cell(text):
    return re.sub(r"[\t\r\n]+", " ", text)


def write_table(path, rows):
    part = f"{path}.part"
    with open(part, "w") as f:
        f.write("\t".join(COLUMNS) + "\n")
        for row in sorted(rows, key=lambda r: (r["file"], r["kernel"], r["block"])):
            f.write("\t".join(cell(row[c]) for c in COLUMNS) + "\n")
    os.replace(part, path)


def percentile(numbers, share):
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0


def counts(rows):
    """Lines for people: verdicts, causes by count, effort and memory."""
    verdicts = collections.Counter(r["verdict"] for r in rows)
    out = [f"{len(rows)} checks: " + ", ".join(f"{n} {v}" for v, n in verdicts.most_common())]
    seconds, megabytes = [float(r["seconds"]) for r in rows], [int(r["megabytes"]) for r in rows]
    if rows:
        out.append(f"seconds of a processor: {sum(seconds):.0f} in all, median {percentile(seconds, 0.5):.1f}, "
                   f"most {max(seconds):.1f}; megabytes: median {percentile(megabytes, 0.5)}, most {max(megabytes)}")
    for verdict in ("unknown", "violation", "failed"):
        causes = collections.Counter(r["cause"] for r in rows if r["verdict"] == verdict)
        if causes:
            out.append(f"{verdict}:")
        out += [f"  {n:4} {cause}" for cause, n in sorted(causes.items(), key=lambda c: (-c[1], c[0]))]
    return out


def compared(before, after):
    """Lines for people: what got better and worse, what is decided otherwise, and what only one table has."""
    old, new = {key(r): r for r in before}, {key(r): r for r in after}
    kinds = collections.defaultdict(list)
    for k in sorted(old.keys() & new.keys(), key=lambda k: (new[k]["file"], new[k]["kernel"], k[1])):
        was, now = old[k]["verdict"], new[k]["verdict"]
        kind = "same"
        if was != now:
            kind = ("decided otherwise" if was in DEFINITE and now in DEFINITE else
                    "better" if now in DEFINITE else "worse" if was in DEFINITE else "still open")
        kinds[kind].append(f"  {new[k]['kernel']} block {k[1]} ({new[k]['file']}): {was} -> {now}"
                           + (f" ({new[k]['cause']})" if new[k]["cause"] else ""))
    out = []
    for kind in ("decided otherwise", "worse", "still open", "better"):
        if kinds[kind]:
            out.append(f"{kind}: {len(kinds[kind])}")
            out += kinds[kind]
    both = old.keys() & new.keys()
    out.append(f"same: {len(kinds['same'])}; only before: {len(old) - len(both)}; only after: {len(new) - len(both)}")
    for name in ("seconds", "megabytes"):
        sums = [sum(float(t[k][name]) for k in both) for t in (old, new)]
        out.append(f"{name}, both tables' checks: {sums[0]:.0f} -> {sums[1]:.0f}")
    return out


# --- the commands ---

def run(options):
    if options.compile_commands:
        compile_all(options.compile_commands, options.folder, options.compiler, options.arch, options.jobs)
    launches = read_launches(options.launches) if options.launches else []
    have = {key(r): r for r in read_table(options.out)} if os.path.exists(options.out) else {}
    todo = []
    found = distinct_kernels(modules(options.folder), options.folder)
    for path, kernel in few_instances(found, options.instances):
        for block in blocks_of(kernel, launches, options.blocks.split()):
            if (kernel.body_id, block) not in have and re.search(options.only, kernel.name):
                todo.append((path, kernel, block))
    print(f"{len(have)} checks are in the table, {len(todo)} to do", file=sys.stderr)
    until = time.monotonic() + options.seconds if options.seconds else None
    lock, left = threading.Lock(), []

    def one(item):
        path, kernel, block = item
        if until and time.monotonic() > until:
            left.append(item)
            return
        cells = [kernel.name, os.path.relpath(path, options.folder), kernel.body_id, block,
                 *check(options.checker, path, kernel, block, options.effort, options.limit)]
        row = dict(zip(COLUMNS, cells))
        with lock:
            have[key(row)] = row
            write_table(options.out, have.values())

    in_parallel(one, todo, options.jobs)
    print("\n".join(counts(list(have.values()))))
    if left:
        print(f"{len(left)} checks are left: run this again")
    return 0


def main(words):
    parser = argparse.ArgumentParser(prog="survey", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("run", help="checks the kernels of a folder; goes on where the table ends")
    one.add_argument("folder", help="with PTX files, or where those of --compile-commands are written")
    one.add_argument("--out", required=True, help="the table")
    one.add_argument("--checker", required=True, help="the program `warpproof`")
    one.add_argument("--compile-commands", help="compile_commands.json: its CUDA files are compiled to PTX first")
    one.add_argument("--compiler", default="nvcc")
    one.add_argument("--arch", default="sm_80")
    one.add_argument("--launches", help="lines `PATTERN BLOCK .. [--OPTION=VALUE ..]`")
    one.add_argument("--blocks", default="256 any:32", help="where neither the kernel nor --launches says")
    one.add_argument("--only", default="", help="a regular expression for kernels' names")
    one.add_argument("--instances", type=int, default=0, help="of one template check so many; 0: all")
    one.add_argument("--effort", default=1)
    one.add_argument("-j", "--jobs", type=int, default=1)
    one.add_argument("--seconds", type=float, default=0, help="begin no check after so many; 0: no limit")
    one.add_argument("--limit", type=float, default=300, help="seconds of real time for one check")
    causes = commands.add_parser("causes", help="counts of a table")
    causes.add_argument("table")
    compare = commands.add_parser("compare", help="two tables: better, worse, same")
    compare.add_argument("before")
    compare.add_argument("after")
    options = parser.parse_args(words)
    try:
        if options.command == "run":
            return run(options)
        if options.command == "causes":
            print("\n".join(counts(read_table(options.table))))
        else:
            print("\n".join(compared(read_table(options.before), read_table(options.after))))
    except (SurveyError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
