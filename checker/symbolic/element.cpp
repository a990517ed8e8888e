#include "checker/symbolic/element.h"

namespace warpproof::symbolic {

namespace {

constexpr std::uint64_t kLargestScale = 1u << 20;
constexpr int kWidestIndex = 32;

}  // namespace

std::optional<Element> element_at(TermGraph& g, Term offset) {
  Element out;
  const auto [rest, base] = g.split_constant(offset);
  out.base = base;
  Term inner = rest;
  const auto factor = [&](Term scale, Term what) {
    out.scale = g.value(scale);
    inner = what;
  };
  if (const auto operands = g.operands(rest); g.kind(rest) == Kind::Mul && operands.size() == 2) {
    if (g.is_const(operands[1])) {
      factor(operands[1], operands[0]);
    } else if (g.is_const(operands[0])) {
      factor(operands[0], operands[1]);
    }
  }
  out.extension = g.kind(inner);
  if (out.extension != Kind::SExt && out.extension != Kind::ZExt) return std::nullopt;
  out.index = g.operands(inner)[0];
  if (out.scale == 0 || out.scale >= kLargestScale || g.width(out.index) > kWidestIndex) return std::nullopt;
  return out;
}

std::pair<Term, Term> equal_by(TermGraph& g, Term a, Term b) {
  const auto x = element_at(g, a), y = element_at(g, b);
  if (x && y && x->same_array(*y) && g.width(x->index) == g.width(y->index)) return {x->index, y->index};
  return {a, b};
}

// Of two sizes: the distance in either direction is below the other's size.
Term overlap(TermGraph& g, Term a, int a_bytes, Term b, int b_bytes) {
  if (a_bytes == b_bytes) {
    const auto [x, y] = equal_by(g, a, b);
    return g.eq(x, y);
  }
  const auto size = [&](int bytes) { return g.constant(64, static_cast<std::uint64_t>(bytes)); };
  return g.lor(g.ult(g.sub(a, b), size(b_bytes)), g.ult(g.sub(b, a), size(a_bytes)));
}

}  // namespace warpproof::symbolic
