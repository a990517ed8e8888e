"""Commands of the documents that no test runs, as campaigns are long: the Bazel targets and the files of this repository that
they name are there."""
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


if __name__ == "__main__":
    unittest.main()
