// Indices of 32 bits that were widened in one way or the other.
//
// What stands at in[i + 1] is read at sext(i + 1), at sext(i) + 1 or at zext(i + 1) elements, as a compiler
// likes: sums that do not wrap around are the same, and those that do would be far outside of any buffer. So
// where accesses are taken to be near, their offsets are k elements, k of 32 bits with a sign, all spelled by
// the low word of k.
#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

namespace {

constexpr int kDeepestSum = 12;

}  // namespace

// The low 32 bits of a word of 64, taken into sums and products, which have the same low bits if their
// operands have.
Term Executor::low_word(Term t, int depth) {
  const Kind kind = g.kind(t);
  if (depth < kDeepestSum && (kind == Kind::Add || kind == Kind::Mul)) {
    const std::vector<Term> operands(g.operands(t).begin(), g.operands(t).end());
    Term out = low_word(operands.front(), depth + 1);
    for (std::size_t i = 1; i < operands.size(); ++i) {
      const Term next = low_word(operands[i], depth + 1);
      out = kind == Kind::Add ? g.add(out, next) : g.mul(out, next);
    }
    return out;
  }
  return g.extract(t, 31, 0);
}

// The low word of an offset in elements; nothing where it is not seen to be a whole number of them.
std::optional<Term> Executor::low_quotient(Term offset, int shift) {
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
      for (std::size_t i = 0; i + 1 < factors.size(); ++i) rest = g.mul(rest, low_word(factors[i], 0));
      out = g.add(out, rest);
    } else if ((g.zero_bits(part) & below) == below) {
      out = g.add(out, shift == 0 ? low_word(part, 0) : g.extract(part, 31 + shift, shift));
    } else {
      return {};
    }
  }
  return out;
}

// Of the elements of a vector, that one.
Executor::Target Executor::element_of(const Target& whole, std::size_t number, int bytes) {
  Target out = whole;
  if (number > 0) {
    const Term more = g.constant(64, number * static_cast<std::uint64_t>(bytes));
    out.offset = ops_.map([&](Term t) { return g.add(t, more); }, whole.offset);
  }
  const bool of_parameter = out.space == Space::Global && out.allocation != kNoAllocation &&
                            out.allocation != kCommonAllocation && program_.functions[root_].is_entry;
  if (!of_parameter || bytes > 8) return out;
  int shift = 0;
  while (1 << shift < bytes) ++shift;
  const auto spelled_near = [&](Term offset) {
    if (g.is_const(offset) || g.unsigned_range(offset).second < 1ull << (31 + shift)) return offset;
    const auto low = low_quotient(offset, shift);
    if (!low) return offset;
    reaches_far_ = true;
    if (!options_.near_accesses) return offset;
    return g.mul(g.sext(*low, 64), g.constant(64, 1ull << shift));
  };
  out.offset = ops_.map(spelled_near, out.offset);
  return out;
}

}  // namespace warpproof::symbolic
