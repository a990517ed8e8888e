#!/usr/bin/env bash
# Runs count_tests_test.py with the python3 that Bazel itself depends on.
exec python3 -B -m unittest tools.count_tests_test
