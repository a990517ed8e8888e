#!/usr/bin/env bash
# What the documents name of this repository, and no test runs, is there.
set -eu
# Where the sources stand: Bazel links to them.
root=$(cd -- "$(dirname -- "$(readlink -f tests/docs/other_programs_test.py)")/../.." && pwd)
[ -e "$root/WORKSPACE" ] || { echo "no sources at $root"; exit 1; }
cd "$root"
exec python3 -B tests/docs/other_programs_test.py
