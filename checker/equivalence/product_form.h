// Products of sums, modulo 2^width.
#pragma once

#include <cstdint>
#include <map>

#include "checker/equivalence/decision_diagram.h"
#include "checker/equivalence/forms.h"

namespace warpproof::equivalence {

// Exponents are numbers, not residues: FormLimit is thrown for what is squared too often.
void raise(std::uint64_t& exponent, std::uint64_t by);
// Sums are multiplied out.
FormId multiply(Forms& forms, FormId a, FormId b, int width);
// The product of all factors with their exponents. Sums are multiplied out while that stays small.
FormId product_of(Forms& forms, const std::map<FormId, std::uint64_t>& all, int width);

}  // namespace warpproof::equivalence
