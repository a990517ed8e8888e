#include "checker/equivalence/float_words.h"

namespace warpproof::equivalence {

namespace {

bool is_float_width(int width) { return width == 16 || width == 32 || width == 64; }
std::uint64_t sign_of(int width) { return 1ull << (width - 1); }

bool is_sign_constant(const TermGraph& g, Term t) {
  const int width = g.width(t);
  return is_float_width(width) && g.is_const(t) && g.value(t) == sign_of(width);
}

}  // namespace

std::optional<FloatFormat> made_format(const FloatOp& op) {
  if (op.is_comparison() || !is_float_format(op.result)) return {};
  return op.result;
}

bool is_negation(const TermGraph& g, Term t) {
  return g.kind(t) == Kind::Xor && g.operands(t).size() == 2 && is_sign_constant(g, g.operands(t)[1]);
}

std::optional<Term> whole_of_magnitude(const TermGraph& g, Term t) {
  if (g.kind(t) != Kind::Extract || g.aux(t) != 0) return {};
  const Term x = g.operands(t)[0];
  return is_float_width(g.width(x)) && g.width(t) == g.width(x) - 1 ? std::optional(x) : std::nullopt;
}

namespace {

// Of one bit above the others of x.
std::optional<Term> below_top_bit(const TermGraph& g, Term t, bool top) {
  const auto operands = g.operands(t);
  if (g.kind(t) != Kind::Concat || operands.size() != 2) return {};
  return (top ? g.is_true(operands[0]) : g.is_false(operands[0])) ? whole_of_magnitude(g, operands[1]) : std::nullopt;
}

}  // namespace

std::optional<Term> magnitude_of(const TermGraph& g, Term t) {
  const int width = g.width(t);
  if (!is_float_width(width)) return {};
  const auto operands = g.operands(t);
  if (g.kind(t) == Kind::ZExt) return whole_of_magnitude(g, operands[0]);
  const bool masked = g.kind(t) == Kind::And && operands.size() == 2 && g.is_const(operands[1]) &&
                      g.value(operands[1]) == sign_of(width) - 1;
  return masked ? std::optional(operands[0]) : below_top_bit(g, t, false);
}

std::optional<Term> negative_magnitude_of(const TermGraph& g, Term t) {
  if (!is_float_width(g.width(t))) return {};
  const auto operands = g.operands(t);
  const bool set = g.kind(t) == Kind::Or && operands.size() == 2 && is_sign_constant(g, operands[1]);
  return set ? std::optional(operands[0]) : below_top_bit(g, t, true);
}

std::optional<WithSign> with_given_sign(const TermGraph& g, Term t) {
  const auto operands = g.operands(t);
  if (g.kind(t) != Kind::Concat || operands.size() != 2 || g.width(operands[0]) != 1) return {};
  const auto whole = whole_of_magnitude(g, operands[1]);
  return whole ? std::optional(WithSign{operands[0], *whole}) : std::nullopt;
}

std::optional<Term> with_other_sign(const TermGraph& g, Term t) {
  if (is_negation(g, t)) return g.operands(t)[0];
  const auto x = magnitude_of(g, t);
  return x ? x : negative_magnitude_of(g, t);
}

std::optional<Term> widened_bfloat(const TermGraph& g, Term t) {
  const auto operands = g.operands(t);
  if (g.width(t) != 32 || operands.size() != 2 || !g.is_const(operands[1])) return {};
  Term x = operands[0];
  if (g.kind(t) == Kind::Mul && g.value(operands[1]) == 1u << 16) {
    if (g.kind(x) != Kind::ZExt && g.kind(x) != Kind::SExt) return {};
    x = g.operands(x)[0];
  } else if (g.kind(t) != Kind::Concat || g.value(operands[1]) != 0) {
    return {};
  }
  return g.width(x) == 16 ? std::optional(x) : std::nullopt;
}

std::optional<ComparedWithInfinity> compared_with_infinity(const TermGraph& g, Term t) {
  if (g.kind(t) != Kind::Ult) return {};
  const auto operands = g.operands(t);
  const bool more = g.is_const(operands[0]);
  const Term low = operands[more ? 1 : 0], bound = operands[more ? 0 : 1];
  if (!g.is_const(bound) || (!more && g.value(bound) == 0)) return {};
  auto x = whole_of_magnitude(g, low);
  if (!x) x = magnitude_of(g, low);
  if (!x) return {};
  return ComparedWithInfinity{*x, more ? g.value(bound) : g.value(bound) - 1, more};
}

}  // namespace warpproof::equivalence
