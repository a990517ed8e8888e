#!/usr/bin/env python3
"""Counts the Catch2 test cases that a `bazel test` run passed and failed.

usage: count_tests.py EVENTS TARGETS

EVENTS is what --build_event_json_file wrote, TARGETS a file with one test label a line. Each run of a test (or of one
of its shards) has a log whose last Catch2 summary gives the counts. Prints `N passed, N failed` as its last line and,
before it, what failed. The exit status is 1 when anything failed or nothing ran.

A test counts as one failure more than its summary says when there is no summary (crash, time limit), when Bazel calls
it failed although its summary does not, or when it never ran (it did not build).
"""

import json
import re
import sys
from urllib.parse import unquote, urlparse

ALL_PASSED = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)\s*$", re.M)
SOME_FAILED = re.compile(r"^test cases:\s*(\d+)(.*)$", re.M)
NONE_RAN = re.compile(r"^No tests ran\s*$|^No test cases matched", re.M)


def count_log(text):
    """(passed, failed) of the last summary in a test's log, or None."""
    last = None
    for match in ALL_PASSED.finditer(text):
        last = (match.start(), int(match.group(1)), 0)
    for match in SOME_FAILED.finditer(text):
        total, failed = int(match.group(1)), 0
        for count, kind in re.findall(r"\|\s*(\d+) (failed as expected|failed)", match.group(2)):
            failed += int(count) if kind == "failed" else 0
        if last is None or match.start() > last[0]:
            last = (match.start(), total - failed, failed)
    for match in NONE_RAN.finditer(text):
        if last is None or match.start() > last[0]:
            last = (match.start(), 0, 0)
    return None if last is None else last[1:]


def read_log(outputs):
    for output in outputs:
        if output.get("name") == "test.log" and output.get("uri", "").startswith("file:"):
            try:
                with open(unquote(urlparse(output["uri"]).path), encoding="utf-8", errors="replace") as log:
                    return log.read()
            except OSError:
                return ""
    return ""


def results(events_path):
    """(label, what ran, status, log) of each run; of several attempts the last counts."""
    runs = {}
    with open(events_path, encoding="utf-8", errors="replace") as events:
        for line in events:
            try:
                event = json.loads(line)
            except ValueError:
                continue  # the last line of a run that was cut off
            result_id = event.get("id", {}).get("testResult")
            result = event.get("testResult")
            if not result_id or not result:
                continue
            key = (result_id.get("label"), result_id.get("shard", 0), result_id.get("run", 0))
            attempt = result_id.get("attempt", 0)
            if key not in runs or attempt >= runs[key][0]:
                runs[key] = (attempt, result.get("status"), read_log(result.get("testActionOutput", [])))
    return [(key[0], key[1], run[1], run[2]) for key, run in sorted(runs.items(), key=lambda item: str(item[0]))]


def main(events_path, targets_path):
    passed = failed = 0
    ran = set()
    for label, shard, status, log in results(events_path):
        ran.add(label)
        counts = count_log(log)
        if status == "PASSED" and counts is None:
            counts = (1, 0)  # not a Catch2 program: it counts as one
        elif status != "PASSED" and (counts is None or counts[1] == 0):
            counts = (counts[0] if counts else 0, 1)
        passed, failed = passed + counts[0], failed + counts[1]
        if counts[1]:
            where = f"{label} (shard {shard})" if shard else label
            print(f"{where}: {status}, {counts[1]} failed")
    with open(targets_path, encoding="utf-8") as targets:
        for label in sorted({line.strip() for line in targets if line.strip()} - ran):
            print(f"{label}: did not build or run")
            failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
