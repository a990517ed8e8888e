#!/usr/bin/env bash
# Runs a test of a kernel as a worker on another machine does: from a copy of what the rule declares, in another folder,
# with an empty environment. Its script names no absolute path but that of its interpreter and the folder for temporary files.
set -euo pipefail
test=$1
script=$TEST_SRCDIR/$TEST_WORKSPACE/$test
copy=$TEST_TMPDIR/worker
mkdir -p "$copy/tmp"
cp -RL "$TEST_SRCDIR" "$copy/inputs"
if sed -e '1s|^#!/usr/bin/env bash||' -e 's|TMPDIR:-/tmp||' "$script" | grep -nE "(^|[^[:alnum:]._}])/[[:alnum:]]"; then
  echo "$test names an absolute path" >&2
  exit 1
fi
cd "$copy/inputs/$TEST_WORKSPACE"
env -i PATH=/usr/bin:/bin TEST_TMPDIR="$copy/tmp" "./$test"

# It reads what is declared: without one of its sources it fails.
rm "$2"
if env -i PATH=/usr/bin:/bin TEST_TMPDIR="$copy/tmp" "./$test" >"$copy/output" 2>&1; then
  echo "$test passes without $2: it reads another copy" >&2
  exit 1
fi
grep -qF "$(basename -- "$2")" "$copy/output"
