#!/bin/bash
# Which rules of the rewriter does rewrite_proof_test reach, and so prove? Builds it with gcov and lists the lines that give a
# result but were never executed. Each of them must be in rules_not_reached.txt: a new rule that the test does not reach fails here.
set -euo pipefail
root=$PWD
listed=$root/checker/smt/rules_not_reached.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

compile() { g++ -std=c++20 -O1 -DNDEBUG -I"$root" "$@"; }

pids=()
for file in "$root"/src/term/*.cpp; do
  name=$(basename "$file" .cpp)
  [[ $name == *_test ]] || compile --coverage -c "$file" -o "term_$name.o"
done &
pids+=($!)
for file in src/base/effort src/base/allocator tests/catch_main checker/smt/translate checker/smt/translate_float checker/smt/counts \
  checker/smt/smt_meanings checker/smt/rewrite_proof_test; do
  compile -c "$root/$file.cpp" -o "other_$(basename $file).o"
done &
pids+=($!)
for pid in "${pids[@]}"; do wait "$pid"; done
compile --coverage ./*.o -lz3 -lfmt -o proof
WARPPROOF_ROUNDS=2500 ./proof "what builders*" > proof.txt || { cat proof.txt; exit 1; }
./proof "~what builders*" > proof.txt || { cat proof.txt; exit 1; }
gcov ./term_rewrite_*.gcda ./term_linear.gcda ./term_low_bits.gcda > /dev/null

# "rewrite_bits.cpp: return lnot(g, x);", without what says only that no rule applies.
for report in rewrite_*.cpp.gcov linear.cpp.gcov low_bits.cpp.gcov; do
  sed -n "s/^ *#####: *[0-9]*: *\(.*\(return .*(\|out = \).*\)$/${report%.gcov}: \1/p" "$report"
done | sort > reached_not.txt
if ! diff <(sort "$listed") reached_not.txt > difference.txt; then
  echo "rules that the proof test does not reach (>), and lines of rules_not_reached.txt that it does reach (<):"
  cat difference.txt
  exit 1
fi
echo "$(wc -l < reached_not.txt) lines with a result are not reached"
