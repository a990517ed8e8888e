#!/usr/bin/env bash
# Reports in SARIF and JUnit, held against schemas.
set -euo pipefail
if ! python3 -c 'import jsonschema' 2>/dev/null || ! command -v xmllint >/dev/null; then
  echo "needs python3-jsonschema and libxml2-utils: tools/install_dependencies --tests" >&2
  exit 1
fi
exec python3 -B tests/formats/schemas_test.py
