// Runs two kernels on the evaluator with random inputs, for pairs that are out of reach of a proof: loops
// whose number of iterations is an input, atomics, computed addresses that are not followed. It knows nothing
// of the symbolic executor.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/matching.h"
#include "src/base/effort.h"

namespace warpproof::equivalence {

// A difference in what the two leave in the buffers of their parameters: both runs keep the rules and stay
// inside of their buffers, of whole launches, and one of the two kernels leaves the same in every order of
// its threads (one_outcome.h). Nothing where none was found, which proves nothing, and for device functions
// and for very large parameters. `any_open`: runs differed, but both kernels may leave something else in
// another order.
std::optional<Difference> find_differing_run(const Side& a, const Side& b, const Matching& matching,
                                             const EquivalenceOptions& options,
                                             effort::Clock::time_point deadline,
                                             bool& any_open);

// The same, of two kernels that were proved to be equivalent under these assumptions: with inputs that a rare difference needs
// (aimed_inputs.h). What it finds is a defect of the proof.
std::optional<Difference> find_overlooked_run(const Side& a, const Side& b, const Matching& matching,
                                              const EquivalenceOptions& options, effort::Clock::time_point deadline,
                                              const std::vector<std::string>& assumptions);

}  // namespace warpproof::equivalence
