#!/usr/bin/env bash
# An unknown for lack of effort says which loop was being followed, and what may help.
set -u
checker=$1 kernel=$2
said=$("$checker" check "$kernel" --block 32 --effort 0.02)
status=$?
fail() { echo "$1"; echo "$said"; exit 1; }
[ "$status" = 2 ] || fail "exit status $status"
line=$(grep 'out of effort while these loops were followed: ' <<<"$said") || fail "no loop is named"
grep -qE "followed: [^;]*rms-norm-unrolled-ok.ptx:[0-9]+:[0-9]+" <<<"$line" || fail "no place is named"
grep -q "what may help: --effort 0.2" <<<"$line" || fail "nothing is suggested"
said=$("$checker" check "$kernel" --block any:32 --effort 0.02)
! grep -q "out of effort" <<<"$said" || grep -q "one size, as --block 256" <<<"$said" || fail "no size is suggested"
