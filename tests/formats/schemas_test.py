"""What `check --format sarif` and `--format junit` print, held against the schemas beside this file.

Needs python3-jsonschema and xmllint (libxml2-utils), which tools/install_dependencies --tests installs. With OASIS's own schema of
SARIF 2.1.0 at hand: bazel test --test_env=WARPPROOF_SARIF_SCHEMA=/absolute/path.json //tests/formats:schemas_test
"""
import copy
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import jsonschema

HERE = pathlib.Path("tests/formats")
PROGRAM = os.path.abspath("checker/cli/warpproof")

KERNELS = {
    # A violation with a trace and related places, one that is suppressed, a proof, and names that need escapes.
    "dir & <1>/k.cu": """__device__ int half(int v) { return __shfl_down_sync(0xffffffffu, v, 16); }
__global__ void bad(int* out) { if (threadIdx.x < 16) out[threadIdx.x] = half(out[threadIdx.x]); }
__global__ void race(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[63 - threadIdx.x];  // warpproof: allow(race) "known" & <old>
}
template <class T> __global__ void good(T* out) { out[threadIdx.x] = T(); }
template __global__ void good<int>(int*);
""",
    # Not decided: surfaces are not modelled.
    "unknown.ptx": """.version 8.0
.target sm_80
.address_size 64
.visible .entry reads_surface(.param .u64 p) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  suld.b.1d.b32.trap {%r1}, [%rd1, {%r2}];
  ret;
}
""",
    "broken.ptx": "no PTX",
}


def report_of(form, files, more=()):
    with tempfile.TemporaryDirectory() as folder:
        for name in files:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(KERNELS[name])
        words = [PROGRAM, "check", "--block", "64", "-j", "1", "--no-cache", "--format", form, *more, *files, "gone.cu"]
        return subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False).stdout.decode()


def xml_problems(xml):
    ran = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", str(HERE / "junit.xsd"), "-"], input=xml.encode(),
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return [] if ran.returncode == 0 else ran.stderr.decode().splitlines()


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = json.loads((HERE / "sarif-2.1.0.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        cls.sarif_schema = jsonschema.Draft7Validator(schema)
        other = os.environ.get("WARPPROOF_SARIF_SCHEMA")
        other = json.loads(pathlib.Path(other).read_text()) if other else schema
        cls.other_schema = jsonschema.validators.validator_for(other)(other)
        cls.sarif = json.loads(report_of("sarif", KERNELS))
        cls.junit = report_of("junit", KERNELS)

    def sarif_problems(self, log):
        errors = [*self.sarif_schema.iter_errors(log), *self.other_schema.iter_errors(log)]
        return [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in errors]

    def test_sarif_is_valid(self):
        self.assertEqual(self.sarif_problems(self.sarif), [])
        self.assertEqual(self.sarif_problems(json.loads(report_of("sarif", []))), [])

    def test_all_that_is_written_is_in_the_report(self):
        """The schema is held against each kind of object that warpproof writes."""
        results = self.sarif["runs"][0]["results"]
        self.assertTrue(any("codeFlows" in r for r in results))
        self.assertTrue(any("relatedLocations" in r for r in results))
        self.assertTrue(any("suppressions" in r for r in results))
        self.assertTrue(any(r.get("kind") == "open" and "unsupported" in r["message"]["text"] for r in results))
        self.assertIn("toolExecutionNotifications", self.sarif["runs"][0]["invocations"][0])

    def test_what_is_no_sarif_is_found(self):
        def without(path):
            log = copy.deepcopy(self.sarif)
            *parents, last = path
            at = log
            for key in parents:
                at = at[key]
            del at[last]
            return log

        def changed(path, value):
            log = copy.deepcopy(self.sarif)
            *parents, last = path
            at = log
            for key in parents:
                at = at[key]
            at[last] = value
            return log

        run = ("runs", 0)
        results = self.sarif["runs"][0]["results"]
        traced = next(k for k, r in enumerate(results) if "codeFlows" in r)
        open_one = next(k for k, r in enumerate(results) if r.get("kind") == "open")
        hidden = next(k for k, r in enumerate(results) if "suppressions" in r)
        place = (*run, "results", traced, "locations", 0, "physicalLocation")
        step = (*run, "results", traced, "codeFlows", 0, "threadFlows", 0, "locations", 0)
        for log in (without(("version",)), changed(("version",), "2.0.0"), without((*run, "tool")),
                    without((*run, "tool", "driver", "name")), changed((*run, "columnKind"), "bytes"),
                    without((*run, "tool", "driver", "rules", 0, "id")),
                    without((*run, "results", traced, "message")), changed((*run, "results", traced, "level"), "fatal"),
                    changed((*run, "results", open_one, "level"), "error"), changed((*run, "results", open_one, "kind"), "odd"),
                    changed((*run, "results", hidden, "suppressions", 0, "kind"), "baseline"),
                    changed((*place, "artifactLocation", "uri"), "dir & <1>/k.cu"),
                    changed((*place, "region", "startLine"), 0), changed((*place, "region", "unheard"), 1),
                    changed((*run, "results", traced, "codeFlows", 0, "threadFlows"), []),
                    changed((*step, "importance"), "high"), changed((*step, "executionOrder"), -1),
                    without((*run, "invocations", 0, "executionSuccessful"))):
            self.assertNotEqual(self.sarif_problems(log), [])

    def test_junit_is_valid(self):
        self.assertEqual(xml_problems(self.junit), [])
        self.assertEqual(xml_problems(report_of("junit", [])), [])
        for part in ("<failure ", "<error ", "gone.cu", "dir &amp; &lt;1&gt;/k.cu"):
            self.assertIn(part, self.junit)

    def test_what_is_no_junit_is_found(self):
        for old, new in ((" classname=", " class="), ("<failure ", "<failed "), ("</testcase>", ""), ("&amp;", "&"),
                         (' time="', ' time="-'), (' errors="', ' errors="x'), ("<testsuites ", "<suites ")):
            self.assertIn(old, self.junit)
            self.assertNotEqual(xml_problems(self.junit.replace(old, new, 1)), [], (old, new))


if __name__ == "__main__":
    unittest.main()
