#include "checker/equivalence/real_evaluate.h"

#include <algorithm>
#include <unordered_map>

#include "checker/equivalence/float_words.h"
#include "checker/equivalence/rational.h"
#include "src/term/fold.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

using Value = std::optional<RealWord>;

Value pattern(std::uint64_t bits) {
  RealWord w;
  w.bits = bits;
  return w;
}

Value number(Rational r, FloatFormat format, std::uint64_t bits) {
  RealWord w;
  w.is_real = true;
  w.bits = bits;
  w.real = std::move(r);
  w.format = format;
  return w;
}

std::optional<Rational> as_real(const RealWord& w, FloatFormat format) {
  return w.is_real ? w.real : rational_of(w.bits, format);
}

class RealEvaluation {
 public:
  RealEvaluation(const TermGraph& graph, const std::function<std::uint64_t(Term)>& variable,
                 const MemoryReader& memory)
      : graph_(graph), variable_(variable), memory_(memory) {}

  Value compute(Term t) {
    const Kind kind = graph_.kind(t);
    if (kind == Kind::Var) return pattern(variable_(t));
    if (kind == Kind::Const) return pattern(graph_.value(t));
    const auto operands = graph_.operands(t);
    if (kind == Kind::Ite) {
      const Value& c = values_.at(operands[0].id);
      if (!c) return std::nullopt;
      return values_.at(operands[c->bits != 0 ? 1 : 2].id);
    }
    std::vector<RealWord> in;
    bool any_real = false;
    for (const Term x : operands) {
      const Value& v = values_.at(x.id);
      if (!v) return std::nullopt;
      any_real = any_real || v->is_real;
      in.push_back(*v);
    }
    if (kind == Kind::Float) return compute_float(t, FloatOp::unpack(graph_.aux(t)), in);
    const int width = graph_.width(t);
    if (any_real) {
      // A change of the sign bit, or taking it away, is arithmetic too.
      if (in.size() == 2 && kind == Kind::Or && in[1].is_real) std::swap(in[0], in[1]);
      const bool two = in.size() == 2 && in[0].is_real && !in[1].is_real;
      if (kind == Kind::Xor && two && in[1].bits == 1ull << (width - 1))
        return number(-in[0].real, in[0].format, in[0].bits ^ in[1].bits);
      if (kind == Kind::Or && two && (in[1].bits == 0 || in[1].bits == 1ull << (width - 1)))  // copysign
        return number(in[1].bits == 0 ? in[0].real : Rational(-abs(in[0].real)), in[0].format, in[0].bits | in[1].bits);
      if (kind == Kind::And && two && in[1].bits == (1ull << (width - 1)) - 1)
        return number(abs(in[0].real), in[0].format, in[0].bits & in[1].bits);
    }
    // The rewriter writes the latter as the lower bits below a 0, or below another sign.
    const bool below_sign = kind == Kind::Concat && in.size() == 2 && graph_.width(operands[0]) == 1;
    const Term low = operands.empty() ? Term{} : operands.back();
    if ((kind == Kind::ZExt || below_sign) && graph_.kind(low) == Kind::Extract && graph_.aux(low) == 0) {
      const Term whole = graph_.operands(low)[0];
      const Value& x = values_.at(whole.id);
      const bool negative = below_sign && in[0].bits != 0;
      if (x && x->is_real && graph_.width(whole) == width && graph_.width(low) == width - 1)
        return number(negative ? Rational(-abs(x->real)) : Rational(abs(x->real)), x->format, one_step(t, in)->bits);
    }
    if (const auto narrow = widened_bfloat(graph_, t)) {
      const Value& x = values_.at(narrow->id);
      if (x && x->is_real && x->format == FloatFormat::BF16)
        return number(x->real, FloatFormat::F32, one_step(t, in)->bits);
    }
    if (kind == Kind::Read)
      return pattern(memory_(static_cast<std::uint32_t>(graph_.aux(t)), in[0].bits, width));
    Value out = one_step(t, in);
    const bool whole_halves = kind != Kind::Extract || (graph_.aux(t) % 8 == 0 && width % 8 == 0);
    const bool moves = kind == Kind::Concat || kind == Kind::ZExt || kind == Kind::SExt ||
                       (kind == Kind::Extract && whole_halves);
    out->has_floats = moves && std::any_of(in.begin(), in.end(),
                                           [](const RealWord& w) { return w.is_real || w.has_floats; });
    return out;
  }

  void keep(Term t, Value v) { values_[t.id] = std::move(v); }
  const Value& at(Term t) const { return values_.at(t.id); }

 private:
  // Exactly as the machine computes it, on bits.
  Value one_step(Term t, const std::vector<RealWord>& in) {
    std::vector<std::uint64_t> bits;
    std::vector<std::uint8_t> widths;
    for (std::size_t i = 0; i < in.size(); ++i) {
      bits.push_back(in[i].bits);
      widths.push_back(static_cast<std::uint8_t>(graph_.width(graph_.operands(t)[i])));
    }
    return pattern(fold(graph_.kind(t), graph_.width(t), graph_.aux(t), bits, widths));
  }

  Value compute_float(Term t, const FloatOp& op, const std::vector<RealWord>& in) {
    if (op.approximate) return std::nullopt;
    const std::uint64_t bits = one_step(t, in)->bits;
    const bool from_integer = op.code == FloatCode::FromSigned || op.code == FloatCode::FromUnsigned;
    if (from_integer) return op.saturate ? std::nullopt : from(op, in[0], bits);
    const auto number = [&](Rational r, FloatFormat f) {
      if (op.saturate) r = r < 0 ? Rational(0) : r > 1 ? Rational(1) : r;
      return equivalence::number(std::move(r), f, bits);
    };
    std::vector<Rational> x;
    for (const RealWord& w : in) {
      const auto r = as_real(w, op.operand);
      if (!r) return std::nullopt;
      x.push_back(*r);
    }
    switch (op.code) {
      case FloatCode::Add:
        return number(x[0] + x[1], op.operand);
      case FloatCode::Sub:
        return number(x[0] - x[1], op.operand);
      case FloatCode::Mul:
        return number(x[0] * x[1], op.operand);
      case FloatCode::Fma:
        return number(x[0] * x[1] + x[2], op.operand);
      case FloatCode::Neg:
        return number(-x[0], op.operand);
      case FloatCode::Abs:
        return number(abs(x[0]), op.operand);
      case FloatCode::Min:
        return number(x[0] < x[1] ? x[0] : x[1], op.operand);
      case FloatCode::Max:
        return number(x[0] < x[1] ? x[1] : x[0], op.operand);
      case FloatCode::Div:
        return x[1] == 0 ? Value() : number(x[0] / x[1], op.operand);
      case FloatCode::Rcp:
        return x[0] == 0 ? Value() : number(1 / x[0], op.operand);
      case FloatCode::Cvt:
        return number(op.rounding <= FloatRounding::Rp ? x[0] : Rational(whole(x[0], op.rounding)), op.result);
      case FloatCode::ToSigned:
      case FloatCode::ToUnsigned:
        return pattern(clamped(whole(x[0], op.rounding), op));
      case FloatCode::Eq:
        return pattern(x[0] == x[1]);
      case FloatCode::Lt:
        return pattern(x[0] < x[1]);
      case FloatCode::Le:
        return pattern(x[0] <= x[1]);
      default:
        return std::nullopt;
    }
  }

  using Integer = boost::multiprecision::cpp_int;

  // Next to it, as the rounding says.
  static Integer whole(const Rational& x, FloatRounding rounding) {
    const Integer below = floor_of(x);
    const Rational rest = x - Rational(below);
    if (rest == 0) return below;
    switch (rounding) {
      case FloatRounding::Rz:
      case FloatRounding::Rzi:
        return x < 0 ? below + 1 : below;
      case FloatRounding::Rm:
      case FloatRounding::Rmi:
        return below;
      case FloatRounding::Rp:
      case FloatRounding::Rpi:
        return below + 1;
      default:
        break;
    }
    const Rational half(1, 2);
    const bool up = rest > half || (rest == half && below % 2 != 0);
    return up ? Integer(below + 1) : below;
  }

  static Integer floor_of(const Rational& x) {
    const Integer top = boost::multiprecision::numerator(x), bottom = boost::multiprecision::denominator(x);
    const Integer towards_zero = top / bottom;
    return top < 0 && towards_zero * bottom != top ? Integer(towards_zero - 1) : towards_zero;
  }

  static std::uint64_t clamped(Integer x, const FloatOp& op) {
    const int width = format_width(op.result);
    const bool is_signed = op.code == FloatCode::ToSigned;
    const Integer most = Forms::mask(is_signed ? width - 1 : width), least = is_signed ? Integer(-most - 1) : Integer(0);
    if (x > most) x = most;
    if (x < least) x = least;
    const bool negative = x < 0;
    const std::uint64_t magnitude = Integer(negative ? Integer(-x) : x).convert_to<std::uint64_t>();
    return (negative ? 0 - magnitude : magnitude) & Forms::mask(width);
  }

  static Value from(const FloatOp& op, const RealWord& w, std::uint64_t bits) {
    const int width = op.operand_width();
    const bool negative = op.code == FloatCode::FromSigned && (w.bits >> (width - 1) & 1);
    const std::uint64_t magnitude = negative ? (0 - w.bits) & Forms::mask(width) : w.bits;
    return equivalence::number(negative ? -Rational(magnitude) : Rational(magnitude), op.result, bits);
  }

  const TermGraph& graph_;
  const std::function<std::uint64_t(Term)>& variable_;
  const MemoryReader& memory_;
  std::unordered_map<std::uint32_t, Value> values_;
};

}  // namespace

std::vector<std::optional<RealWord>> real_evaluate(const TermGraph& graph, std::span<const Term> roots,
                                                   const std::function<std::uint64_t(Term)>& variable,
                                                   const MemoryReader& memory) {
  RealEvaluation evaluation(graph, variable, memory);
  for (const Term t : topological_order(graph, roots)) evaluation.keep(t, evaluation.compute(t));
  std::vector<std::optional<RealWord>> out;
  for (const Term t : roots) out.push_back(evaluation.at(t));
  return out;
}

bool surely_different(const std::optional<RealWord>& a, const std::optional<RealWord>& b) {
  if (!a || !b || a->has_floats || b->has_floats) return false;
  const bool several_formats = a->is_real && b->is_real && a->format != b->format;
  if ((!a->is_real && !b->is_real) || several_formats) return a->bits != b->bits;
  // Bits that an integer instruction made and that are those of the rounded number stand for it.
  if (a->is_real != b->is_real && a->bits == b->bits) return false;
  const FloatFormat format = a->is_real ? a->format : b->format;
  const auto x = as_real(*a, format), y = as_real(*b, format);
  return x && y && *x != *y;
}

}  // namespace warpproof::equivalence
