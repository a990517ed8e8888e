#include "src/term/low_bits.h"

#include <algorithm>

#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_compare.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

int low_zeros(const NodeStore& g, const Linear::Part& part, int n) {
  return std::min(n, trailing_zeros(part.coefficient & mask_of(n), n) +
                         trailing_zeros(~g.facts(part.atom).zero & mask_of(n), n));
}

bool split_low_bits(NodeStore& g, Linear& sum, int w, Term& low) {
  if (sum.parts.size() < 3 || sum.parts.size() > 8) return false;
  int most = 0;
  for (const auto& p : sum.parts) most = std::max(most, low_zeros(g, p, w));
  SmallVector<std::size_t, 8> below;
  for (std::size_t i = 0; i < sum.parts.size(); ++i) {
    if (low_zeros(g, sum.parts[i], w) < most) below.push_back(i);
  }
  if (below.size() != 2 || most >= w || (sum.constant & mask_of(most)) != 0) return false;
  const Linear::Part x = sum.parts[below[0]], y = sum.parts[below[1]];
  if (((x.coefficient + y.coefficient) & mask_of(w)) != 0) return false;
  const u64 bits = mask_of(most - trailing_zeros(x.coefficient, w));
  if (g.facts(x.atom).high > bits || g.facts(y.atom).high > bits) return false;
  low = eq(g, x.atom, y.atom);
  sum.parts.erase(sum.parts.begin() + static_cast<std::ptrdiff_t>(below[1]));
  sum.parts.erase(sum.parts.begin() + static_cast<std::ptrdiff_t>(below[0]));
  return true;
}

Term low_bits_equation(NodeStore& g, const Linear& sum) {
  if (sum.parts.size() > 8) return {};
  int n = 0;
  for (const auto& p : sum.parts) {
    if (g.kind(p.atom) != Kind::SExt) continue;
    const Kind inner = g.kind(g.operand(p.atom, 0));
    if (inner == Kind::Add || inner == Kind::Mul) n = std::max(n, g.width(g.operand(p.atom, 0)));
  }
  if (n < 2) return {};
  Linear low;
  for (const auto& p : sum.parts) accumulate(g, low, extract(g, p.atom, n - 1, 0), p.coefficient, n);
  low.constant += sum.constant;
  normalise(low, n);
  int least = n;
  for (const auto& p : low.parts) least = std::min(least, low_zeros(g, p, n));
  if ((low.constant & mask_of(least)) != 0) return g.truth(false);
  Term same;
  return split_low_bits(g, low, n, same) ? same : Term{};
}

}  // namespace warpproof::rewrite
