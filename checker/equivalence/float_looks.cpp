// Which words are floats, and what a number is made of.
#include <algorithm>

#include "checker/equivalence/float_words.h"
#include "checker/equivalence/normal_form.h"
#include "checker/equivalence/region.h"

namespace warpproof::equivalence {

namespace {

constexpr std::uint8_t kSeveral = 0xff;      // formats in which one word is used
constexpr std::size_t kMostChoices = 64;     // of a word of several parts
constexpr int kNarrowest = 16;               // bits of a float

std::uint8_t code_of(FloatFormat f) { return static_cast<std::uint8_t>(static_cast<int>(f) + 1); }

std::uint8_t merged(std::uint8_t a, std::uint8_t b) {
  if (a == 0 || a == b) return b;
  return b == 0 ? a : kSeveral;
}

}  // namespace

// There is no NaN: what a test for it says. The same question about an integer is none about numbers.
std::optional<bool> NormalForms::outcome_of_nan_test(Term t) const {
  const auto test = compared_with_infinity(graph_, t);
  const auto format = test ? format_of(test->x) : std::nullopt;
  if (!format || format_width(*format) != graph_.width(test->x)) return {};
  FloatOp op;
  op.operand = *format;
  return test->infinity == op.infinity_bits() ? std::optional(!test->more) : std::nullopt;
}

void RealConditions::add(const RealConditions& more) {
  divisor_not_zero |= more.divisor_not_zero;
  root_not_negative |= more.root_not_negative;
  root_positive |= more.root_positive;
  logarithm_positive |= more.logarithm_positive;
  finite |= more.finite;
}

std::vector<std::string> RealConditions::texts() const {
  std::vector<std::string> out;
  if (divisor_not_zero) out.push_back("over the reals: no divisor is 0, so that x / s - x / s is 0");
  if (root_not_negative) out.push_back("over the reals: no square root is taken of a negative number");
  if (root_positive) out.push_back("over the reals: reciprocal square roots are taken of positive numbers only");
  if (logarithm_positive) out.push_back("over the reals: logarithms are taken of positive numbers only");
  if (finite) out.push_back(kFiniteSums);
  return out;
}

// Side condition of what `used_` says: the word is one value of the program. A constant is not: 0x80000000 may be an
// integer here and -0.0f there, and is a number only where what it is set against is one (same_content).
std::optional<FloatFormat> NormalForms::format_of(Term t) const {
  if (graph_.is_const(t)) return {};
  const std::uint8_t code = made_[t.id] != 0 ? made_[t.id] : used_[t.id];
  if (code == 0 || code == kSeveral) return {};
  return static_cast<FloatFormat>(code - 1);
}

bool NormalForms::holds_float(Term t) {
  look_for_floats();
  return floats_ == FloatMeaning::Real && format_of(t).has_value();
}

// Of all terms that the graph has by now. A word is a float where an instruction makes it one, or takes it for
// one; and where it is chosen from floats. Integers are none of that, so nothing about signs or zeros is said of
// them. A word of memory that is taken for a float somewhere may be an integer elsewhere (keys of a radix sort
// are): chosen from it and a constant, it is a float only where an instruction takes the choice for one. So is a
// word with its sign bit turned or masked out; what neg and abs make is marked in the graph
// (symbolic/control/scalar_instructions.h), as such words do not tell.
void NormalForms::look_for_floats() {
  const auto first = static_cast<std::uint32_t>(made_.size()), end = static_cast<std::uint32_t>(graph_.size());
  if (floats_ == FloatMeaning::Exact || first == end) return;
  made_.resize(end, 0);
  used_.resize(end, 0);
  for (std::uint32_t id = first; id < end; ++id) {
    if (graph_.kind(Term{id}) != Kind::Float) continue;
    const FloatOp op = FloatOp::unpack(graph_.aux(Term{id}));
    if (!is_float_format(op.operand)) continue;
    for (const Term x : graph_.operands(Term{id})) used_[x.id] = merged(used_[x.id], code_of(op.operand));
  }
  for (std::uint32_t id = first; id < end; ++id) {
    const Term t{id};
    if (graph_.width(t) < kNarrowest) continue;
    const auto operands = graph_.operands(t);
    std::uint8_t format = 0;
    if (graph_.kind(t) == Kind::Float) {
      if (const auto made = made_format(FloatOp::unpack(graph_.aux(t)))) format = code_of(*made);
    } else if (graph_.kind(t) == Kind::Ite) {
      const auto of = [&](Term x) { return made_[x.id] != 0 || graph_.is_const(x) ? made_[x.id] : used_[x.id]; };
      const std::uint8_t a = of(operands[1]), b = of(operands[2]);
      format = a != 0 && b != 0 ? merged(a, b) : merged(made_[operands[1].id], made_[operands[2].id]);
    } else if (with_other_sign(graph_, t)) {
      format = used_[id];
    } else if (const auto x = widened_bfloat(graph_, t)) {
      const std::uint8_t narrow = made_[x->id] != 0 ? made_[x->id] : used_[x->id];
      if (narrow == code_of(FloatFormat::BF16)) format = code_of(FloatFormat::F32);
    }
    made_[id] = format;
  }
}

bool NormalForms::in_sum(Term t, FloatFormat f) const {
  if (graph_.width(t) != format_width(f)) return false;
  if (graph_.kind(t) != Kind::Float) return is_negation(graph_, t);
  const FloatOp op = FloatOp::unpack(graph_.aux(t));
  return !op.saturate && op.operand == f &&
         (op.code == FloatCode::Add || op.code == FloatCode::Sub || op.code == FloatCode::Fma);
}

bool NormalForms::in_order(Term t, FloatFormat f) const {
  if (graph_.kind(t) != Kind::Float) return false;
  const FloatOp op = FloatOp::unpack(graph_.aux(t));
  return !op.saturate && op.operand == f && (op.code == FloatCode::Min || op.code == FloatCode::Max);
}

// Sums, differences, fused products and changes of sign; factors are leaves.
std::vector<Term> NormalForms::sum(Term root, FloatFormat f, std::vector<Term>* leaves) const {
  const auto operands = [&](Term t, auto give) {
    const auto all = graph_.operands(t);
    if (graph_.kind(t) == Kind::Xor) return give(all[0], in_sum(all[0], f));
    for (std::size_t i = all.size(); i-- > 0;) give(all[i], in_sum(all[i], f) && !(all.size() == 3 && i < 2));
  };
  return collect_region(root, operands, leaves);
}

std::vector<Term> NormalForms::order(Term root, FloatFormat f, std::vector<Term>* leaves) const {
  const auto operands = [&](Term t, auto give) {
    for (const Term x : graph_.operands(t)) give(x, in_order(x, f));
  };
  return collect_region(root, operands, leaves);
}

// What must have a form before the number has one.
std::vector<NormalForms::Look> NormalForms::dependencies_of_number(Term t, FloatFormat f) {
  std::vector<Look> out;
  if (graph_.is_const(t)) return {{t, kBits}};
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
    out.push_back({z->sign, kBits});
    leaves = {z->whole};
  } else if (const auto w = widened_bfloat(graph_, t); w && f == FloatFormat::F32) {
    out.push_back({*w, number_in(FloatFormat::BF16)});
  } else if (graph_.kind(t) == Kind::Ite) {
    out.push_back({operands[0], kBits});
    leaves = {operands[1], operands[2]};
  } else if (graph_.kind(t) == Kind::Float && made_format(FloatOp::unpack(graph_.aux(t))) == f) {
    const FloatOp op = FloatOp::unpack(graph_.aux(t));
    const bool of_integer = !is_float_format(op.operand);
    for (const Term x : operands) out.push_back({x, of_integer ? kBits : number_in(op.operand)});
  } else {
    out.push_back({t, kBits});
  }
  for (const Term x : leaves) out.push_back({x, number_in(f)});
  return out;
}

namespace {

struct Parts {
  std::vector<int> widths;  // most significant first
  std::size_t choices = 0;
};

// How a word, or a choice of words, is put together.
bool find_parts(const TermGraph& g, Term t, Parts& out) {
  if (g.kind(t) == Kind::Concat) {
    std::vector<int> widths;
    for (const Term x : g.operands(t)) widths.push_back(g.width(x));
    if (!out.widths.empty() && out.widths != widths) return false;
    out.widths = std::move(widths);
    return true;
  }
  if (g.kind(t) != Kind::Ite || ++out.choices > kMostChoices) return out.choices <= kMostChoices;
  return find_parts(g, g.operands(t)[1], out) && find_parts(g, g.operands(t)[2], out);
}

Term part_of(TermGraph& g, Term t, int high, int low) {
  if (g.kind(t) != Kind::Ite) return g.extract(t, high, low);
  const auto operands = g.operands(t);
  const Term condition = operands[0], a = operands[1], b = operands[2];
  return g.ite(condition, part_of(g, a, high, low), part_of(g, b, high, low));
}

}  // namespace

// Floats that stand side by side in one word; empty where there are none.
std::vector<Term> NormalForms::parts_of_content(Term t) {
  Parts parts;
  if (!find_parts(graph_, t, parts) || parts.widths.empty()) return {};
  std::vector<Term> out;
  int high = graph_.width(t) - 1;
  for (const int width : parts.widths) {
    out.push_back(part_of(graph_, t, high, high - width + 1));
    high -= width;
  }
  look_for_floats();
  const bool any = std::any_of(out.begin(), out.end(),
                               [&](Term x) { return format_of(x) || graph_.kind(x) == Kind::Concat; });
  return any ? out : std::vector<Term>();
}

}  // namespace warpproof::equivalence
