// Inputs for a witness (counterexample/witness.h) where random ones do not do: what a symbolic execution of one
// shape says of an execution in which every thread gets to its end is given to the solver, and its models run.
#pragma once

#include <cstdint>
#include <functional>

#include "checker/attempt/check_options.h"
#include "checker/counterexample/counterexample.h"
#include "checker/symbolic/executor.h"

namespace warpproof {

// Calls `accepts` with launches and inputs until it says yes: true. Every candidate has to be run by
// `accepts`; nothing is claimed of them. `options` are those of the check with what follows from its
// assumptions; loops are unrolled a few times, then more often.
bool find_witness_by_model(const Program& program, std::uint32_t root, const CheckOptions& options,
                           const symbolic::Shape& shape,
                           const std::function<bool(const Launch&, const RunInputs&)>& accepts);

}  // namespace warpproof
