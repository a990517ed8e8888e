#!/usr/bin/env bash
# docs/reports.md is what tests/report says, and a text that changes is noticed.
set -euo pipefail
python3 -B tools/report_pages.py check
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/docs" "$work/tests"
cp -rL docs/reports.md "$work/docs/reports.md"
cp -rL tests/report "$work/tests/report"
script=$PWD/tools/report_pages.py
cd "$work"
chmod -R u+w .
python3 -B "$script" check
sed -i '2s/error/mistake/' tests/report/expected/llmc847.txt
! python3 -B "$script" check 2>err || { echo "another report is not noticed"; exit 1; }
grep -q "not what tests/report says" err
python3 -B "$script" write
python3 -B "$script" check
rm tests/report/before/llmc847.txt
! python3 -B "$script" check 2>err || { echo "a missing report is not noticed"; exit 1; }
