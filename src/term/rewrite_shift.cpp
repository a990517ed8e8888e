#include "src/term/rewrite_shift.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <vector>

#include "src/term/linear.h"
#include "src/term/rewrite_arith.h"
#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_compare.h"
#include "src/term/rewrite_divide.h"
#include "src/term/rewrite_ite.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static Term widen_sum(NodeStore& g, Term t, int width, bool is_signed);
static Term shl_by(NodeStore& g, Term a, int amount);
static Term ashr_by(NodeStore& g, Term a, int amount);

bool const_arms(const NodeStore& g, Term t) {
  return g.kind(t) == Kind::Ite && g.is_const(g.operand(t, 1)) && g.is_const(g.operand(t, 2));
}

Term zext(NodeStore& g, Term t, int w) {
  const int from = g.width(t);
  if (w < from || w > 64 || from == 0) throw std::invalid_argument("zext: bad width");
  if (w == from) return t;
  if (g.is_const(t)) return g.constant(w, g.value(t));
  const std::uint32_t key = ResultCache::key(Kind::ZExt, w);
  if (Term known = g.results.find(key, t); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep()) return g.intern(Kind::ZExt, w, 0, {t});
  Term out;
  if (g.kind(t) == Kind::ZExt) {
    out = zext(g, g.operand(t, 0), w);
  } else if (g.kind(t) == Kind::Extract && g.node(t).aux == 0 &&
             bit_length(g.facts(g.operand(t, 0)).high) <= from) {
    // The slice lost nothing.
    const Term base = g.operand(t, 0);
    out = g.width(base) <= w ? zext(g, base, w) : extract(g, base, w - 1, 0);
  } else if (from > 1 && const_arms(g, t)) {
    out = ite(g, g.operand(t, 0), zext(g, g.operand(t, 1), w), zext(g, g.operand(t, 2), w));
  } else if (g.kind(t) == Kind::Add || g.kind(t) == Kind::Mul) {
    out = widen_sum(g, t, w, false);
  }
  if (out.id == 0) out = g.intern(Kind::ZExt, w, 0, {t});
  return g.results.remember(key, t, {}, {}, out);
}

Term sext(NodeStore& g, Term t, int w) {
  const int from = g.width(t);
  if (w < from || w > 64 || from == 0) throw std::invalid_argument("sext: bad width");
  if (w == from) return t;
  if (g.is_const(t)) return g.constant(w, static_cast<u64>(as_signed(g.value(t), from)));
  if (from > 1 && g.non_negative(t)) return zext(g, t, w);
  const std::uint32_t key = ResultCache::key(Kind::SExt, w);
  if (Term known = g.results.find(key, t); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep()) return g.intern(Kind::SExt, w, 0, {t});
  Term out;
  if (g.kind(t) == Kind::SExt) {
    out = sext(g, g.operand(t, 0), w);
  } else if (from > 1 && const_arms(g, t)) {
    out = ite(g, g.operand(t, 0), sext(g, g.operand(t, 1), w), sext(g, g.operand(t, 2), w));
  } else if (g.kind(t) == Kind::Add || g.kind(t) == Kind::Mul) {
    out = widen_sum(g, t, w, true);
  }
  if (out.id == 0) out = g.intern(Kind::SExt, w, 0, {t});
  return g.results.remember(key, t, {}, {}, out);
}

// Moves an extension into a sum (or product) that provably does not wrap: pointer arithmetic on 32-bit
// indices.
static Term widen_sum(NodeStore& g, Term t, int w, bool is_signed) {
  const int from = g.width(t);
  if (g.operands(t).size() > kFlattenArity) return {};
  Linear form = linear(g, t);
  if (g.kind(t) == Kind::Mul && !g.is_const(g.operands(t).back())) {
    // A product of unknowns.
    unsigned __int128 high = 1;
    for (Term x : g.operands(t)) {
      high *= g.facts(x).high;
      if (high > (is_signed ? mask_of(from - 1) : mask_of(from))) return {};
    }
    Term out = zext(g, g.operand(t, 0), w);
    for (Term x : g.operands(t).subspan(1)) out = mul(g, out, zext(g, x, w));
    return out;
  }
  // Coefficients as signed numbers give an exact integer interval; it may be off by a multiple of 2^from,
  // which the wider constant then has to make good.
  Interval range;
  if (!linear_interval(g, form, from, is_signed, range)) return {};
  Linear wide;
  __int128 low = as_signed(form.constant, from);
  for (const Linear::Part& p : form.parts) {
    const std::int64_t c = as_signed(p.coefficient, from);
    const Facts f = g.facts(p.atom);
    low += static_cast<__int128>(c) * (c >= 0 ? f.low : f.high);
    accumulate(g, wide, zext(g, p.atom, w), static_cast<u64>(c), w);
  }
  const __int128 correction = range.low - low;
  wide.constant += static_cast<u64>(as_signed(form.constant, from)) + static_cast<u64>(correction);
  return build(g, wide, w);
}

static Term shl_by(NodeStore& g, Term a, int k) {
  const int w = g.width(a);
  if (k >= w) return g.constant(w, 0);
  if (k == 0) return a;
  if (g.kind(a) == Kind::Concat || (g.kind(a) == Kind::ZExt && g.kind(g.operand(a, 0)) == Kind::Concat)) {
    const Term parts[] = {extract(g, a, w - 1 - k, 0), g.constant(k, 0)};
    return concat(g, parts);
  }
  return scale(g, a, 1ull << k);
}

Term lshr_by(NodeStore& g, Term a, int k) {
  const int w = g.width(a);
  if (k >= w) return g.constant(w, 0);
  if (g.kind(a) == Kind::MulHiU && g.is_const(g.operand(a, 1))) {
    if (const auto quotient = quotient_of_product(g, g.operand(a, 0), g.value(g.operand(a, 1)), w + k))
      return *quotient;
  }
  return zext(g, extract(g, a, w - 1, k), w);
}

static Term ashr_by(NodeStore& g, Term a, int k) {
  const int w = g.width(a);
  if (g.kind(a) == Kind::MulHiU && k < w && g.non_negative(a)) return lshr_by(g, a, k);
  return sext(g, extract(g, a, w - 1, std::min(k, w - 1)), w);
}

Term shl(NodeStore& g, Term a, Term amount) {
  g.same_width(a, amount);
  const int w = g.width(a);
  if (w == 1) return land(g, a, lnot(g, amount));
  if (g.is_const(amount))
    return g.value(amount) >= static_cast<u64>(w) ? g.constant(w, 0)
                                                  : shl_by(g, a, static_cast<int>(g.value(amount)));
  if (g.is_const(a, 0) || g.facts(amount).low >= static_cast<u64>(w)) return g.constant(w, 0);
  if (const_arms(g, amount))
    return ite(g, g.operand(amount, 0), shl(g, a, g.operand(amount, 1)), shl(g, a, g.operand(amount, 2)));
  return g.intern(Kind::Shl, w, 0, {a, amount});
}

Term lshr(NodeStore& g, Term a, Term amount) {
  g.same_width(a, amount);
  const int w = g.width(a);
  if (w == 1) return land(g, a, lnot(g, amount));
  if (g.is_const(amount))
    return g.value(amount) >= static_cast<u64>(w) ? g.constant(w, 0)
                                                  : lshr_by(g, a, static_cast<int>(g.value(amount)));
  if (g.is_const(a, 0) || g.facts(amount).low >= static_cast<u64>(w)) return g.constant(w, 0);
  if (const_arms(g, amount))
    return ite(g, g.operand(amount, 0), lshr(g, a, g.operand(amount, 1)), lshr(g, a, g.operand(amount, 2)));
  return g.intern(Kind::LShr, w, 0, {a, amount});
}

Term ashr(NodeStore& g, Term a, Term amount) {
  g.same_width(a, amount);
  const int w = g.width(a);
  if (w == 1) return a;
  if (g.is_const(amount)) {
    return ashr_by(g, a, static_cast<int>(std::min(g.value(amount), static_cast<u64>(w - 1))));
  }
  if (g.is_const(a, 0) || g.is_const(a, mask_of(w))) return a;
  if (g.non_negative(a)) return lshr(g, a, amount);
  if (g.facts(amount).low >= static_cast<u64>(w - 1)) return ashr_by(g, a, w - 1);
  if (const_arms(g, amount))
    return ite(g, g.operand(amount, 0), ashr(g, a, g.operand(amount, 1)), ashr(g, a, g.operand(amount, 2)));
  return g.intern(Kind::AShr, w, 0, {a, amount});
}

// Bounded look: constants, bit vectors of predicates, and choices and bitwise mixes of these.
bool knows_bits(const NodeStore& g, Term t) {
  SmallVector<Term, 8> stack{t};
  for (int budget = 24; !stack.empty(); --budget) {
    if (budget == 0) return false;
    const Term x = stack.back();
    stack.pop_back();
    if (g.width(x) == 1) continue;
    auto ops = g.operands(x);
    switch (g.kind(x)) {
      case Kind::Const:
        break;
      case Kind::Concat:
        for (Term p : ops) {
          if (g.width(p) > 1 && !g.is_const(p)) stack.push_back(p);
        }
        break;
      case Kind::Ite:
        stack.push_back(ops[1]);
        stack.push_back(ops[2]);
        break;
      case Kind::Mul: {
        auto part = scaled(g, x);
        if (!is_power_of_two(part.coefficient) || part.coefficient == 1) return false;
        stack.push_back(part.atom);
        break;
      }
      case Kind::Add:
        // (1 << j) - 1
        if (ops.size() != 2 || g.kind(ops[0]) != Kind::Shl || !g.is_const(g.operand(ops[0], 0), 1) ||
            !g.is_const(ops[1], mask_of(g.width(x)))) {
          return false;
        }
        break;
      case Kind::Shl:
        if (!g.is_const(ops[0], 1) && !g.is_const(ops[0], mask_of(g.width(x)))) return false;
        break;
      case Kind::And:
      case Kind::Or:
      case Kind::Xor:
      case Kind::Not:
      case Kind::ZExt:
      case Kind::SExt:
      case Kind::Brev:
        for (Term p : ops) stack.push_back(p);
        break;
      default:
        return false;
    }
  }
  return true;
}

// Bit index + offset of the word as a balanced choice over the bits of the index.
Term select_tree(NodeStore& g, Term word, Term index, int offset) {
  const int w = g.width(word), index_width = g.width(index);
  const int choices = w - offset;
  std::vector<Term> level;
  for (int i = 0; i < choices; ++i) level.push_back(bit(g, word, i + offset));
  int used = 0;
  while (level.size() > 1 && used < index_width) {
    const Term selector = bit(g, index, used++);
    std::vector<Term> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      const Term high = i + 1 < level.size() ? level[i + 1] : g.truth(false);
      next.push_back(ite(g, selector, high, level[i]));
    }
    level.swap(next);
  }
  if (static_cast<u64>(choices) > mask_of(index_width)) return level[0];
  return land(g, ult(g, index, g.constant(index_width, static_cast<u64>(choices))), level[0]);
}

Term select_bit(NodeStore& g, Term word, Term index) {
  const int w = g.width(word);
  if (g.is_const(index))
    return g.value(index) < static_cast<u64>(w) ? bit(g, word, static_cast<int>(g.value(index)))
                                                : g.truth(false);
  const std::uint32_t key = ResultCache::key(Kind::LShr, 1);
  if (Term known = g.results.find(key, word, index); known.id != 0) return known;
  Term out;
  if (w == 1) {
    out = land(g, word, eq(g, index, g.constant(g.width(index), 0)));
  } else if (g.width(index) == 1 || knows_bits(g, word)) {
    out = select_tree(g, word, index, 0);
  } else if (g.width(index) < w) {
    out = bit(g, lshr(g, word, zext(g, index, w)), 0);
  } else if (g.width(index) == w) {
    out = bit(g, lshr(g, word, index), 0);
  } else {
    const Term in_range = ult(g, index, g.constant(g.width(index), static_cast<u64>(w)));
    out = land(g, in_range, bit(g, lshr(g, word, extract(g, index, w - 1, 0)), 0));
  }
  return g.results.remember(key, word, index, {}, out);
}

Term popc(NodeStore& g, Term a) {
  const int w = g.width(a);
  if (w == 1) return a;
  if (g.is_const(a)) return g.constant(w, static_cast<u64>(std::popcount(g.value(a))));
  Terms parts;
  if (!view_parts(g, a, parts)) return g.intern(Kind::Popc, w, 0, {a});
  // The order of bits is irrelevant, and constant bits only add.
  u64 ones = 0;
  Terms open;
  for (Term p : parts) {
    if (g.is_const(p))
      ones += static_cast<u64>(std::popcount(g.value(p)));
    else
      open.push_back(p);
  }
  if (open.empty()) return g.constant(w, ones);  // parts may fold where the whole did not
  std::sort(open.begin(), open.end());
  Term rest = concat(g, {open.data(), open.size()});
  rest =
      g.width(rest) == 1 || g.is_const(rest) ? popc(g, rest) : g.intern(Kind::Popc, g.width(rest), 0, {rest});
  return add(g, zext(g, rest, w), g.constant(w, ones));
}

Term clz(NodeStore& g, Term a) {
  const int w = g.width(a);
  if (w == 1) return lnot(g, a);
  if (g.is_const(a)) return g.constant(w, static_cast<u64>(w - bit_length(g.value(a))));
  if (g.kind(a) == Kind::ZExt) {
    const Term inner = g.operand(a, 0);
    const Term rest = zext(g, clz(g, inner), w);
    return add(g, rest, g.constant(w, static_cast<u64>(w - g.width(inner))));
  }
  return g.intern(Kind::Clz, w, 0, {a});
}

Term brev(NodeStore& g, Term a) {
  const int w = g.width(a);
  if (w == 1) return a;
  if (g.kind(a) == Kind::Brev) return g.operand(a, 0);
  if (g.is_const(a)) {
    u64 out = 0;
    for (int i = 0; i < w; ++i) out |= ((g.value(a) >> i) & 1) << (w - 1 - i);
    return g.constant(w, out);
  }
  Terms parts, reversed;
  if (!view_parts(g, a, parts)) return g.intern(Kind::Brev, w, 0, {a});
  for (std::size_t i = parts.size(); i-- > 0;) reversed.push_back(brev(g, parts[i]));
  return concat(g, {reversed.data(), reversed.size()});
}

}  // namespace warpproof::rewrite
