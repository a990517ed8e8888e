#!/usr/bin/env bash
# What the checker prints is what the survey reads: a kernel that is proved, one that is broken.
set -eu
checker=$1
folder=$(mktemp -d -p "${TEST_TMPDIR:-/tmp}")
trap 'rm -r "$folder"' EXIT
kernel() {  # name, what thread 0 goes around
  cat <<EOF
.version 8.0
.target sm_80
.address_size 64
.visible .entry $1()
.reqntid 64
{
  .reg .pred %p<2>;
  .reg .b32 %r<2>;
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, $2;
  @!%p1 bra L1;
  bar.sync 0;
L1:
  bar.sync 1;
  ret;
}
EOF
}
kernel good 64 > "$folder/good.ptx"
kernel bad 0 > "$folder/bad.ptx"
python3 -B -m tools.survey.survey run "$folder" --out "$folder/t.tsv" --checker "$checker" -j 2
good=$(grep '^good' "$folder/t.tsv" | cut -f 4-6)
bad=$(grep '^bad' "$folder/t.tsv" | cut -f 4-6)
[ "$good" = "$(printf '64\tproved\t')" ] || { echo "good: $good"; exit 1; }
[ "$bad" = "$(printf '64\tviolation\tbarrier.divergent')" ] || { echo "bad: $bad"; exit 1; }
