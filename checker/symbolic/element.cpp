#include "checker/symbolic/element.h"

#include <algorithm>
#include <bit>
#include <span>
#include <unordered_map>

#include "src/base/effort.h"
#include "src/term/term_forms.h"

namespace warpproof::symbolic {

namespace {

constexpr std::uint64_t kLargestScale = 1u << 20;
constexpr int kWidestIndex = 32;

}  // namespace

std::optional<Element> element_at(TermGraph& g, Term offset) {
  Element out;
  const auto [rest, base] = split_constant(g, offset);
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

namespace {

// The lowest bits of words, as far as their structure tells: of 4 * (7 + 32 * k), whatever k is, they are 0011100.
// Optimised loops are unrolled and have others in front of them for the rest, so that an address is a sum of several
// unknown multiples of one power of two. What these leave of it tells the lanes of a warp apart. It is so for all inputs:
// nothing is assumed beyond the ranges of variables that the graph has.
struct LowBits {
  int count = 0;            // so many are known
  std::uint64_t value = 0;  // below 2^count
};

constexpr int kMostVisits = 96;  // terms, of one word
constexpr int kMostOperands = 16;
constexpr int kDeepest = 24;
constexpr int kCompared = 32;  // lowest bits of addresses

std::uint64_t mask(int bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

// What both say, where one of the two holds.
LowBits common(LowBits a, LowBits b) {
  const int count = std::min({a.count, b.count, std::countr_zero(a.value ^ b.value)});
  return {count, a.value & mask(count)};
}

LowBits longer(LowBits a, LowBits b) { return a.count >= b.count ? a : b; }

int zeros(LowBits a) { return std::min(a.count, std::countr_zero(a.value)); }

class Reader {
 public:
  explicit Reader(TermGraph& graph) : g(graph) {}

  LowBits read(Term t, int depth) {
    const int width = g.width(t);
    if (g.is_const(t)) return {width, g.value(t)};
    if (const auto known = known_.find(t.id); known != known_.end()) return known->second;
    if (depth == kDeepest || ++visits_ > kMostVisits || g.operands(t).size() > kMostOperands) return {};
    effort::spend(effort::Work::Visit);
    const LowBits out = compute(t, width, depth + 1);
    known_.emplace(t.id, out);
    return out;
  }

 private:
  LowBits compute(Term t, int width, int depth) {
    const auto operands = g.operands(t);
    switch (g.kind(t)) {
      case Kind::ZExt:
      case Kind::SExt:
        return read(operands[0], depth);  // the bits that the extension adds are left out
      case Kind::Concat:
        return read(operands[operands.size() - 1], depth);
      case Kind::Ite:
        return common(read(operands[1], depth), read(operands[2], depth));
      case Kind::Extract: {
        const auto from = static_cast<int>(g.aux(t));
        const LowBits all = read(operands[0], depth);
        const int count = std::clamp(all.count - from, 0, width);
        return {count, count == 0 ? 0 : (all.value >> from) & mask(count)};
      }
      case Kind::Add: {
        LowBits sum{width, 0};
        for (const Term x : operands) {
          const LowBits part = read(x, depth);
          sum.count = std::min(sum.count, part.count);
          sum.value += part.value;
        }
        sum.value &= mask(sum.count);
        return sum;
      }
      case Kind::Mul: {
        // (x + 2^m * u) * (y + 2^n * v): what is not known is a multiple of 2^m * y, 2^n * x or 2^(m+n).
        LowBits product{width, 1};
        for (const Term x : operands) {
          const LowBits f = read(x, depth);
          const bool exact = product.count == width, other_exact = f.count >= width;
          const int left = exact ? width : product.count + zeros(f);
          const int right = other_exact ? width : f.count + zeros(product);
          product.value *= f.value;
          product.count = std::min({width, left, right});
          product.value &= mask(product.count);
        }
        return product;
      }
      case Kind::And:
      case Kind::Or:
      case Kind::Xor:
        return longer(bitwise(g.kind(t), operands, width, depth), zeros_of(t, width));
      default:
        return zeros_of(t, width);
    }
  }

  LowBits bitwise(Kind kind, std::span<const Term> operands, int width, int depth) {
    LowBits out{width, kind == Kind::And ? mask(width) : 0};
    for (const Term x : operands) {
      const LowBits part = read(x, depth);
      out.count = std::min(out.count, part.count);
      out.value = kind == Kind::And  ? out.value & part.value
                  : kind == Kind::Or ? out.value | part.value
                                     : out.value ^ part.value;
    }
    out.value &= mask(out.count);
    return out;
  }

  // What the graph knows to be zero.
  LowBits zeros_of(Term t, int width) { return {std::min(width, std::countr_one(g.zero_bits(t))), 0}; }

  TermGraph& g;
  int visits_ = 0;
  std::unordered_map<std::uint32_t, LowBits> known_;
};

// Two accesses, of which the later begins `distance` bytes after the other one.
bool apart(LowBits distance, int a_bytes, int b_bytes) {
  // Those of one size are at multiples of it (element.h, overlap).
  if (a_bytes == b_bytes) return distance.value != 0;
  const auto size_a = static_cast<std::uint64_t>(a_bytes), size_b = static_cast<std::uint64_t>(b_bytes);
  if (distance.count >= 63 || size_a + size_b > (1ull << distance.count)) return false;
  return distance.value >= size_b && (1ull << distance.count) - distance.value >= size_a;
}

// Of a - b. What both have in common cancels out, also within indices: the lowest bits of an extension are those of
// what was extended.
LowBits distance(TermGraph& g, Term a, Term b) {
  const auto x = element_at(g, a), y = element_at(g, b);
  if (x && y && x->scale == y->scale && g.width(x->index) == g.width(y->index)) {
    const LowBits between = Reader(g).read(g.sub(x->index, y->index), 0);
    const int count = std::min(64, between.count + std::countr_zero(x->scale));
    return {count, (between.value * x->scale + x->base - y->base) & mask(count)};
  }
  const int width = std::min(kCompared, g.width(a));
  return Reader(g).read(g.sub(g.extract(a, width - 1, 0), g.extract(b, width - 1, 0)), 0);
}

// No byte of the one access is one of the other, by the lowest bits of what lies between them.
bool apart_by_low_bits(TermGraph& g, Term a, int a_bytes, Term b, int b_bytes) {
  const LowBits x = Reader(g).read(a, 0), y = Reader(g).read(b, 0);
  const int count = std::min(x.count, y.count);
  if (apart({count, (x.value - y.value) & mask(count)}, a_bytes, b_bytes)) return true;
  return apart(distance(g, a, b), a_bytes, b_bytes);
}

}  // namespace

// Of two sizes: the distance in either direction is below the other's size.
Term overlap(TermGraph& g, Term a, int a_bytes, Term b, int b_bytes) {
  if (a_bytes == b_bytes) {
    const auto [x, y] = equal_by(g, a, b);
    const Term equal = g.eq(x, y);
    return !g.is_const(equal) && apart_by_low_bits(g, a, a_bytes, b, b_bytes) ? g.truth(false) : equal;
  }
  if (apart_by_low_bits(g, a, a_bytes, b, b_bytes)) return g.truth(false);
  const auto size = [&](int bytes) { return g.constant(64, static_cast<std::uint64_t>(bytes)); };
  return g.lor(g.ult(g.sub(a, b), size(b_bytes)), g.ult(g.sub(b, a), size(a_bytes)));
}

}  // namespace warpproof::symbolic
