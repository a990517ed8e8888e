"""The hooks of .pre-commit-hooks.yaml, called as pre-commit calls them.

Of a hook with `language: script`, pre-commit runs the first word of `entry` as a file of the hooks' repository, with the other
words, `args` and the names of the commit's files that match `files`, in the user's repository. A status other than 0 stops the
commit. The hooks' repository is here a folder with the launcher and the program that it has built.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

HOOKS = pathlib.Path(".pre-commit-hooks.yaml").read_text()
LAUNCHER = os.path.abspath("warpproof")
PROGRAM = os.path.abspath("checker/cli/warpproof")
PAGE = pathlib.Path("docs/project.md").read_text()

GOOD = """__global__ void reversed(int* out, const int* in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void run(int* out, const int* in) { reversed<<<1, 64>>>(out, in); }
"""
BAD = GOOD.replace("  __syncthreads();\n", "")


def hook(name):
    """The keys of a hook, as text."""
    entry = re.search(rf"^- id: {name}\n((?:  .*\n?)*)", HOOKS, re.MULTILINE).group(1)
    return dict(re.findall(r"^  (\w+): (.*)$", entry, re.MULTILINE))


class Hooks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        hooks = self.folder / "hooks"
        (hooks / ".build").mkdir(parents=True)
        shutil.copy(LAUNCHER, hooks / "warpproof")
        # Found up to date, as no source is newer.
        for source in ("spec", "src", "checker", "third_party"):
            (hooks / source).mkdir()
        for source in ("WORKSPACE", ".bazelrc", "BUILD"):
            (hooks / source).touch()
        shutil.copy(PROGRAM, hooks / ".build/warpproof")
        os.utime(hooks / ".build/warpproof")
        self.user = self.folder / "user"
        self.user.mkdir()

    def write(self, name, text):
        (self.user / name).write_text(text)

    def run_hook(self, name, changed, args=()):
        """The status, and what is printed; nothing where no file of the commit concerns the hook."""
        keys = hook(name)
        self.assertEqual(keys["language"], "script")
        script, *words = keys["entry"].split()
        self.assertTrue(os.access(self.folder / "hooks" / script, os.X_OK))
        files = [file for file in changed if re.search(keys["files"], file)]
        if not files:
            return None
        if keys.get("pass_filenames") != "false":
            words += [*args, *files]
        ran = subprocess.run([self.folder / "hooks" / script, *words], cwd=self.user, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, check=False)
        return ran.returncode, ran.stdout.decode()

    def test_a_good_file_may_be_committed_and_a_bad_one_may_not(self):
        self.write("good.cu", GOOD)
        self.write("bad.cu", BAD)
        status, text = self.run_hook("warpproof", ["good.cu", "notes.txt"])
        self.assertEqual(status, 0, text)
        status, text = self.run_hook("warpproof", ["good.cu", "bad.cu"])
        self.assertEqual(status, 1, text)
        self.assertIn("bad.cu:4:", text)
        self.assertIsNone(self.run_hook("warpproof", ["notes.txt", "k.cpp"]))

    def test_the_arguments_that_the_page_shows(self):
        args = [word.strip().strip('"') for word in re.search(r"args: \[(.*)\]", PAGE).group(1).split(",")]
        self.write("k.cu", "__global__ void k(int* out) { out[threadIdx.x] = __shfl_sync(0xffffffffu, 1, 0); }\n")
        status, text = self.run_hook("warpproof", ["k.cu"], args)
        self.assertEqual(status, 0, text)
        self.assertIn("block % 32 == 0", text)

    def test_the_whole_project(self):
        self.write("k.cu", GOOD)
        self.write("warpproof.toml", 'files = ["*.cu"]\n')
        status, text = self.run_hook("warpproof-project", ["k.cu"])
        self.assertEqual(status, 0, text)
        self.write("k.cu", BAD)
        status, text = self.run_hook("warpproof-project", ["any.h"])
        self.assertEqual(status, 1, text)
        self.assertIsNone(self.run_hook("warpproof-project", ["notes.txt"]))


if __name__ == "__main__":
    unittest.main()
