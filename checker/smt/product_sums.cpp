#include "checker/smt/product_sums.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace warpproof::products {

bool is_stride(const TermGraph& g, Term part) {
  if (g.kind(part) != Kind::Mul || g.width(part) > 64) return false;
  const std::uint64_t word = g.width(part) == 64 ? ~0ull : (1ull << g.width(part)) - 1;
  const auto operands = g.operands(part);
  return std::any_of(operands.begin(), operands.end(), [&](Term o) {
    return g.is_const(o) && !std::has_single_bit(g.value(o)) && !std::has_single_bit(-g.value(o) & word);
  });
}

Monomial monomial(const TermGraph& g, Term t) {
  if (g.kind(t) != Kind::Mul) return {1, {t}};
  const auto operands = g.operands(t);
  Monomial out{1, {operands.begin(), operands.end()}};
  if (g.is_const(out.factors.back())) {
    out.constant = g.value(out.factors.back());
    out.factors.pop_back();
  }
  return out;
}

std::optional<Gathering> gathering(const TermGraph& g, Term sum) {
  if (g.kind(sum) != Kind::Add || (g.width(sum) != 32 && g.width(sum) != 64)) return std::nullopt;
  std::map<Term, int> uses, in_products;  // of factors: in how many monomials, and in how many of these that are products
  std::set<Term> in_threes;
  for (const Term o : g.operands(sum)) {
    const Monomial m = monomial(g, o);
    if (g.is_const(o) || m.factors.size() > kMostFactors) continue;
    for (const Term f : m.factors) {
      ++uses[f];
      if (m.factors.size() > 1) ++in_products[f];
      if (m.factors.size() == kMostFactors) in_threes.insert(f);
    }
  }
  const auto common = std::max_element(uses.begin(), uses.end(), [&](const auto& x, const auto& y) {
    return (in_products.contains(x.first) ? x.second : 0) < (in_products.contains(y.first) ? y.second : 0);
  });
  if (common == uses.end() || common->second < 2 || !in_products.contains(common->first)) return std::nullopt;
  return Gathering{common->first, in_threes.contains(common->first)};
}

std::unordered_set<std::uint32_t> gathered_alone(const TermGraph& g, std::span<const Term> order) {
  std::unordered_set<std::uint32_t> gathered, elsewhere;
  for (const Term part : order) {
    const auto how = gathering(g, part);
    for (const Term o : g.operands(part)) {
      if (g.kind(o) != Kind::Mul) continue;
      const Monomial m = monomial(g, o);
      const bool is_gathered = how && how->is_of_three && m.factors.size() <= kMostFactors &&
                               std::find(m.factors.begin(), m.factors.end(), how->common) != m.factors.end();
      (is_gathered ? gathered : elsewhere).insert(o.id);
    }
  }
  std::erase_if(gathered, [&](std::uint32_t id) { return elsewhere.contains(id); });
  return gathered;
}

}  // namespace warpproof::products
