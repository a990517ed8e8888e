// Extensions, shifts, bit lookup at a computed position, and the counting operations.
#include <algorithm>

#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;
using u64 = std::uint64_t;

bool Impl::const_arms(Term t) const {
  return kind(t) == Kind::Ite && is_const(operand(t, 1)) && is_const(operand(t, 2));
}

Term Impl::zext(Term t, int w) {
  const int from = width(t);
  if (w < from || w > 64 || from == 0) throw std::invalid_argument("zext: bad width");
  if (w == from) return t;
  if (is_const(t)) return constant(w, value(t));
  const u32 key = cache_key(Kind::ZExt, w);
  if (Term known = cached(key, t); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::ZExt, w, 0, {t});
  Term out;
  if (kind(t) == Kind::ZExt) {
    out = zext(operand(t, 0), w);
  } else if (kind(t) == Kind::Extract && node(t).aux == 0 && bit_length(facts(operand(t, 0)).high) <= from) {
    // The slice lost nothing.
    const Term base = operand(t, 0);
    out = width(base) <= w ? zext(base, w) : extract(base, w - 1, 0);
  } else if (from > 1 && const_arms(t)) {
    out = ite(operand(t, 0), zext(operand(t, 1), w), zext(operand(t, 2), w));
  } else if (kind(t) == Kind::Add || kind(t) == Kind::Mul) {
    out = widen_sum(t, w, false);
  }
  if (out.id == 0) out = intern(Kind::ZExt, w, 0, {t});
  return remember(key, t, {}, {}, out);
}

Term Impl::sext(Term t, int w) {
  const int from = width(t);
  if (w < from || w > 64 || from == 0) throw std::invalid_argument("sext: bad width");
  if (w == from) return t;
  if (is_const(t)) return constant(w, static_cast<u64>(as_signed(value(t), from)));
  if (from > 1 && non_negative(t)) return zext(t, w);
  const u32 key = cache_key(Kind::SExt, w);
  if (Term known = cached(key, t); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::SExt, w, 0, {t});
  Term out;
  if (kind(t) == Kind::SExt) {
    out = sext(operand(t, 0), w);
  } else if (from > 1 && const_arms(t)) {
    out = ite(operand(t, 0), sext(operand(t, 1), w), sext(operand(t, 2), w));
  } else if (kind(t) == Kind::Add || kind(t) == Kind::Mul) {
    out = widen_sum(t, w, true);
  }
  if (out.id == 0) out = intern(Kind::SExt, w, 0, {t});
  return remember(key, t, {}, {}, out);
}

// Moves an extension into a sum (or product) that provably does not wrap: pointer arithmetic on 32-bit
// indices.
Term Impl::widen_sum(Term t, int w, bool is_signed) {
  const int from = width(t);
  if (operands(t).size() > kFlattenArity) return {};
  Linear form = linear(t);
  if (kind(t) == Kind::Mul && !is_const(operands(t).back())) {
    // A product of unknowns.
    unsigned __int128 high = 1;
    for (Term x : operands(t)) {
      high *= facts(x).high;
      if (high > (is_signed ? mask_of(from - 1) : mask_of(from))) return {};
    }
    Term out = zext(operand(t, 0), w);
    for (Term x : operands(t).subspan(1)) out = mul(out, zext(x, w));
    return out;
  }
  // Coefficients as signed numbers give an exact integer interval; it may be off by a multiple of 2^from,
  // which the wider constant then has to make good.
  Interval range;
  if (!linear_interval(form, from, is_signed, range)) return {};
  Linear wide;
  __int128 low = as_signed(form.constant, from);
  for (const Linear::Part& p : form.parts) {
    const std::int64_t c = as_signed(p.coefficient, from);
    const Facts f = facts(p.atom);
    low += static_cast<__int128>(c) * (c >= 0 ? f.low : f.high);
    accumulate(wide, zext(p.atom, w), static_cast<u64>(c), w);
  }
  const __int128 correction = range.low - low;
  wide.constant += static_cast<u64>(as_signed(form.constant, from)) + static_cast<u64>(correction);
  return build(wide, w);
}

Term Impl::shl_by(Term a, int k) {
  const int w = width(a);
  if (k >= w) return constant(w, 0);
  if (k == 0) return a;
  if (kind(a) == Kind::Concat || (kind(a) == Kind::ZExt && kind(operand(a, 0)) == Kind::Concat)) {
    const Term parts[] = {extract(a, w - 1 - k, 0), constant(k, 0)};
    return concat(parts);
  }
  return scale(a, 1ull << k);
}

Term Impl::lshr_by(Term a, int k) {
  const int w = width(a);
  if (k >= w) return constant(w, 0);
  if (kind(a) == Kind::MulHiU && is_const(operand(a, 1))) {
    if (const auto quotient = quotient_of_product(operand(a, 0), value(operand(a, 1)), w + k)) return *quotient;
  }
  return zext(extract(a, w - 1, k), w);
}

Term Impl::ashr_by(Term a, int k) {
  const int w = width(a);
  if (kind(a) == Kind::MulHiU && k < w && non_negative(a)) return lshr_by(a, k);
  return sext(extract(a, w - 1, std::min(k, w - 1)), w);
}

Term Impl::shl(Term a, Term amount) {
  same_width(a, amount);
  const int w = width(a);
  if (w == 1) return land(a, lnot(amount));
  if (is_const(amount))
    return value(amount) >= static_cast<u64>(w) ? constant(w, 0) : shl_by(a, static_cast<int>(value(amount)));
  if (is_const(a, 0) || facts(amount).low >= static_cast<u64>(w)) return constant(w, 0);
  if (const_arms(amount))
    return ite(operand(amount, 0), shl(a, operand(amount, 1)), shl(a, operand(amount, 2)));
  return intern(Kind::Shl, w, 0, {a, amount});
}

Term Impl::lshr(Term a, Term amount) {
  same_width(a, amount);
  const int w = width(a);
  if (w == 1) return land(a, lnot(amount));
  if (is_const(amount))
    return value(amount) >= static_cast<u64>(w) ? constant(w, 0)
                                                : lshr_by(a, static_cast<int>(value(amount)));
  if (is_const(a, 0) || facts(amount).low >= static_cast<u64>(w)) return constant(w, 0);
  if (const_arms(amount))
    return ite(operand(amount, 0), lshr(a, operand(amount, 1)), lshr(a, operand(amount, 2)));
  return intern(Kind::LShr, w, 0, {a, amount});
}

Term Impl::ashr(Term a, Term amount) {
  same_width(a, amount);
  const int w = width(a);
  if (w == 1) return a;
  if (is_const(amount)) {
    return ashr_by(a, static_cast<int>(std::min(value(amount), static_cast<u64>(w - 1))));
  }
  if (is_const(a, 0) || is_const(a, mask_of(w))) return a;
  if (non_negative(a)) return lshr(a, amount);
  if (facts(amount).low >= static_cast<u64>(w - 1)) return ashr_by(a, w - 1);
  if (const_arms(amount))
    return ite(operand(amount, 0), ashr(a, operand(amount, 1)), ashr(a, operand(amount, 2)));
  return intern(Kind::AShr, w, 0, {a, amount});
}

// Bounded look: constants, bit vectors of predicates, and choices and bitwise mixes of these.
bool Impl::knows_bits(Term t) const {
  SmallVector<Term, 8> stack{t};
  for (int budget = 24; !stack.empty(); --budget) {
    if (budget == 0) return false;
    const Term x = stack.back();
    stack.pop_back();
    if (width(x) == 1) continue;
    auto ops = operands(x);
    switch (kind(x)) {
      case Kind::Const:
        break;
      case Kind::Concat:
        for (Term p : ops) {
          if (width(p) > 1 && !is_const(p)) stack.push_back(p);
        }
        break;
      case Kind::Ite:
        stack.push_back(ops[1]);
        stack.push_back(ops[2]);
        break;
      case Kind::Mul: {
        auto part = scaled(x);
        if (!is_power_of_two(part.coefficient) || part.coefficient == 1) return false;
        stack.push_back(part.atom);
        break;
      }
      case Kind::Add:
        // (1 << j) - 1
        if (ops.size() != 2 || kind(ops[0]) != Kind::Shl || !is_const(operand(ops[0], 0), 1) ||
            !is_const(ops[1], mask_of(width(x)))) {
          return false;
        }
        break;
      case Kind::Shl:
        if (!is_const(ops[0], 1) && !is_const(ops[0], mask_of(width(x)))) return false;
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
Term Impl::select_tree(Term word, Term index, int offset) {
  const int w = width(word), index_width = width(index);
  const int choices = w - offset;
  std::vector<Term> level;
  for (int i = 0; i < choices; ++i) level.push_back(bit(word, i + offset));
  int used = 0;
  while (level.size() > 1 && used < index_width) {
    const Term selector = bit(index, used++);
    std::vector<Term> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      const Term high = i + 1 < level.size() ? level[i + 1] : truth(false);
      next.push_back(ite(selector, high, level[i]));
    }
    level.swap(next);
  }
  if (static_cast<u64>(choices) > mask_of(index_width)) return level[0];
  return land(ult(index, constant(index_width, static_cast<u64>(choices))), level[0]);
}

Term Impl::select_bit(Term word, Term index) {
  const int w = width(word);
  if (is_const(index))
    return value(index) < static_cast<u64>(w) ? bit(word, static_cast<int>(value(index))) : truth(false);
  const u32 key = cache_key(Kind::LShr, 1);
  if (Term known = cached(key, word, index); known.id != 0) return known;
  Term out;
  if (w == 1) {
    out = land(word, eq(index, constant(width(index), 0)));
  } else if (width(index) == 1 || knows_bits(word)) {
    out = select_tree(word, index, 0);
  } else if (width(index) < w) {
    out = bit(lshr(word, zext(index, w)), 0);
  } else if (width(index) == w) {
    out = bit(lshr(word, index), 0);
  } else {
    const Term in_range = ult(index, constant(width(index), static_cast<u64>(w)));
    out = land(in_range, bit(lshr(word, extract(index, w - 1, 0)), 0));
  }
  return remember(key, word, index, {}, out);
}

Term Impl::popc(Term a) {
  const int w = width(a);
  if (w == 1) return a;
  if (is_const(a)) return constant(w, static_cast<u64>(std::popcount(value(a))));
  Terms parts;
  if (!view_parts(a, parts)) return intern(Kind::Popc, w, 0, {a});
  // The order of bits is irrelevant, and constant bits only add.
  u64 ones = 0;
  Terms open;
  for (Term p : parts) {
    if (is_const(p))
      ones += static_cast<u64>(std::popcount(value(p)));
    else
      open.push_back(p);
  }
  if (open.empty()) return constant(w, ones);  // parts may fold where the whole did not
  std::sort(open.begin(), open.end());
  Term rest = concat({open.data(), open.size()});
  rest = width(rest) == 1 || is_const(rest) ? popc(rest) : intern(Kind::Popc, width(rest), 0, {rest});
  return add(zext(rest, w), constant(w, ones));
}

Term Impl::clz(Term a) {
  const int w = width(a);
  if (w == 1) return lnot(a);
  if (is_const(a)) return constant(w, static_cast<u64>(w - bit_length(value(a))));
  if (kind(a) == Kind::ZExt) {
    const Term inner = operand(a, 0);
    const Term rest = zext(clz(inner), w);
    return add(rest, constant(w, static_cast<u64>(w - width(inner))));
  }
  return intern(Kind::Clz, w, 0, {a});
}

Term Impl::brev(Term a) {
  const int w = width(a);
  if (w == 1) return a;
  if (kind(a) == Kind::Brev) return operand(a, 0);
  if (is_const(a)) {
    u64 out = 0;
    for (int i = 0; i < w; ++i) out |= ((value(a) >> i) & 1) << (w - 1 - i);
    return constant(w, out);
  }
  Terms parts, reversed;
  if (!view_parts(a, parts)) return intern(Kind::Brev, w, 0, {a});
  for (std::size_t i = parts.size(); i-- > 0;) reversed.push_back(brev(parts[i]));
  return concat({reversed.data(), reversed.size()});
}

}  // namespace warpproof
