#!/usr/bin/env bash
# tools/cmake/Warpproof.cmake makes tests that pass and fail as they should. Without CMake on the machine there is nothing to try.
set -euo pipefail
if ! command -v cmake >/dev/null; then
  echo "skipped: this machine has no cmake"
  exit 0
fi
work=$TEST_TMPDIR/project
mkdir -p "$work/include"
cp tests/cmake/CMakeLists.txt "$work/"
cp tests/cmake/kernel.cu "$work/with space.cu"
cp tests/cmake/include/twice.h "$work/include/"
export TMPDIR=$TEST_TMPDIR
cmake -S "$work" -B "$work/build" -G "Unix Makefiles" -DRULES="$PWD/tools/cmake" -DWARPPROOF="$PWD/checker/cli/warpproof"
cd "$work/build"
ctest --output-on-failure -E must_fail
for name in must_fail_proved must_fail_violation; do
  if ctest -R "^$name\$" >"$name.log"; then
    echo "$name passed, and should fail" >&2
    exit 1
  fi
  grep -q '1 tests failed out of 1' "$name.log"
done
# What is forgotten is said when CMake runs.
printf 'cmake_minimum_required(VERSION 3.17)\nproject(x LANGUAGES NONE)\ninclude("%s/tools/cmake/Warpproof.cmake")\nwarpproof_add_test(NAME x)\n' \
  "$OLDPWD" >"$work/CMakeLists.txt"
if cmake -S "$work" -B "$work/other" >other.log 2>&1; then exit 1; fi
grep -q 'needs NAME and SOURCES' other.log
