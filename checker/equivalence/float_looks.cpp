#include "checker/equivalence/float_looks.h"

#include <algorithm>

#include "checker/equivalence/float_words.h"

namespace warpproof::equivalence {

namespace {

constexpr std::uint8_t kSeveral = 0xff;   // formats in which one word is used
constexpr std::size_t kMostChoices = 64;  // of a word of several parts
constexpr int kNarrowest = 16;            // bits of a float

std::uint8_t code_of(FloatFormat f) { return static_cast<std::uint8_t>(static_cast<int>(f) + 1); }

std::uint8_t merged(std::uint8_t a, std::uint8_t b) {
  if (a == 0 || a == b) return b;
  return b == 0 ? a : kSeveral;
}

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

// There is no NaN: what a test for it says. The same question about an integer is none about numbers.
std::optional<bool> FloatLooks::outcome_of_nan_test(Term t) const {
  const auto test = compared_with_infinity(graph_, t);
  const auto format = test ? format_of(test->x) : std::nullopt;
  if (!format || format_width(*format) != graph_.width(test->x)) return {};
  FloatOp op;
  op.operand = *format;
  return test->infinity == op.infinity_bits() ? std::optional(!test->more) : std::nullopt;
}

// Side condition of what `used_` says: the word is one value of the program. A constant is not: 0x80000000 may be an
// integer here and -0.0f there, and is a number only where what it is set against is one (same_content).
std::optional<FloatFormat> FloatLooks::format_of(Term t) const {
  if (graph_.is_const(t)) return {};
  const std::uint8_t code = made_[t.id] != 0 ? made_[t.id] : used_[t.id];
  if (code == 0 || code == kSeveral) return {};
  return static_cast<FloatFormat>(code - 1);
}

// Of all terms that the graph has by now. A word is a float where an instruction makes it one, or takes it for
// one; and where it is chosen from floats. Integers are none of that, so nothing about signs or zeros is said of
// them. A word of memory that is taken for a float somewhere may be an integer elsewhere (keys of a radix sort
// are): chosen from it and a constant, it is a float only where an instruction takes the choice for one. So is a
// word with its sign bit turned or masked out; what neg and abs make is marked in the graph
// (symbolic/control/scalar_instructions.h), as such words do not tell.
void FloatLooks::update() {
  const auto first = static_cast<std::uint32_t>(made_.size()),
             end = static_cast<std::uint32_t>(graph_.size());
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
      const auto of = [&](Term x) {
        return made_[x.id] != 0 || graph_.is_const(x) ? made_[x.id] : used_[x.id];
      };
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

// Floats that stand side by side in one word; empty where there are none.
std::vector<Term> FloatLooks::parts_of_content(Term t) {
  Parts parts;
  if (!find_parts(graph_, t, parts) || parts.widths.empty()) return {};
  std::vector<Term> out;
  int high = graph_.width(t) - 1;
  for (const int width : parts.widths) {
    out.push_back(part_of(graph_, t, high, high - width + 1));
    high -= width;
  }
  update();
  const bool any = std::any_of(out.begin(), out.end(),
                               [&](Term x) { return format_of(x) || graph_.kind(x) == Kind::Concat; });
  return any ? out : std::vector<Term>();
}

}  // namespace warpproof::equivalence
