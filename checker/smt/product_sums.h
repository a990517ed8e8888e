// How sums are made of products, as the indexes of rows and volumes are: which products have a factor in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "src/term/term.h"

namespace warpproof::products {

inline constexpr std::size_t kMostFactors = 3;  // of products that sums are gathered by

struct Monomial {
  std::uint64_t constant = 1;
  std::vector<Term> factors;  // the others
};
Monomial monomial(const TermGraph& g, Term t);

// A multiple by a constant other than 2^k and -2^k.
bool is_stride(const TermGraph& g, Term part);

// A factor that products in a sum have in common; is one of these products of three factors?
struct Gathering {
  Term common;
  bool is_of_three = false;
};
// Of a sum of 32 or 64 bits; none where no two addends have a factor in common that is one of a product.
std::optional<Gathering> gathering(const TermGraph& g, Term sum);

// Products that occur only in sums in which they are gathered with one of three factors: nothing needs to be known of them.
std::unordered_set<std::uint32_t> gathered_alone(const TermGraph& g, std::span<const Term> order);

}  // namespace warpproof::products
