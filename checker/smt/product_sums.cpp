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

std::vector<Multiple> multiples_in(const TermGraph& g, Term sum, const std::set<Term>& sizes) {
  std::vector<Multiple> out;
  if (g.kind(sum) != Kind::Add || g.width(sum) != 32) return out;
  const auto is_size = [&](Term f) { return sizes.contains(f); };
  for (const bool subtracted : {false, true}) {
    std::map<std::vector<Term>, std::uint64_t> times;
    bool has_others = false;
    for (const Term o : g.operands(sum)) {
      const bool is_number = g.is_const(o);  // of a thread, say
      const Monomial m = is_number ? Monomial{g.value(o), {}} : monomial(g, o);
      const bool is_negative = m.constant >> 31 != 0;
      if (is_negative != subtracted) continue;
      if (is_number) {
        has_others = true;
        continue;
      }
      std::uint64_t most = is_negative ? (1ull << 32) - m.constant : m.constant;
      std::vector<Term> large;  // sizes, and what may be as large
      for (const Term f : m.factors) {
        const std::uint64_t high = g.unsigned_range(f).second;
        if (is_size(f) || high > kMostValues) {
          large.push_back(f);
        } else {
          most = std::min(most * std::max<std::uint64_t>(high, 1), kMostTimes + 1);
        }
      }
      if (!large.empty() && large.size() <= 2 && std::all_of(large.begin(), large.end(), is_size)) {
        times[large] += most;
        continue;
      }
      has_others = true;
      if (large.size() == 2 && most > 1 && most <= kMostTimes) out.push_back({large, most, false});
    }
    for (const auto& [factors, most] : times) {
      const std::uint64_t all = most + (has_others || times.size() > 1 ? 1 : 0);
      if (all > 1 && all <= kMostTimes) out.push_back({factors, all, true});
    }
  }
  return out;
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
