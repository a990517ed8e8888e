// How sums are made of products, as the indexes of rows and volumes are: which products have a factor in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
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

inline constexpr std::uint64_t kMostTimes = 4096;   // of one size in a sum
inline constexpr std::uint64_t kMostValues = 1024;  // the largest number that counts as a constant does, as y in y * n

// What a sum of 32 bits may come to, as 5 * n of i + 4 * n where i is no larger than n.
struct Multiple {
  std::vector<Term> factors;  // one or two
  std::uint64_t times = 2;    // from 2 to kMostTimes
  bool is_of_sizes = false;   // as all factors are; otherwise of a product of two, as 3 * y * w in 3 * y * w + 1
};
// In i + 4 * n the size n comes 5 times, as i may be as large as a size is; in y * n + x with y <= 15, 16 times. What is added and
// what is subtracted are counted apart. Other terms than sums of 32 bits have none.
std::vector<Multiple> multiples_in(const TermGraph& g, Term sum, const std::set<Term>& sizes);

// Products that occur only in sums in which they are gathered with one of three factors: nothing needs to be known of them.
std::unordered_set<std::uint32_t> gathered_alone(const TermGraph& g, std::span<const Term> order);

}  // namespace warpproof::products
