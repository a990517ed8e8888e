#!/usr/bin/env bash
# The layers of the program as it is built, and the check itself on samples.
set -eu
python3 -B tools/architecture.py check tools/layers.txt tools/dependencies.xml docs/architecture.md
exec python3 -B -m unittest tools.architecture_test
