#!/usr/bin/env bash
# Checks the kernels of tests/bazel/workspace, a project of its own, by Bazel; then again, which has to run nothing; then with a
# header changed, which has to run all of them. cached_twice.sh [OPTION ..], options of Bazel. By hand it is started where it
# stands, and builds the checker; small_workspace_test.sh starts it on a copy with a program that is already built.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/workspace"
log=$(mktemp)
header=include/tile.h
before=$(<"$header")
trap 'rm -f "$log"; printf "%s\n" "$before" >"$header"' EXIT

pairs=$(sed -n 's/^reversals(\([0-9]*\))$/\1/p' BUILD)
tests=$((2 * pairs + 1)) # the kernels, and two of them compared
run() {
  local began=$SECONDS
  bazel test "$@" //... </dev/null >"$log" 2>&1 || { tail -n 40 "$log"; exit 1; }
  cached=$(grep -c '(cached) PASSED' "$log" || true)
  passed=$(grep -c 'PASSED in' "$log" || true)
  echo "$passed passed, $cached of them kept from an earlier run, $((SECONDS - began)) s"
}

# Of the first run a disk cache or a remote one may know some.
run "$@"
((passed == tests)) || { echo "expected $tests tests" >&2; exit 1; }
run "$@"
((cached == tests)) || { echo "expected $tests kept verdicts" >&2; exit 1; }
# A text that no cache has seen.
echo "// changed at $(date +%s%N)" >>"$header"
run "$@"
((cached == 0 && passed == tests)) || { echo "no verdict may be kept when a header changes" >&2; exit 1; }
