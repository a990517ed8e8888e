#!/usr/bin/env bash
set -euo pipefail
here=$PWD/tests/page
exec python3 -B "$here/page_test.py" checker/cli/warpproof "$here/kernels" "$here/self_check.js"
