"""Runs the commands that README.md and docs/*.md show, and compares what they print with what the pages say.

In a fenced block that has a line `$ COMMAND`, the lines after it are what the command prints, up to the next command or
the end of the block. A line `..`, indented or not, stands for any number of lines. Times are not compared. `$ cd DIR`
changes the folder for the commands after it in its block. Commands start no shell: a line is split into words, and its
first word has to be warpproof.

Commands that are shown without their output, in blocks and in the text, are run in a folder that has files of the names
that they use. They must not be refused as bad input.
"""
import glob
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path.cwd()
PROGRAM = ROOT / "checker/cli/warpproof"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


# Lines with options that are not warpproof's.
OTHER_PROGRAMS = re.compile(r"bazel|\bbuild:remote|\btest:remote|--remote_|--spawn_strategy|-X --|tools/survey|compute-sanitizer|cppcheck|clang\+\+-19")


def blocks(text):
    """The fenced blocks of a page: (number of the first line, lines)."""
    found, inside, first = [], None, 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if inside is None:
                inside, first = [], number + 1
            else:
                found.append((first, inside))
                inside = None
        elif inside is not None:
            inside.append(line)
    return found


def sessions(lines):
    """(offset of the command, its words, the lines that it is said to print) of a block."""
    found = []
    for offset, line in enumerate(lines):
        if line.startswith("$ "):
            found.append((offset, shlex.split(line[2:]), []))
        elif found:
            found[-1][2].append(line)
    for _, _, expected in found:
        while expected and not expected[-1].strip():
            expected.pop()
    return found


def without_times(line):
    """Times, and effort, which every change of the program moves a little, are not compared."""
    return re.sub(r"\beffort \d+\b", "effort E", re.sub(r"\b\d+\.\d\d s\b", "T s", line.rstrip()))


def matches(expected, printed):
    """Whether the printed lines are the expected ones, `..` standing for any number of lines."""
    reachable = {0}
    for line in expected:
        if line.strip() == "..":
            reachable = set(range(min(reachable, default=len(printed) + 1), len(printed) + 1))
        else:
            reachable = {at + 1 for at in reachable if at < len(printed) and printed[at] == line}
        if not reachable:
            return False
    return len(printed) in reachable


def words_of(command):
    """The words of a command up to its comment, or to what another command begins with."""
    words = []
    for word in shlex.split(command, comments=True):
        if word in ("&&", "||", "|", ">"):
            break
        words += [word]
    return words


def commands(text):
    """The commands of warpproof that a page shows without what they print: (line number, words after the program)."""
    found, with_output, in_block = [], set(), False
    for first, lines in blocks(text):
        with_output |= {first + offset for offset, _, expected in sessions(lines) if expected}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            in_block = not in_block
        elif in_block and number not in with_output:
            # `- run: /opt/warpproof/warpproof check ..` of a pipeline as well.
            match = re.match(r"(?:.*(?:^|\s|/))?warpproof ((?:check|equiv|run|replay|spec) .*|check)$", line)
            if match:
                found.append((number, words_of(match.group(1))))
        elif not in_block:
            for match in re.finditer(r"`(?:\./)?warpproof ((?:check|equiv|run|replay|spec)(?: [^`]*)?)`", line):
                if "[" not in match.group(1):  # a form, not a command
                    found.append((number, words_of(match.group(1))))
    return found


KERNEL = """__global__ void k(unsigned* data) { data[threadIdx.x] = __shfl_sync(0xffffffffu, data[threadIdx.x], 0); }
"""
LAUNCH = """void launch(unsigned* data) { k<<<1, 64>>>(data); }
"""
PTX = """.version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 n) { ret; }
"""


def write_files(folder):
    """The files that commands of the pages name."""
    (folder / "k.cu").write_text(KERNEL.replace("0xffffffffu", "0xffffu") + LAUNCH)  # with a finding
    for name in ("kernel.cu", "old.cu", "new.cu", "src/one.cu", "src/two.cu"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(KERNEL + LAUNCH)
    (folder / "main.cu").write_text("__global__ void k(unsigned* data);\n" + LAUNCH)
    (folder / "kernel.ptx").write_text(PTX)
    (folder / "build").mkdir()
    files = [folder / "kernel.cu", folder / "src/one.cu", folder / "src/two.cu"]
    (folder / "build/compile_commands.json").write_text(json.dumps(
        [{"directory": str(folder), "file": str(f), "command": f"clang++ -x cuda -O2 -c {f}"} for f in files]))
    (folder / "warpproof.toml").write_text('files = ["src/*.cu"]\n')
    shutil.copytree(ROOT / "examples", folder / "examples")


class Pages(unittest.TestCase):
    def test_commands_without_output_are_taken(self):
        count = 0
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write_files(folder)
            for page in PAGES:
                for number, words in commands(page.read_text()):
                    given = [expanded for word in words
                             for expanded in (sorted(glob.glob(word, root_dir=folder)) if "*" in word else [word])]
                    run = subprocess.run([PROGRAM, *given], cwd=folder, stdin=subprocess.DEVNULL, text=True,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    count += 1
                    with self.subTest(page=page.name, line=number):
                        self.assertIn(run.returncode, (0, 1, 2), f"{page.name}:{number}: {shlex.join(given)}\n{run.stdout}")
        self.assertGreaterEqual(count, 20)

    def test_what_pages_show_is_what_is_printed(self):
        commands = 0
        for page in PAGES:
            for first, lines in blocks(page.read_text()):
                folder = ROOT
                for offset, words, expected in sessions(lines):
                    if words[0] == "cd":
                        folder = ROOT / words[1]
                        continue
                    self.assertIn(words[0], ("warpproof", "./warpproof"))
                    if not expected:  # a command whose output is not shown
                        continue
                    run = subprocess.run([PROGRAM, *words[1:]], cwd=folder, stdin=subprocess.DEVNULL, text=True,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                         env={**os.environ, "NO_COLOR": "1"})
                    printed = [without_times(l) for l in run.stdout.rstrip().splitlines()]
                    commands += 1
                    with self.subTest(page=page.name, line=first + offset):
                        if not matches([without_times(l) for l in expected], printed):
                            self.fail(f"{page.name}:{first + offset}: {shlex.join(words)} prints\n{run.stdout}")
        self.assertGreaterEqual(commands, 7)

    def test_options_exist(self):
        helps = "".join(subprocess.run([PROGRAM, command, "--help"], text=True, capture_output=True, check=True).stdout
                        for command in ("check", "equiv", "run", "replay", "spec"))
        option = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
        known = set(option.findall(helps)) | {"--launches"}  # that of tools/survey
        self.assertGreater(len(known), 40)
        for page in PAGES:
            for number, line in enumerate(page.read_text().splitlines(), 1):
                if OTHER_PROGRAMS.search(line):
                    continue
                with self.subTest(page=page.name, line=number):
                    self.assertEqual(sorted(set(option.findall(line)) - known), [], line)

    def test_code_in_kernels_compiles(self):
        """Blocks that use warpproof.h stand in a kernel that has the names they use."""
        count = 0
        for page in PAGES:
            for first, lines in blocks(page.read_text()):
                if "#include <warpproof.h>" not in lines:
                    continue
                count += 1
                code = [line for line in lines if not line.startswith("#include")]
                with tempfile.TemporaryDirectory() as name, self.subTest(page=page.name, line=first):
                    (pathlib.Path(name) / "k.cu").write_text(
                        "#include <warpproof.h>\n__global__ void k(const int* order, int n, int i, int sum) {\n" +
                        "\n".join(code) + "\n}\n")
                    run = subprocess.run([PROGRAM, "check", "k.cu", "--block", "32"], cwd=name, text=True, capture_output=True)
                    self.assertIn("assert.user", run.stdout, run.stdout + run.stderr)
        self.assertGreaterEqual(count, 1)

    def test_keys_of_a_project(self):
        page = (ROOT / "docs/project.md").read_text()
        example = (ROOT / "examples/project/warpproof.toml").read_text()
        self.assertIn("```\n" + example + "```", page)

        def known(text):
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "warpproof.toml").write_text(text)
                run = subprocess.run([PROGRAM, "check"], cwd=folder, text=True, capture_output=True)
            self.assertEqual(run.returncode, 3)
            return set(re.search("no key 'none' .*; there are: (.*)", run.stderr).group(1).split(", "))

        table = page[page.index("| key | value |"):page.index("Tables:")]
        keys = {key for line in table.splitlines()[2:] if line for key in re.findall("`([a-z-]+)`", line.split("|")[1])}
        tables = {"launch", "kernel", "suppress"}
        self.assertEqual(keys, known("none = 1") - tables)
        for name in tables:
            row = next(line for line in page.splitlines() if line.startswith(f"| `[[{name}]]`"))
            if name != "kernel":  # which has any key of a kernel
                self.assertEqual(set(re.findall("`([a-z-]+)`", row.split(". ")[0])) - {"unknown"},
                                 known(f"files = [\"a.cu\"]\n[[{name}]]\nnone = 1"))

    def test_keys_of_json(self):
        page = (ROOT / "docs/json.md").read_text()
        printed = set()

        def collect(node, named=True):
            if isinstance(node, dict):
                for key, value in node.items():
                    printed.update([key] if named else [])
                    # These go by names of the kernel, of rules and of strategies.
                    collect(value, key not in ("inputs", "by", "findings_left_out"))
            elif isinstance(node, list):
                for value in node:
                    collect(value)

        for words in (["examples/block_reduce/broken.cu", "examples/block_reduce/kernel.cu", "none.cu", "--max-findings", "1",
                       "--fix-dry-run"],
                      ["tests/cases/loops/grid-stride-symbolic-ok.cu", "--block", "64", "--explain"]):
            run = subprocess.run([PROGRAM, "check", *words, "--format", "json"], text=True, capture_output=True)
            collect(json.loads(run.stdout))
        self.assertGreater(len(printed), 40)
        for key in sorted(printed):
            with self.subTest(key=key):
                self.assertIn(f'"{key}"', page)

    def test_links_lead_somewhere(self):
        for page in PAGES:
            for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
                if "://" not in target:
                    with self.subTest(page=page.name, link=target):
                        self.assertTrue((page.parent / target).exists(), f"{page.name}: no {target}")

    def test_the_readme_is_short(self):
        self.assertLessEqual(len((ROOT / "README.md").read_text().splitlines()), 150)


class Matching(unittest.TestCase):
    def test_two_dots_are_any_lines(self):
        self.assertTrue(matches(["a", "  ..", "c"], ["a", "b", "b", "c"]))
        self.assertTrue(matches(["a", "..", "c"], ["a", "c"]))
        self.assertTrue(matches([".."], []))
        self.assertFalse(matches(["a", "..", "c"], ["a", "b"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertFalse(matches(["..", "a"], ["b"]))

    def test_times_are_left_out(self):
        self.assertEqual(without_times("in 1.25 s; 0.63 s in all"), "in T s; T s in all")
        self.assertNotEqual(without_times("506 folded"), without_times("507 folded"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
