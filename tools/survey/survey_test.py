"""The survey's parts, and a whole one, with a checker that says what the test wants."""

import contextlib
import io
import json
import os
import pathlib
import re
import stat
import sys
import tempfile
import unittest

from tools.survey import ptx, survey

KERNEL = """
.version 8.0
.target sm_80
.address_size 64
// a brace in a comment: {
.file 1 "a {file"
%(before)s
.visible .entry %(name)s(
  .param .u64 %(name)s_param_0
)
%(shape)s
{
  .reg .b32 %%r<%(registers)d>;
  .shared .align 4 .b8 _ZZ%(name)s_tile[128];
  .loc 1 %(line)d 0
  ld.param.u64 %%rd%(register)d, [%(name)s_param_0];
  mov.u32 %%r%(register)d, %%tid.x;
  mov.u32 %%r9, _ZZ%(name)s_tile;
  bra $L__BB%(label)d_1;
$L__BB%(label)d_1:
  %(operation)s
  ret;
}
"""


def kernel(name="k", register=1, label=0, line=3, operation="bar.sync 0;", shape="", before=""):
    return KERNEL % {"name": name, "register": register, "registers": register + 5, "label": label, "line": line,
                     "operation": operation, "shape": shape, "before": before}


def body_of(text):
    return ptx.kernels(text)[0].body_id


class Kernels(unittest.TestCase):
    def test_names_and_numbers_do_not_count(self):
        one = body_of(kernel())
        self.assertEqual(one, body_of(kernel(name="other", register=4, label=7, line=99)))
        self.assertEqual(one, body_of(kernel().replace("sm_80", "sm_90")))

    def test_what_is_done_counts(self):
        one = body_of(kernel())
        for operation in ("bar.sync 1;", "bar.arrive 0, 64;", "mov.u32 %r9, %ctaid.x;\n  bar.sync 0;"):
            self.assertNotEqual(one, body_of(kernel(operation=operation)))
        self.assertNotEqual(one, body_of(kernel().replace("%tid.x", "%tid.y")))
        self.assertNotEqual(one, body_of(kernel().replace("mov.u32 %r9", "mov.u32 %r1")))

    def test_called_functions_count(self):
        func = ".func (.param .b32 r) f(.param .b32 a)\n{\n  %s\n  ret;\n}\n"
        call = "call (r), f, (a);"
        barrier = ptx.kernels(kernel(operation=call, before=func % "bar.sync 0;"))
        self.assertEqual([k.name for k in barrier], ["k"])
        self.assertTrue(barrier[0].meets)
        none = ptx.kernels(kernel(operation=call, before=func % "membar.gl;"))
        self.assertFalse(none[0].meets)
        self.assertNotEqual(barrier[0].body_id, none[0].body_id)

    def test_operations_that_meet(self):
        for text in ("shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;", "@%p1 bar.sync 0;", "barrier.sync.aligned 0;",
                     "vote.sync.ballot.b32 %r1, %p1, -1;", "activemask.b32 %r1;", "bar.warp.sync -1;"):
            self.assertTrue(ptx.kernels(kernel(operation=text))[0].meets, text)
        for text in ("membar.gl;", "add.u32 %r1, %r2, %r3;", "ld.global.u32 %shfl.x, [%rd1];", "fence.acq_rel.cta;"):
            self.assertFalse(ptx.kernels(kernel(operation=text))[0].meets, text)

    def test_shapes(self):
        for text, shape, exact in (("", None, False), (".maxntid 512", (512, 1, 1), False),
                                   (".reqntid 8, 4, 2", (8, 4, 2), True), (".maxntid 9\n.reqntid 3", (3, 1, 1), True)):
            found = ptx.kernels(kernel(shape=text))[0]
            self.assertEqual((found.shape, found.is_exact_shape), (shape, exact))

    def test_broken_text(self):
        for text in ("}", ".entry k() {", kernel() + "}"):
            with self.assertRaises(ValueError):
                ptx.kernels(text)
        self.assertEqual(ptx.kernels(""), [])


class Blocks(unittest.TestCase):
    def blocks(self, shape, launches=()):
        found = ptx.kernels(kernel(shape=shape))[0]
        return survey.blocks_of(found, [(re.compile(p), b) for p, b in launches], ["256", "any:32"])

    def test_order_of_sources(self):
        self.assertEqual(self.blocks(""), ["256", "any:32"])
        self.assertEqual(self.blocks(".maxntid 512, 1, 1"), ["512"])
        self.assertEqual(self.blocks(".maxntid 16, 16"), ["256", "any:32"])  # it may be any shape below
        self.assertEqual(self.blocks(".reqntid 16, 16"), ["16,16,1"])
        self.assertEqual(self.blocks(".reqntid 16", [("^x", ["1"]), ("^k$", ["64", "any"])]), ["64", "any"])

    def test_file(self):
        with tempfile.TemporaryDirectory() as d:
            path = pathlib.Path(d, "launches")
            path.write_text("# blocks\nsoftmax 128 any:32 # two\n\n")
            (pattern, blocks), = survey.read_launches(path)
            self.assertEqual((pattern.pattern, blocks), ("softmax", ["128", "any:32"]))
            path.write_text("sort --param=1=64 64 128\n")
            self.assertEqual(survey.read_launches(path)[0][1], ["64 --param=1=64", "128 --param=1=64"])
            for text, place in (("k\n", ":1:1"), ("\n( 3\n", ":2:1")):
                path.write_text(text)
                with self.assertRaisesRegex(survey.SurveyError, place):
                    survey.read_launches(path)


class Instances(unittest.TestCase):
    def test_templates(self):
        for name, template in (("_Z4normILi32EEvPKf", "_Z4norm"), ("_Z4normPKf", "_Z4norm"), ("k", "k"),
                               ("_ZN3cub4scan6KernelIiLi3EEEvT_", "_ZN3cub4scan6Kernel"), ("_Z", "_Z"), ("", "")):
            self.assertEqual(ptx.template_of(name), template)

    def test_few(self):
        all_kernels = [("a", ptx.Kernel(n, n, None, False, True)) for n in ("_Z1kILi1EE", "_Z1kILi2EE", "_Z1lILi1EE")]
        self.assertEqual(survey.few_instances(all_kernels, 0), all_kernels)
        self.assertEqual([k.name for _, k in survey.few_instances(all_kernels, 1)], ["_Z1kILi1EE", "_Z1lILi1EE"])


class Commands(unittest.TestCase):
    def test_what_is_kept(self):
        entry = {"file": "a.cu", "command": "nvcc -I 'my folder' -DX=1 -gencode arch=compute_70,code=sm_70 -O2 "
                                            "-std=c++17 -c a.cu -o a.o -MD -include x.h"}
        self.assertEqual(survey.ptx_command(entry, "nvcc", "sm_80", "o.ptx"),
                         ["nvcc", "--ptx", "-lineinfo", "-w", "-arch=sm_80", "-I", "my folder", "-DX=1", "-O2",
                          "-std=c++17", "-include", "x.h", "a.cu", "-o", "o.ptx"])
        self.assertIsNone(survey.ptx_command({"file": "a.cpp", "arguments": ["g++", "a.cpp"]}, "nvcc", "x", "o"))
        self.assertIn("-O3", survey.ptx_command({"file": "a.cu", "arguments": ["nvcc", "a.cu"]}, "nvcc", "x", "o"))


def row(body, verdict, cause="", block="256"):
    return {"kernel": "k" + body, "file": "f.ptx", "body": body, "block": block, "verdict": verdict, "cause": cause,
            "detail": "", "effort": "5", "seconds": "1.50", "megabytes": "20"}


class Tables(unittest.TestCase):
    def test_causes_are_alike_without_places_and_numbers(self):
        self.assertEqual(survey.cause_of("loop at a/b.cu:12:3 of _Z3foo goes on after 64 rounds"),
                         survey.cause_of("loop at c.ptx:7 of _Z9barPf goes on after 5 rounds"))
        self.assertNotEqual(survey.cause_of("out of effort"), survey.cause_of("too many pairs"))

    def test_counts(self):
        lines = survey.counts([row("a", "unknown", "x"), row("b", "unknown", "y"), row("c", "unknown", "y"),
                               row("d", "proved")])
        self.assertEqual(lines[0], "4 checks: 3 unknown, 1 proved")
        self.assertEqual([l.split() for l in lines[3:]], [["2", "y"], ["1", "x"]])
        self.assertEqual(survey.counts([]), ["0 checks: "])

    def test_comparison(self):
        before = [row("a", "unknown"), row("b", "proved"), row("c", "proved"), row("d", "violation"), row("e", "proved"),
                  row("f", "unknown"), row("b", "unknown", block="any")]
        after = [row("a", "proved"), row("b", "unknown", "x"), row("c", "proved"), row("d", "proved"),
                 row("f", "failed"), row("g", "proved"), row("b", "unknown", block="any")]
        text = "\n".join(survey.compared(before, after))
        for part in ("better: 1\n  ka", "worse: 1\n  kb block 256 (f.ptx): proved -> unknown (x)",
                     "decided otherwise: 1\n  kd", "still open: 1\n  kf", "same: 2; only before: 1; only after: 1"):
            self.assertIn(part, text)

    def test_what_is_written_is_read(self):
        with tempfile.TemporaryDirectory() as d:
            path = os.path.join(d, "t.tsv")
            rows = [row("b", "proved"), row("a", "unknown", 'tab\tand "quote"\nline')]
            survey.write_table(path, rows)
            again = survey.read_table(path)
            self.assertEqual([r["body"] for r in again], ["a", "b"])
            self.assertEqual(again[0]["cause"], 'tab and "quote" line')
            pathlib.Path(path).write_text("a\tb\n1\t2\n")
            with self.assertRaisesRegex(survey.SurveyError, "columns"):
                survey.read_table(path)


# Says that kernels named `bad` are broken, `deep` unknown, fails for `none`, and notes each call.
CHECKER = """#!%s -B
import json, sys
name, block = sys.argv[sys.argv.index("--kernel") + 1], sys.argv[sys.argv.index("--block") + 1]
open(%r, "a").write(" ".join([name, block] + [w for w in sys.argv if w.startswith("--param")]) + "\\n")
if name == "none":
    sys.exit("error: f.ptx:3:1: nothing")
k = {"name": name, "verdict": "proved", "launch": {"holds_for": "block " + block}, "effort": {"all": 7},
     "unknown": [], "findings": []}
if name == "bad":
    k.update(verdict="violation", findings=[{"rule": "race", "line": 4, "message": "threads 1 and 2"}])
if name == "deep":
    k.update(verdict="unknown", unknown=[{"reason": "out of effort after 3", "line": 9}])
print(json.dumps({"kernels": [k]}))
"""


class WholeSurvey(unittest.TestCase):
    def survey(self, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = survey.main([str(w) for w in words])
        return status, out.getvalue(), err.getvalue()

    def test_from_folder_to_table(self):
        with tempfile.TemporaryDirectory() as d:
            folder, log, checker = pathlib.Path(d, "ptx"), pathlib.Path(d, "log"), pathlib.Path(d, "checker")
            (folder / "sub").mkdir(parents=True)
            (folder / "a.ptx").write_text(kernel("good") + kernel("same") + kernel("plain", operation="membar.gl;"))
            (folder / "sub" / "b.ptx").write_text(kernel("bad", operation="bar.sync 1;", shape=".reqntid 64")
                                                  + kernel("deep", operation="bar.sync 2;"))
            (folder / "c.ptx").write_text(kernel("none", operation="bar.sync 3;"))
            (folder / "broken.ptx").write_text("}")
            checker.write_text(CHECKER % (sys.executable, str(log)))
            checker.chmod(checker.stat().st_mode | stat.S_IXUSR)
            table = pathlib.Path(d, "t.tsv")
            words = ["run", folder, "--out", table, "--checker", checker, "--blocks", "32", "-j", 2]
            status, out, err = self.survey(*words)
            self.assertEqual(status, 0)
            self.assertIn("broken.ptx: left out", err)
            self.assertIn("4 checks", out)
            self.assertEqual(sorted(log.read_text().splitlines()), ["bad 64", "deep 32", "good 32", "none 32"])
            rows = {r["kernel"]: r for r in survey.read_table(table)}
            self.assertEqual([(rows[k]["verdict"], rows[k]["cause"]) for k in ("good", "bad", "deep", "none")],
                             [("proved", ""), ("violation", "race"), ("unknown", "out of effort after N"),
                              ("failed", "error: PLACE: nothing")])
            self.assertEqual(rows["bad"]["file"], os.path.join("sub", "b.ptx"))
            self.assertEqual(rows["deep"]["detail"], "line 9: out of effort after 3")
            self.survey(*words)  # all is in the table
            self.assertEqual(len(log.read_text().splitlines()), 4)
            launches = pathlib.Path(d, "launches")
            launches.write_text("good 64 --param=0=3\n")
            self.survey(*words, "--launches", launches, "--only", "good")
            self.assertEqual(log.read_text().splitlines()[4:], ["good 64 --param=0=3"])
            self.assertEqual([r["block"] for r in survey.read_table(table) if r["kernel"] == "good"],
                             ["32", "64 --param=0=3"])
            self.assertIn("1 failed", self.survey("causes", table)[1])
            self.assertIn("same: 5", self.survey("compare", table, table)[1])

    def test_bad_input(self):
        for words in (["causes", "/no/such/table"], ["run", "/no/such/folder", "--out", "x", "--checker", "y"]):
            status, _, err = self.survey(*words)
            self.assertEqual(status, 3)
            self.assertIn("error:", err)


if __name__ == "__main__":
    unittest.main()
