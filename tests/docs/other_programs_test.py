"""What the documents show and no test runs. Commands, as campaigns are long: the Bazel targets and the files of this repository
that they name are there. Calls of our rules and functions: the arguments that they name exist."""
import glob
import os
import re
import unittest

TARGET = re.compile(r"(?<![\w@:/])//([a-z_][\w/]*):([a-z_]\w*)\b")
# Files that the reader's workspace loads.
OF_READERS = {"//bazel:defs", "//bazel:repositories"}


def pages():
    found = ["README.md"]
    for pattern in ("docs/*.md", "tools/**/README.md", "tests/**/README.md", "benchmarks/**/README.md"):
        found += glob.glob(pattern, recursive=True)
    return sorted(set(found))


def text_of(path):
    with open(path, encoding="utf-8") as page:
        return page.read()


def is_target(folder, name):
    """Written out in the BUILD file of its folder, or a file that is there."""
    build = os.path.join(folder, "BUILD")
    if not os.path.exists(build):
        return False
    return f'name = "{name}"' in text_of(build) or os.path.exists(os.path.join(folder, name))


def missing_targets(text):
    return sorted({f"//{folder}:{name}" for folder, name in TARGET.findall(text)
                   if f"//{folder}:{name}" not in OF_READERS and not is_target(folder, name)})


def missing_scripts(text):
    """Of the programs that a command line begins with, or hands to Python."""
    named = re.findall(r"(?:python3 (?:-B )?|^\s*(?:\$ )?)((?:tools|tests|bazel|docs)/[\w./-]+)", text, re.MULTILINE)
    return sorted({path for path in named if not os.path.exists(path)})


def arguments_of(page, call):
    """The names of the arguments in the page's first call, as `name = ..` or as words in capitals."""
    text = text_of(page)
    inside = text[text.index(call + "("):]
    inside = inside[:re.search(r"\)\n", inside).end()]
    return set(re.findall(r"\b(\w+) = ", inside)) or set(re.findall(r"\b([A-Z]+)\b", inside))


class OtherPrograms(unittest.TestCase):
    def test_the_targets_are_there(self):
        for page in pages():
            with self.subTest(page=page):
                self.assertEqual(missing_targets(text_of(page)), [])

    def test_the_scripts_are_there(self):
        for page in pages():
            with self.subTest(page=page):
                self.assertEqual(missing_scripts(text_of(page)), [])

    def test_the_documents_name_some(self):
        text = "".join(map(text_of, pages()))
        self.assertGreater(len(TARGET.findall(text)), 15)
        self.assertIn("//tests/attack:campaign", text)

    def test_what_is_not_there_is_found(self):
        self.assertEqual(missing_targets("bazel run //tests/attack:campain, //nowhere:x and //tests/attack:campaign"),
                         ["//nowhere:x", "//tests/attack:campain"])
        self.assertEqual(missing_targets("see https://a.b//c:d"), [])
        self.assertEqual(missing_scripts("python3 -B tools/none.py x\ntools/file_sizes.py check\n"), ["tools/none.py"])

    def test_rules_have_the_arguments_that_pages_show(self):
        rules = text_of("bazel/defs.bzl")
        for call in ("warpproof_test", "warpproof_equiv_test"):
            shown = arguments_of("docs/project.md", call)
            self.assertGreater(len(shown), 3)
            own = rules[rules.index(f"{call} = rule("):]
            common = rules[rules.index("_COMMON = {"):]
            known = set(re.findall(r"\b(\w+) = attr", own[:own.index("\n)")])) | {"name"}
            known |= set(re.findall(r'"(\w+)": attr', common[:common.index("\n}")]))
            self.assertEqual(shown - known, set())

    def test_functions_of_cmake_have_the_arguments_that_pages_show(self):
        shown = arguments_of("docs/project.md", "warpproof_add_test")
        known = re.search(r'cmake_parse_arguments\(PARSE_ARGV 0 ARG "" "([\w;]+)" "([\w;]+)"\)',
                          text_of("tools/cmake/Warpproof.cmake"))
        self.assertGreater(len(shown), 3)
        self.assertEqual(shown - set(";".join(known.groups()).split(";")), set())

    def test_hooks_are_there(self):
        hooks = set(re.findall(r"- id: ([\w-]+)", text_of(".pre-commit-hooks.yaml")))
        shown = set(re.findall(r"- id: ([\w-]+)", text_of("docs/project.md")))
        self.assertTrue(shown)
        self.assertEqual(shown - hooks, set())

    def test_files_that_bazel_loads_are_there(self):
        loads = re.findall(r'load\("@warpproof//([\w/]+):([\w.]+)", (.*)\)', text_of("docs/project.md"))
        self.assertGreater(len(loads), 1)
        for folder, name, symbols in loads:
            for symbol in re.findall(r'"(\w+)"', symbols):
                self.assertRegex(text_of(f"{folder}/{name}"), rf"(?m)^(def )?{symbol}( = |\()")


if __name__ == "__main__":
    unittest.main()
