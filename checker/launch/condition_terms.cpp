#include "checker/launch/condition_terms.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace warpproof::launch {

namespace {

// The type between the parentheses of a cast: bits and sign. Plain char is signed, as where CUDA runs.
std::pair<int, bool> type_of_cast(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const int bits = has("char") ? 8 : has("short") ? 16 : has("long") ? 64 : 32;
  return {bits, !has("unsigned")};
}

class Translation {
 public:
  // wide: every number has 64 bits.
  Translation(TermGraph& graph, bool wide) : g(graph), narrowest_(wide ? 64 : 32) {}

  ConditionTerms literal(const Condition::Step& s) {
    return {g.constant(std::max(s.bits, narrowest_), s.value),
            g.truth(true),
            g.truth(true),
            g.truth(true),
            std::max(s.bits, narrowest_),
            s.is_signed || s.bits < narrowest_,
            true};
  }

  // Promoted: what is narrower than int becomes one.
  ConditionTerms name(Term value, const Quantity& q) {
    const int bits = std::max(narrowest_, q.bits);
    return {q.is_signed ? g.sext(value, bits) : g.zext(value, bits), g.truth(true), g.truth(true), g.truth(true), bits,
            q.is_signed || q.bits < bits};
  }

  ConditionTerms unary(const std::string& op, const ConditionTerms& a) {
    if (op == "!") return boolean(g.lnot(truth(a)), a.defined, a.exact, a.fits);
    if (op.starts_with("(")) return cast(op, a);
    ConditionTerms out = a;
    // Of an unsigned number, -1u say, that it wraps around is meant.
    if (op == "-") out.word = g.neg(a.word);
    if (op == "-" && a.is_signed) {
      const Term fits = g.lnot(g.eq(a.word, lowest(a.bits)));
      out.exact = g.land(a.exact, fits);
      out.fits = g.land(a.fits, fits);
    }
    if (op == "~") out.word = g.bit_not(a.word);
    if (op == "~") out.exact = g.truth(true);
    return out;
  }

  ConditionTerms binary(const std::string& op, ConditionTerms a, ConditionTerms b) {
    if (op == "&&" || op == "||") return logical(op == "&&", a, b);
    if (op == "<<" || op == ">>") return shift(op == "<<", a, b);
    const int bits = std::max(a.bits, b.bits);
    const bool is_signed = (a.is_signed || a.bits < bits) && (b.is_signed || b.bits < bits);
    const Term x = widened(a, bits), y = widened(b, bits);
    const Term defined = g.land(a.defined, b.defined);
    const Term exact =
        g.conj(std::array{a.exact, b.exact, keeps_sign(a, is_signed), keeps_sign(b, is_signed)});
    const Term fits = g.land(a.fits, b.fits);
    if (const auto holds = compared(op, x, y, is_signed)) return boolean(*holds, defined, exact, fits);
    if (op == "/" || op == "%") {
      const Term zero = g.constant(bits, 0);
      const Term word = op == "/"   ? (is_signed ? g.sdiv(x, y) : g.udiv(x, y))
                        : is_signed ? g.srem(x, y)
                                    : g.urem(x, y);
      return {word, g.land(defined, g.lnot(g.eq(y, zero))), exact, fits, bits, is_signed};
    }
    const Term word = op == "*"   ? g.mul(x, y)
                      : op == "+" ? g.add(x, y)
                      : op == "-" ? g.sub(x, y)
                      : op == "&" ? g.bit_and(x, y)
                      : op == "^" ? g.bit_xor(x, y)
                                  : g.bit_or(x, y);
    // What is done to bits has its own ways with numbers that wrap around: n & (n - 1), m & -m.
    if (op == "&" || op == "^" || op == "|") return {word, defined, g.truth(true), fits, bits, is_signed};
    const Term here = is_exact(op, x, y, word, is_signed);
    const Term all_fit = is_signed ? g.land(fits, here) : fits;
    // `(c) * a + (!c) * b` is how `c ? a : b` is written: the program computes one of them.
    const auto unless_zero = [&](const ConditionTerms& c, Term of_c) {
      return g.land(c.fits, g.lor(g.eq(of_c, g.constant(bits, 0)), all_fit));
    };
    const Term fit = op != "*" ? all_fit : a.is_boolean ? unless_zero(a, x) : b.is_boolean ? unless_zero(b, y) : all_fit;
    return {word, defined, g.land(exact, here), fit, bits, is_signed};
  }

  Term truth(const ConditionTerms& a) { return g.lnot(g.eq(a.word, g.constant(a.bits, 0))); }

 private:
  // The value of the type ([conv.integral]), promoted again.
  ConditionTerms cast(const std::string& op, const ConditionTerms& a) {
    const auto [bits, is_signed] = type_of_cast(op);
    const Term word = bits < a.bits ? g.extract(a.word, bits - 1, 0) : widened(a, bits);
    const int promoted = std::max(narrowest_, bits);
    return {is_signed ? g.sext(word, promoted) : g.zext(word, promoted), a.defined, a.exact, a.fits, promoted,
            is_signed || bits < promoted};
  }

  ConditionTerms boolean(Term holds, Term defined, Term exact, Term fits) {
    return {g.zext(holds, narrowest_), defined, exact, fits, narrowest_, true, false, true};
  }

  Term lowest(int bits) { return g.constant(bits, 1ull << (bits - 1)); }
  Term is_negative(Term word) { return g.bit(word, g.width(word) - 1); }

  // A number is the same one in the common type; of a literal, as in x == -1 for an unsigned x, the other one is
  // meant.
  Term keeps_sign(const ConditionTerms& a, bool common_is_signed) {
    if (common_is_signed || !a.is_signed || a.is_literal) return g.truth(true);
    return g.lnot(is_negative(a.word));
  }

  // Is the sum, difference or product the one of the numbers?
  Term is_exact(const std::string& op, Term x, Term y, Term word, bool is_signed) {
    const int bits = g.width(x);
    if (op == "*") {
      const Term high = is_signed ? g.mulhi_s(x, y) : g.mulhi_u(x, y);
      const Term sign = is_signed ? g.ashr(word, g.constant(bits, static_cast<std::uint64_t>(bits - 1)))
                                  : g.constant(bits, 0);
      return g.eq(high, sign);
    }
    if (op == "+" && !is_signed) return g.ule(x, word);
    if (op == "-" && !is_signed) return g.ule(y, x);
    const Term alike = g.eq(is_negative(x), is_negative(y)), kept = g.eq(is_negative(x), is_negative(word));
    return op == "+" ? g.lor(g.lnot(alike), kept) : g.lor(alike, kept);
  }

  Term widened(const ConditionTerms& a, int bits) {
    return a.is_signed ? g.sext(a.word, bits) : g.zext(a.word, bits);
  }

  // What is not evaluated need not be defined.
  ConditionTerms logical(bool conjunction, const ConditionTerms& a, const ConditionTerms& b) {
    const Term x = truth(a), y = truth(b);
    const Term skipped = conjunction ? g.lnot(x) : x;
    return boolean(conjunction ? g.land(x, y) : g.lor(x, y), g.land(a.defined, g.lor(skipped, b.defined)),
                   g.land(a.exact, g.lor(skipped, b.exact)), g.land(a.fits, g.lor(skipped, b.fits)));
  }

  // The result has the type of the left operand; the amount is a number of its own type.
  ConditionTerms shift(bool left, const ConditionTerms& a, const ConditionTerms& b) {
    const int bits = std::max(a.bits, b.bits);
    const Term amount = g.zext(b.word, bits);
    const Term small = g.ult(amount, g.constant(bits, static_cast<std::uint64_t>(a.bits)));
    const Term by = a.bits < bits ? g.extract(amount, a.bits - 1, 0) : amount;
    const Term word = left ? g.shl(a.word, by) : a.is_signed ? g.ashr(a.word, by) : g.lshr(a.word, by);
    const Term back = a.is_signed ? g.ashr(word, by) : g.lshr(word, by);
    const Term exact = left ? g.eq(back, a.word) : g.truth(true);
    return {word, g.conj(std::array{a.defined, b.defined, small}),
            g.conj(std::array{a.exact, b.exact, exact}), g.land(a.fits, b.fits), a.bits, a.is_signed};
  }

  std::optional<Term> compared(const std::string& op, Term x, Term y, bool is_signed) {
    if (op == "==") return g.eq(x, y);
    if (op == "!=") return g.lnot(g.eq(x, y));
    const bool swap = op == ">" || op == ">=";
    if (swap) std::swap(x, y);
    if (op == "<" || op == ">") return is_signed ? g.slt(x, y) : g.ult(x, y);
    if (op == "<=" || op == ">=") return is_signed ? g.sle(x, y) : g.ule(x, y);
    return std::nullopt;
  }

  TermGraph& g;
  const int narrowest_;
};

}  // namespace

ConditionTerms condition_terms(TermGraph& graph, const std::vector<Condition::Step>& steps,
                               const std::vector<std::pair<std::string, Quantity>>& names, bool wide,
                               const std::function<Term(const Quantity&)>& value) {
  Translation translate(graph, wide);
  std::vector<ConditionTerms> stack;
  for (const Condition::Step& s : steps) {
    switch (s.kind) {
      case Condition::Step::Kind::Literal:
        stack.push_back(translate.literal(s));
        break;
      case Condition::Step::Kind::Name:
        stack.push_back(translate.name(value(names[s.name].second), names[s.name].second));
        break;
      case Condition::Step::Kind::Unary:
        stack.back() = translate.unary(s.op, stack.back());
        break;
      case Condition::Step::Kind::Binary: {
        const ConditionTerms b = stack.back();
        stack.pop_back();
        stack.back() = translate.binary(s.op, stack.back(), b);
        break;
      }
    }
  }
  return stack.back();
}

}  // namespace warpproof::launch
