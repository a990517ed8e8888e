// Pairs of functions with the verdict that comparing them must give, from the first lines of a case file:
//
//   // pair: A B  expect: equivalent|different|undefined|unknown  [lanes: 0]  [fp: real]  [block: 64]  [grid:
//   1]
//            [map: a=b,c=d]  [param: n=4]  [from: one.ptx]  [with: other.ptx]
//            [target: sm_90]  [lists: part of an assumption]  [effort: PERCENT]
//   // why: what the slips are (for readers)
//
// on one line each, fields two blanks apart. A is looked for in the file of `from`, B in that of `with`, beside
// the case file, if there is one. `effort` is less than usual where the pair is to stay unknown and would use all of it.
#pragma once

#include <string>
#include <vector>

#include "checker/equivalence/equivalence.h"

namespace warpproof::tests {

struct PairCase {
  std::string file, line;  // the case file, the whole line
  std::string a, b, from, with, spec;
  std::string lists;  // what the report says, as an assumption
  equivalence::Verdict expect{};
  equivalence::EquivalenceOptions options;
  std::optional<int> target_sm;
};

// Throws InputError for an unknown, missing or repeated key, for a bad value, and for a file without a pair.
std::vector<PairCase> parse_pairs(const std::string& text, const std::string& file);

struct PairResult {
  std::string difference;  // empty: as expected
  std::string report;
  // Of the comparison, without compiling: units (docs/effort.md), and what they took here.
  std::uint64_t effort = 0;
  double processor_seconds = 0;
};

// Compares the pair; where it is to be equivalent bit for bit, runs both on the evaluator with random inputs
// too.
PairResult run_pair(const PairCase& pair);

}  // namespace warpproof::tests
