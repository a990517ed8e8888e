// What the evaluator says of a generated pair, on all inputs that the kernels can tell apart, and whether
// check_equivalence says the same.
#pragma once

#include <string>

#include "checker/equivalence/equivalence.h"
#include "tests/equivalence/generated/pair_generator.h"

namespace warpproof::pairs {

struct Truth {
  bool differs = false;    // for some input one leaves what the other cannot
  bool open = false;       // outcomes differ, but both depend on the order of threads
  bool undefined = false;  // a run broke a rule
  bool complete = false;   // no other input could show anything else
  std::string inputs;      // of what was found
};

// Four threads with an input of one bit; n from a range that holds every number that a loop's count or its
// rare iteration may depend on.
// `orders`: rules that only some orders of the threads break; else what the canonical order leaves behind.
Truth enumerate(const Pair& pair, bool orders = false);

struct Judged {
  equivalence::Verdict verdict{};
  Truth truth;        // not looked for where the verdict is unknown, which is never wrong
  std::string wrong;  // "wrong equivalent", "wrong different", "wrong undefined"; empty: none
  std::string report;
};

Judged judge(const Pair& pair, double budget_seconds);

}  // namespace warpproof::pairs
