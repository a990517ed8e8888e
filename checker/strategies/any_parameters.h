// Parameters of any value in place of those that are given (--param).
//
// Applies where parameters are given, and the check with their values ended undecided with half of its effort
// spent: a loop that a given parameter bounds is unrolled, and where that comes to no end, what holds for all
// values, by induction, is proved for these. Proves only, and only if a run with the given values keeps what
// the proof assumes. Shares: 40 % for the given values, all that is left for any.
#pragma once

#include "checker/attempt/check_options.h"
#include "checker/report/report.h"
#include "src/program/program.h"

namespace warpproof::strategies {

report::Kernel check_parameters(const Program& program, std::uint32_t function, const CheckOptions& options);

}  // namespace warpproof::strategies
