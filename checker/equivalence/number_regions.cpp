#include "checker/equivalence/number_regions.h"

#include "checker/equivalence/float_words.h"
#include "checker/equivalence/region.h"

namespace warpproof::equivalence {

bool NumberRegions::in_sum(Term t, FloatFormat f) const {
  if (graph_.width(t) != format_width(f)) return false;
  if (graph_.kind(t) != Kind::Float) return is_negation(graph_, t);
  const FloatOp op = FloatOp::unpack(graph_.aux(t));
  return !op.saturate && op.operand == f &&
         (op.code == FloatCode::Add || op.code == FloatCode::Sub || op.code == FloatCode::Fma);
}

// Sums, differences, fused products and changes of sign; factors are leaves.
std::vector<Term> NumberRegions::sum(Term root, FloatFormat f, std::vector<Term>* leaves) const {
  const auto operands = [&](Term t, auto give) {
    const auto all = graph_.operands(t);
    if (graph_.kind(t) == Kind::Xor) return give(all[0], in_sum(all[0], f));
    for (std::size_t i = all.size(); i-- > 0;) give(all[i], in_sum(all[i], f) && !(all.size() == 3 && i < 2));
  };
  return collect_region(root, operands, leaves);
}

bool NumberRegions::in_order(Term t, FloatFormat f) const {
  if (graph_.kind(t) != Kind::Float) return false;
  const FloatOp op = FloatOp::unpack(graph_.aux(t));
  return !op.saturate && op.operand == f && (op.code == FloatCode::Min || op.code == FloatCode::Max);
}

std::vector<Term> NumberRegions::order(Term root, FloatFormat f, std::vector<Term>* leaves) const {
  const auto operands = [&](Term t, auto give) {
    for (const Term x : graph_.operands(t)) give(x, in_order(x, f));
  };
  return collect_region(root, operands, leaves);
}

// What must have a form before the number has one.
std::vector<Look> NumberRegions::dependencies(Term t, FloatFormat f) const {
  std::vector<Look> out;
  if (graph_.is_const(t)) return {{t, Look::kBits}};
  std::vector<Term> leaves;
  const auto operands = graph_.operands(t);
  if (in_sum(t, f)) {
    sum(t, f, &leaves);
  } else if (in_order(t, f)) {
    order(t, f, &leaves);
  } else if (const auto x = magnitude_of(graph_, t); x && graph_.width(t) == format_width(f)) {
    leaves = {*x};
  } else if (const auto y = negative_magnitude_of(graph_, t); y && graph_.width(t) == format_width(f)) {
    leaves = {*y};
  } else if (const auto z = with_given_sign(graph_, t); z && graph_.width(t) == format_width(f)) {
    out.push_back({z->sign, Look::kBits});
    leaves = {z->whole};
  } else if (const auto w = widened_bfloat(graph_, t); w && f == FloatFormat::F32) {
    out.push_back({*w, Look::number_in(FloatFormat::BF16)});
  } else if (graph_.kind(t) == Kind::Ite) {
    out.push_back({operands[0], Look::kBits});
    leaves = {operands[1], operands[2]};
  } else if (graph_.kind(t) == Kind::Float && made_format(FloatOp::unpack(graph_.aux(t))) == f) {
    const FloatOp op = FloatOp::unpack(graph_.aux(t));
    const bool of_integer = !is_float_format(op.operand);
    for (const Term x : operands) out.push_back({x, of_integer ? Look::kBits : Look::number_in(op.operand)});
  } else {
    out.push_back({t, Look::kBits});
  }
  for (const Term x : leaves) out.push_back({x, Look::number_in(f)});
  return out;
}

}  // namespace warpproof::equivalence
