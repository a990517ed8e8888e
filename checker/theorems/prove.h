// Deciding the theorems of checker/theorems/theorem.h for all inputs.
//
// The solver is a parameter, so that an answer can be cross-checked by another one, and so that tests can see
// what happens when a solver lies: a model that does not survive a run on integers, or an assumption without
// a model, makes the verdict unknown, never proved.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "checker/theorems/theorem.h"
#include "src/term/term.h"

namespace warpproof::theorems {

enum class Satisfiable { Yes, No, Unknown };

// Whether all `terms` (width 1) hold for some values of the variables; for Yes, `values[i]` is that of
// `variables[i]`.
using Decide =
    std::function<Satisfiable(TermGraph& graph, std::span<const Term> terms, std::span<const Term> variables,
                              std::vector<std::uint64_t>& values)>;

TheoremResult prove(const Theorem& theorem, const Decide& decide);

// All theorems whose name contains `filter`, in table order.
std::vector<TheoremResult> prove_all(const Decide& decide, std::string_view filter = "");

}  // namespace warpproof::theorems
