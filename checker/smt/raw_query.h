// Z3 alone on a formula in SMT-LIB 2, without any of our rewriting: the baseline of benchmarks.
#pragma once

#include <string>

#include "checker/smt/solver.h"

namespace warpproof {

// Whether the assertions in `smtlib` can hold together. Throws std::runtime_error for text that Z3 does not
// read.
Answer ask_z3_alone(const std::string& smtlib, unsigned timeout_ms);

}  // namespace warpproof
