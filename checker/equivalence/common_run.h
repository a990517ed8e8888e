// Two kernels are equivalent for the launches that both proofs speak of. There has to be one: inputs with which a
// run of either kernel gets to its end through all that is assumed (counterexample/witness.h).
#pragma once

#include <optional>
#include <string>

#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/matching.h"

namespace warpproof::equivalence {

// What the comparison assumed of operations that have no result for some operands.
struct TakenForGranted {
  bool integers = false;  // no divisor is zero
  bool reals = false;     // quotients, roots and logarithms have a result over the reals
  bool sums_of_reals = false;  // so do sums and products
};

// Nothing where such a run was found, else what stood in the way, as a reason for an unknown verdict. A bounded
// number of runs and questions, whatever the time.
std::optional<std::string> missing_common_run(const Side& a, const Side& b, const Matching& matching,
                                              const EquivalenceOptions& options,
                                              const TakenForGranted& granted);

}  // namespace warpproof::equivalence
