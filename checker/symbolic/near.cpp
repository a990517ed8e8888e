#include "checker/symbolic/near.h"

#include <span>
#include <vector>

namespace warpproof::symbolic {

namespace {

constexpr int kDeepestSum = 12;

// The low 32 bits of a word of 64, taken into sums and products, which have the same low bits if their
// operands have.
Term low_word(TermGraph& g, Term t, int depth) {
  const Kind kind = g.kind(t);
  if (depth < kDeepestSum && (kind == Kind::Add || kind == Kind::Mul)) {
    const std::vector<Term> operands(g.operands(t).begin(), g.operands(t).end());
    Term out = low_word(g, operands.front(), depth + 1);
    for (std::size_t i = 1; i < operands.size(); ++i) {
      const Term next = low_word(g, operands[i], depth + 1);
      out = kind == Kind::Add ? g.add(out, next) : g.mul(out, next);
    }
    return out;
  }
  return g.extract(t, 31, 0);
}

}  // namespace

std::optional<Term> low_quotient(TermGraph& g, Term offset, int shift) {
  const Term alone[] = {offset};
  const auto parts = g.kind(offset) == Kind::Add ? g.operands(offset) : std::span<const Term>(alone);
  const std::uint64_t below = (1ull << shift) - 1;
  Term out = g.constant(32, 0);
  for (const Term part : std::vector<Term>(parts.begin(), parts.end())) {
    const auto factors = g.operands(part);
    const bool multiple = g.kind(part) == Kind::Mul && g.is_const(factors.back());
    const std::uint64_t by = multiple ? g.value(factors.back()) : 0;
    if (multiple && (by & below) == 0) {
      Term rest = g.constant(32, by >> shift);
      for (std::size_t i = 0; i + 1 < factors.size(); ++i) rest = g.mul(rest, low_word(g, factors[i], 0));
      out = g.add(out, rest);
    } else if ((g.zero_bits(part) & below) == below) {
      out = g.add(out, shift == 0 ? low_word(g, part, 0) : g.extract(part, 31 + shift, shift));
    } else {
      return {};
    }
  }
  return out;
}

}  // namespace warpproof::symbolic
