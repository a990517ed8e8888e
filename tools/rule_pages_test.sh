#!/usr/bin/env bash
# docs/rules/ is what spec/ says, and a page that is changed by hand is noticed.
set -euo pipefail
python3 -B tools/rule_pages.py checker/cli/warpproof check
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/docs"
cp -rL docs/rules "$work/docs/rules"
program=$PWD/checker/cli/warpproof script=$PWD/tools/rule_pages.py
cd "$work"
python3 -B "$script" "$program" check
chmod u+w docs/rules/race.md && echo "more" >>docs/rules/race.md
! python3 -B "$script" "$program" check 2>err || { echo "a changed page is not noticed"; exit 1; }
grep -q "race.md: not what spec/ says" err
python3 -B "$script" "$program" write
echo "# more" >docs/rules/none.md
! python3 -B "$script" "$program" check 2>err || { echo "a page too many is not noticed"; exit 1; }
rm docs/rules/none.md docs/rules/mask.self.md
! python3 -B "$script" "$program" check 2>err || { echo "a missing page is not noticed"; exit 1; }
