// Sizes that are assumed to be those of a buffer, and their products (see without_products.h).
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "checker/smt/without_products.h"

namespace warpproof {

namespace {

constexpr std::uint64_t kMostElements = 1ull << 56;  // of a buffer that is counted in 64 bits

Term bare(const TermGraph& graph, Term t) {
  while (graph.kind(t) == Kind::SExt || graph.kind(t) == Kind::ZExt) t = graph.operands(t)[0];
  return t;
}

}  // namespace

bool may_wrap(const TermGraph& graph, Term predicate) {
  const Term roots[] = {predicate};
  const std::vector<Term> order = topological_order(graph, roots);
  const auto fits_a_half = [&](Term t) {
    return graph.unsigned_range(t).second >> 32 == 0 || (graph.kind(t) == Kind::SExt && graph.width(graph.operands(t)[0]) <= 32);
  };
  return std::any_of(order.begin(), order.end(), [&](Term t) {
    if (graph.kind(t) != Kind::Mul || graph.width(t) < 32) return false;
    const auto operands = graph.operands(t);
    const auto unknowns = std::count_if(operands.begin(), operands.end(), [&](Term o) { return !graph.is_const(o); });
    return unknowns > 2 || (unknowns == 2 && (graph.width(t) == 32 || !std::all_of(operands.begin(), operands.end(), fits_a_half)));
  });
}

std::set<std::pair<Term, Term>> WithoutProducts::sizes_in(Term predicate) {
  prepare(predicate);
  return wrapping_;
}

// y < h, also where one of them is taken into 64 bits or has a number added.
void WithoutProducts::note_comparison(Term part) {
  if (sizes_.empty() || (g.kind(part) != Kind::Slt && g.kind(part) != Kind::Ult)) return;
  const auto size_in = [&](Term t) {
    t = bare(g, t);
    return g.kind(t) == Kind::Add ? g.operands(t)[0] : t;
  };
  const auto operands = g.operands(part);
  for (const auto& [x, y] : {Pair(operands[0], operands[1]), Pair(operands[1], operands[0])})
    if (is_size(size_in(y))) compared_[bare(g, x)].insert(size_in(y));
}

// Or a product of two, as in row < matrices * rows.
bool WithoutProducts::is_size(Term t) const {
  const auto factors = g.operands(t);
  return sizes_.contains(t) || (g.kind(t) == Kind::Mul && factors.size() == 2 && sizes_.contains(factors[0]) &&
                                sizes_.contains(factors[1]));
}

void WithoutProducts::bound_size_products() {
  if (sizes_.empty()) return;
  std::set<Pair> wanted;
  const auto want = [&](const Pair& factors, const Pair& sizes) {
    wanted.insert(sizes);
    if (may_wrap_.contains(factors)) wrapping_.insert(sizes);
  };
  const auto compared_with = [&](Term x) {
    const auto it = compared_.find(x);
    return it == compared_.end() ? std::set<Term>{} : it->second;
  };
  for (const auto& [factors, whole] : products_) {
    for (const auto& [x, w] : {factors, Pair(factors.second, factors.first)}) {
      if (!sizes_.contains(w)) continue;
      for (const Term size : compared_with(x))
        if (g.width(size) == 32) want(factors, g.kind(size) == Kind::Mul ? Pair(size, w) : Pair(std::minmax(size, w)));
      // (z * rows + y) * w: z < layers bounds the row by layers * rows.
      for (const Term addend : g.kind(x) == Kind::Add ? g.operands(x) : std::span<const Term>()) {
        const auto inner = stand_ins_.find(addend);
        if (inner == stand_ins_.end()) continue;
        for (const auto& [z, rows] : {inner->second.factors, Pair(inner->second.factors.second, inner->second.factors.first)}) {
          if (!sizes_.contains(rows)) continue;
          for (const Term layers : compared_with(z))
            if (sizes_.contains(layers) && g.width(layers) == 32) want(factors, {g.mul(layers, rows), w});
        }
      }
    }
  }
  for (const Pair& p : wanted) {
    if (!size_products_.insert(p).second) continue;
    const Term fact = product_fits(g, p.first, p.second);
    replace_products(fact);
    know(put_(fact));
  }
  // The same in 64 bits.
  wanted.clear();
  for (const auto& [factors, whole] : wide_products_) {
    for (const auto& [x, w] : {factors, Pair(factors.second, factors.first)}) {
      const auto it = sizes_.contains(w) ? compared_.find(bare(g, x)) : compared_.end();
      if (it == compared_.end()) continue;
      for (const Term size : it->second) {
        if (sizes_.contains(size)) wanted.insert(std::minmax(g.width(size) == 64 ? size : g.sext(size, 64), w));
      }
    }
  }
  const Term zero = g.constant(64, 0);
  for (const Pair& p : wanted) {
    wrapping_.insert(p);
    if (!size_products_.insert(p).second) continue;
    know(g.implies(g.land(g.sle(zero, p.first), g.sle(zero, p.second)),
                   g.ule(wide(p.first, p.second), g.constant(64, kMostElements))));
  }
}

// As exact(), of words of 64 bits: 2^64 - 1 stands for what does not fit. Where this is less than 2^62, it is the product.
Term WithoutProducts::wide(Term a, Term b) {
  const Pair factors = std::minmax(a, b);
  if (const auto known = wide_products_.find(factors); known != wide_products_.end()) return known->second;
  const Term whole = unknown(64), zero = g.constant(64, 0);
  for (const auto& [x, y] : {Pair(a, b), Pair(b, a)}) {
    know(g.implies(g.eq(x, zero), g.eq(whole, zero)));
    know(g.implies(g.lnot(g.eq(x, zero)), g.ule(y, whole)));
  }
  // Of products with a common factor, likewise: of one that fits the other one fits, too.
  for (const auto& [other, term] : wide_products_) {
    for (const auto& [x, c] : {factors, Pair(factors.second, factors.first)}) {
      for (const auto& [z, d] : {other, Pair(other.second, other.first)}) {
        if (c != d) continue;
        const auto less = [&, common = c](Term lower, Term higher, Term of_lower, Term of_higher) {
          const Term then[] = {g.ule(common, of_higher), g.ule(of_lower, of_higher), g.ule(g.add(of_lower, common), of_higher)};
          know(g.implies(g.land(g.ult(lower, higher), g.ult(of_higher, g.constant(64, kWideWraps))), g.conj(then)));
        };
        less(x, z, whole, term);
        less(z, x, term, whole);
        know(g.implies(g.eq(x, z), g.eq(whole, term)));
      }
    }
  }
  wide_products_.emplace(factors, whole);
  return whole;
}

Term WithoutProducts::product_fits(TermGraph& graph, Term a, Term b) {
  if (graph.width(a) == 64) {
    const Term none = graph.constant(64, 0);
    const Term fits = graph.land(graph.eq(graph.mulhi_u(a, b), none), graph.ule(graph.mul(a, b), graph.constant(64, kMostElements)));
    return graph.implies(graph.land(graph.sle(none, a), graph.sle(none, b)), fits);
  }
  const Term zero = graph.constant(32, 0);
  const auto fits = [&](Term x, Term y) {
    return graph.ule(graph.mul(graph.sext(x, 64), graph.sext(y, 64)), graph.constant(64, 0x7fffffff));
  };
  if (graph.kind(a) != Kind::Mul) return graph.implies(graph.land(graph.sle(zero, a), graph.sle(zero, b)), fits(a, b));
  const Term x = graph.operands(a)[0], y = graph.operands(a)[1];
  const Term facts[] = {graph.sle(zero, x), graph.sle(zero, y), graph.sle(zero, b), fits(x, y), fits(a, b)};
  return graph.conj(facts);
}

}  // namespace warpproof
