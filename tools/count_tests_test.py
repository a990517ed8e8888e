"""The counter against logs as Catch2 and Bazel write them."""

import contextlib
import io
import json
import os
import tempfile
import unittest

from tools import count_tests

PASSED = "===\nAll tests passed (12 assertions in 3 test cases)\n"
FAILED = "===\ntest cases:  4 |  3 passed | 1 failed\nassertions: 69 | 68 passed | 1 failed\n"


class CountLog(unittest.TestCase):
    def test_summaries(self):
        cases = [
            (PASSED, (3, 0)),
            ("All tests passed (1 assertion in 1 test case)\n", (1, 0)),
            (FAILED, (3, 1)),
            ("test cases: 1 | 1 failed\nassertions: - none -\n", (0, 1)),
            ("test cases: 5 | 2 passed | 1 failed | 2 failed as expected\n", (4, 1)),
            ("test cases: 2 | 2 failed as expected\n", (2, 0)),
            ("No tests ran\n", (0, 0)),
            ("", None),
            ("Segmentation fault\n", None),
            ("says: All tests passed (1 assertion in 1 test case)\n", None),
            (PASSED + FAILED, (3, 1)),
            (FAILED + PASSED, (3, 0)),
        ]
        for text, expected in cases:
            with self.subTest(text=text):
                self.assertEqual(count_tests.count_log(text), expected)


class WholeRun(unittest.TestCase):
    def count(self, runs, targets):
        """runs: (label, shard, attempt, status, log or None). Gives exit status and the printed lines."""
        with tempfile.TemporaryDirectory() as folder:
            events = os.path.join(folder, "events")
            with open(events, "w", encoding="utf-8") as out:
                out.write('{"id":{"started":{}}}\n')
                for i, (label, shard, attempt, status, log) in enumerate(runs):
                    outputs = []
                    if log is not None:
                        path = os.path.join(folder, f"log {i}")
                        with open(path, "w", encoding="utf-8") as text:
                            text.write(log)
                        outputs = [{"name": "test.log", "uri": "file://" + path.replace(" ", "%20")}]
                    result_id = {"label": label, "run": 1, "shard": shard, "attempt": attempt}
                    out.write(json.dumps({"id": {"testResult": result_id},
                                          "testResult": {"status": status, "testActionOutput": outputs}}) + "\n")
                out.write('{"id":{"cut off')
            listed = os.path.join(folder, "targets")
            with open(listed, "w", encoding="utf-8") as out:
                out.write("\n".join(targets) + "\n")
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                status = count_tests.main(events, listed)
            return status, printed.getvalue().splitlines()

    def test_all_passed(self):
        status, lines = self.count([("//a:t", 0, 1, "PASSED", PASSED), ("//b:t", 0, 1, "PASSED", PASSED)],
                                   ["//a:t", "//b:t"])
        self.assertEqual((status, lines), (0, ["6 passed, 0 failed"]))

    def test_shards_add_up(self):
        status, lines = self.count([("//a:t", 1, 1, "PASSED", PASSED), ("//a:t", 2, 1, "FAILED", FAILED)], ["//a:t"])
        self.assertEqual((status, lines[-1]), (1, "6 passed, 1 failed"))

    def test_a_crash_is_a_failure(self):
        for log in (None, "", "half a log", PASSED):
            with self.subTest(log=log):
                status, lines = self.count([("//a:t", 0, 1, "FAILED", log)], ["//a:t"])
                self.assertEqual(status, 1)
                self.assertTrue(lines[-1].endswith(" 1 failed"))

    def test_a_time_limit_is_a_failure(self):
        self.assertEqual(self.count([("//a:t", 0, 1, "TIMEOUT", "")], ["//a:t"])[1][-1], "0 passed, 1 failed")

    def test_what_did_not_build_is_a_failure(self):
        status, lines = self.count([("//a:t", 0, 1, "PASSED", PASSED)], ["//a:t", "//b:t"])
        self.assertEqual((status, lines), (1, ["//b:t: did not build or run", "3 passed, 1 failed"]))

    def test_nothing_ran(self):
        self.assertEqual(self.count([], []), (1, ["0 passed, 0 failed"]))

    def test_other_programs_count_as_one(self):
        self.assertEqual(self.count([("//a:t", 0, 1, "PASSED", "ok\n")], ["//a:t"]), (0, ["1 passed, 0 failed"]))

    def test_the_last_attempt_counts(self):
        runs = [("//a:t", 0, 1, "FAILED", FAILED), ("//a:t", 0, 2, "PASSED", PASSED)]
        self.assertEqual(self.count(runs, ["//a:t"]), (0, ["3 passed, 0 failed"]))


if __name__ == "__main__":
    unittest.main()
