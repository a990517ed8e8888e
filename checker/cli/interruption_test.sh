#!/usr/bin/env bash
# SIGINT, SIGTERM and SIGHUP: the compiler is killed with its children, no folder is left, what is known is printed, and
# the status is 128 + the signal's number.
set -euo pipefail
tool=$PWD/checker/cli/warpproof
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/tmp"
fail() { echo "$*" >&2; exit 1; }

# A compiler that never ends, and has a child.
cat >"$work/bin/clang++-19" <<'CLANG'
#!/bin/sh
[ "$1" = --version ] && { echo "clang version 19.1.7"; exit 0; }
echo $$ >"$PIDS"
sleep 1000 &
echo $! >>"$PIDS"
wait
CLANG
chmod +x "$work/bin/clang++-19"
echo '__global__ void k(int* o) { o[0] = 1; }' >"$work/k.cu"
cat >"$work/quick.ptx" <<'PTX'
.version 8.0
.target sm_80
.address_size 64
.visible .entry quick() .reqntid 32
{
  ret;
}
PTX

export PIDS=$work/pids
for signal in INT:130 TERM:143 HUP:129; do
  rm -f "$PIDS"
  # A background command of a shell without job control ignores SIGINT; this one does not.
  env PATH="$work/bin:/usr/bin:/bin" TMPDIR="$work/tmp" python3 -c '
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
os.execvp(sys.argv[1], sys.argv[1:])' "$tool" check --compiler clang "$work/k.cu" >"$work/out" 2>"$work/err" &
  pid=$!
  for _ in $(seq 36000); do [[ -s $PIDS && $(wc -l <"$PIDS") == 2 ]] && break; sleep 0.1; done
  [[ -s $PIDS ]] || fail "the compiler was not started: $(cat "$work/err")"
  kill -s "${signal%:*}" "$pid"
  status=0
  wait "$pid" || status=$?
  [[ $status == "${signal#*:}" ]] || fail "SIG${signal%:*} gave status $status: $(cat "$work/err")"
  grep -q "interrupted by SIG${signal%:*}" "$work/err" || fail "nothing is said: $(cat "$work/err")"
  for child in $(cat "$PIDS"); do
    for _ in $(seq 100); do
      [[ -d /proc/$child && $(awk '{print $3}' "/proc/$child/stat" 2>/dev/null) != Z ]] || break
      sleep 0.1
    done
    [[ ! -d /proc/$child || $(awk '{print $3}' "/proc/$child/stat" 2>/dev/null) == Z ]] || fail "process $child is left"
  done
  [[ -z $(ls -A "$work/tmp") ]] || fail "left in TMPDIR: $(ls -A "$work/tmp")"
done

# What comes before a file that is being compiled is reported, whether one piece of work is done at a time or several.
for jobs in 1 2; do
  for files in "quick.ptx k.cu" "k.cu quick.ptx"; do
    rm -f "$PIDS"
    (cd "$work" && exec env PATH="$work/bin:/usr/bin:/bin" TMPDIR="$work/tmp" "$tool" check --compiler clang -j "$jobs" $files >out 2>err) &
    pid=$!
    for _ in $(seq 36000); do
      [[ -s $PIDS && $(wc -l <"$PIDS") == 2 ]] && { [[ $files == k.cu* ]] || grep -q "^kernel quick" "$work/out"; } && break
      sleep 0.1
    done
    kill -s TERM "$pid"
    status=0
    wait "$pid" || status=$?
    [[ $status == 143 ]] || fail "-j $jobs $files: status $status: $(cat "$work/err")"
    reached=2
    if [[ $files == quick* ]]; then
      grep -q "^kernel quick (quick.ptx): proved" "$work/out" || fail "-j $jobs $files: what is known is not printed: $(cat "$work/out")"
      reached=1
    else
      ! grep "^kernel" "$work/out" || fail "-j $jobs $files: a kernel is printed before its turn"
    fi
    grep -q "interrupted by SIGTERM: $reached of 2 files were not reached" "$work/out" || fail "-j $jobs $files: $(cat "$work/out")"
  done
done

# Bad places for temporary files, and no compiler: bad input, with the reason.
status=0
TMPDIR=$work/missing "$tool" check --compiler clang "$work/k.cu" >"$work/out" 2>"$work/err" || status=$?
[[ $status == 3 ]] || fail "a TMPDIR that is not there gave status $status"
grep -q TMPDIR "$work/err" || fail "the reason does not name TMPDIR: $(cat "$work/err")"
status=0
env PATH="$work/missing" CUDA_HOME= "$tool" check --compiler clang "$work/k.cu" >"$work/out" 2>"$work/err" || status=$?
[[ $status == 3 ]] || fail "no compiler gave status $status"

# A limit on memory is kept to: the tool says unknown or proves it, and does not crash.
status=0
"$tool" check --memory 64 "$work/quick.ptx" >"$work/out" 2>"$work/err" || status=$?
[[ $status == 0 || $status == 2 ]] || fail "--memory 64 gave status $status: $(cat "$work/err")"
! grep "internal error" "$work/out" "$work/err" || fail "--memory 64 gave an internal error"
# Kernels that need more are unknown, and say why, whether one is checked at a time or several: nothing crashes.
said=0
for limit in 64 80 100; do
  for jobs in 1 3; do
    status=0
    "$tool" check --memory "$limit" --no-cache -j "$jobs" "$PWD/tests/launches/programs/softmax_sizes_bug.cu" >"$work/out" 2>"$work/err" || status=$?
    [[ $status == 1 || $status == 2 ]] || fail "--memory $limit -j $jobs gave status $status: $(cat "$work/err")"
    ! grep "internal error" "$work/out" "$work/err" || fail "--memory $limit -j $jobs gave an internal error"
    grep -q "out of memory (--memory MB allows more)" "$work/out" "$work/err" && said=$((said + 1))
  done
done
[[ $said -gt 0 ]] || fail "the least memory was enough for all: the test needs a larger kernel"
# What was unknown for lack of memory is not kept as a verdict.
"$tool" check --memory 80 --cache "$work/cache" -j 1 "$PWD/tests/launches/programs/softmax_sizes_bug.cu" >"$work/short" 2>&1 || true
status=0
"$tool" check --cache "$work/cache" -j 1 "$PWD/tests/launches/programs/softmax_sizes_bug.cu" >"$work/out" 2>"$work/err" || status=$?
[[ $status == 1 ]] || fail "after --memory 80 a verdict of status $status is kept: $(cat "$work/short" "$work/out" "$work/err")"
# The compiler, which needs more than that to begin, is no reason to give up.
status=0
"$tool" check --compiler clang --memory 100 "$work/k.cu" >"$work/out" 2>"$work/err" || status=$?
[[ $status != 3 && $status -lt 128 ]] || fail "--memory 100 gave status $status: $(cat "$work/err")"
grep -q "^kernel k" "$work/out" || fail "--memory 100 says nothing of the kernel: $(cat "$work/out" "$work/err")"
