// What a proof rests on, reported and tested.
//
// After every proof of a kernel its claims about loops, and that no run breaks a rule, are held against runs
// (counterexample/claim_runs.h): for as much effort as the kernel has had so far, 400,000 units at least, 1,500,000 at most,
// and no more than a tenth of the effort of the check. A claim that fails in a run which keeps what the proof assumes takes the
// proof back; a run that breaks a rule is a violation. It proves nothing.
#pragma once

#include "checker/strategies/kernel_report.h"
#include "checker/strategies/situation.h"

namespace warpproof::strategies::claims_check {

// Takes the verdict "proved" back where a claim does not hold. `spent`: nanoseconds of effort for this kernel.
void run(Situation& s, KernelReport& report, std::uint64_t spent);

// The claims in words, as the report lists them where that is asked for.
void explain(const Situation& s, KernelReport& report);

}  // namespace warpproof::strategies::claims_check
