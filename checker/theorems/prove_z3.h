// The theorems of the specification, decided by the checker's solver.
#pragma once

#include <string_view>
#include <vector>

#include "checker/theorems/prove.h"

namespace warpproof::theorems {

// Answers a question with a fresh solver, `budget_ms` each; what takes more effort is Unknown.
Decide z3_decide(unsigned budget_ms = 20000);

// All theorems whose name contains `filter`, in table order.
std::vector<TheoremResult> prove_all(std::string_view filter = "", unsigned budget_ms = 20000);

}  // namespace warpproof::theorems
