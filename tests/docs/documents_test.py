"""Runs the commands that README.md and docs/*.md show, and compares what they print with what the pages say.

In a fenced block that has a line `$ COMMAND`, the lines after it are what the command prints, up to the next command or
the end of the block. A line `..`, indented or not, stands for any number of lines. Times are not compared. `$ cd DIR`
changes the folder for the commands after it in its block. Commands start no shell: a line is split into words, and its
first word has to be warpproof.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

ROOT = pathlib.Path.cwd()
PROGRAM = ROOT / "checker/cli/warpproof"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


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


class Pages(unittest.TestCase):
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
