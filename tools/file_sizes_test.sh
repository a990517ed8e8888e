#!/usr/bin/env bash
# The sizes of files and classes as they are, and the check itself on samples.
set -eu
# Where the sources stand: Bazel links to them.
root=$(cd -- "$(dirname -- "$(readlink -f tools/file_sizes.py)")/.." && pwd)
[ -e "$root/WORKSPACE" ] || { echo "no sources at $root"; exit 1; }
python3 -B tools/file_sizes.py check "$root"
exec python3 -B -m unittest tools.file_sizes_test
