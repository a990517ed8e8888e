#!/usr/bin/env bash
# Runs survey_test.py with the python3 that Bazel itself depends on.
exec python3 -B -m unittest tools.survey.survey_test
