// Does a run of one of two kernels count? "Different" is said of runs that keep the rules and all that the verdict
// takes for granted (checker/counterexample/kept_assumptions.h): conditions, grids, accesses within what a buffer may
// be and within shared memory, aligned, no division by zero.
#pragma once

#include <string>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/matching.h"

namespace warpproof::equivalence {

// Of a's runs, or of b's: conditions are over a's parameters, and are asked of its runs only. Nothing that an assumption
// excludes is a violation here: what is one in the checks of either side ends the comparison before.
counterexample::Granted taken_for_granted(const Matching& matching, const CheckOptions& check, bool in_b);

// Dynamic shared memory of a run: as much as was asked for; where nobody says, more than enough.
std::uint64_t dynamic_shared_of_run(const Side& side, const CheckOptions& check);

// Why a run does not count, as the end of a sentence that begins with the kernel's name; empty: it counts. Its inputs
// have been through judge_assumptions().
std::string why_not_clean(const counterexample::Granted& granted, const Launch& launch, const RunInputs& inputs,
                          const RunResult& result);

}  // namespace warpproof::equivalence
