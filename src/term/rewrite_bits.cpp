// Slices, concatenation and bitwise operations. A mask made by a ballot is a Concat of 32 predicates;
// everything here keeps it one, so that a bit test on it stays a lookup.
#include <algorithm>

#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;
using u64 = std::uint64_t;

Term Impl::extract(Term t, int high, int low) {
  const int w = width(t);
  if (low < 0 || high < low || high >= w) throw std::invalid_argument("extract: bits outside the word");
  const int n = high - low + 1;
  if (n == w) return t;
  if (is_const(t)) return constant(n, value(t) >> low);
  const u32 key = cache_key(Kind::Extract, high, low);
  if (Term known = cached(key, t); known.id != 0) return known;
  if ((((~facts(t).zero) >> low) & mask_of(n)) == 0) return constant(n, 0);
  Depth depth(*this);
  const Term out =
      depth.deep() ? intern(Kind::Extract, n, static_cast<u64>(low), {t}) : extract_fresh(t, high, low);
  return remember(key, t, {}, {}, out);
}

Term Impl::extract_fresh(Term t, int h, int l) {
  const int n = h - l + 1;
  auto ops = operands(t);
  auto plain = [&] { return intern(Kind::Extract, n, static_cast<u64>(l), {t}); };
  switch (kind(t)) {
    case Kind::Extract: {
      const int base = static_cast<int>(node(t).aux);
      return extract(ops[0], base + h, base + l);
    }
    case Kind::Concat: {
      Terms parts;
      int top = width(t);
      for (Term p : ops) {
        const int bottom = top - width(p);
        if (bottom <= h && top > l)
          parts.push_back(extract(p, std::min(h, top - 1) - bottom, std::max(l, bottom) - bottom));
        top = bottom;
      }
      return concat({parts.data(), parts.size()});
    }
    case Kind::ZExt: {
      const int inner = width(ops[0]);
      if (h < inner) return extract(ops[0], h, l);
      return l >= inner ? constant(n, 0) : zext(extract(ops[0], inner - 1, l), n);
    }
    case Kind::SExt: {
      const int inner = width(ops[0]);
      if (h < inner) return extract(ops[0], h, l);
      return sext(extract(ops[0], inner - 1, std::min(l, inner - 1)), n);
    }
    case Kind::Not:
      return bit_not(extract(ops[0], h, l));
    case Kind::And:
    case Kind::Or:
    case Kind::Xor: {
      Term out = extract(ops[0], h, l);
      for (Term x : ops.subspan(1)) out = bitwise(kind(t), out, extract(x, h, l));
      return out;
    }
    case Kind::Ite: {
      const Term a = extract(ops[1], h, l), b = extract(ops[2], h, l);
      auto opaque = [&](Term arm, Term slice) {
        return kind(slice) == Kind::Extract && operand(slice, 0) == arm;
      };
      if (n > 1 && opaque(ops[1], a) && opaque(ops[2], b)) return plain();
      return ite(ops[0], a, b);
    }
    case Kind::Add:
      return extract_add(t, h, l);
    case Kind::Mul:
      return extract_mul(t, h, l);
    case Kind::Shl:
      if (n == 1 && is_const(ops[0], 1)) return eq(ops[1], constant(width(t), static_cast<u64>(l)));
      if (n == 1 && is_const(ops[0], mask_of(width(t))))
        return lnot(ult(constant(width(t), static_cast<u64>(l)), ops[1]));
      return plain();
    case Kind::LShr:
      return n == 1 && knows_bits(ops[0]) ? select_tree(ops[0], ops[1], l) : plain();
    case Kind::Brev: {
      const int top = width(t) - 1;
      return brev(extract(ops[0], top - l, top - h));
    }
    default:
      return plain();
  }
}

Term Impl::extract_add(Term t, int h, int l) {
  const int n = h - l + 1, w = width(t);
  auto ops = operands(t);
  // (1 << j) - 1 has the bits below j.
  if (n == 1 && ops.size() == 2 && kind(ops[0]) == Kind::Shl && is_const(operand(ops[0], 0), 1) &&
      is_const(ops[1], mask_of(w))) {
    return ult(constant(w, static_cast<u64>(l)), operand(ops[0], 1));
  }
  if (l == 0) {
    Linear sum;
    for (Term x : ops) accumulate(sum, extract(x, h, 0), 1, n);
    return build(sum, n);
  }
  // Terms that are multiples of 2^l, and others that together never carry into bit l.
  Linear sum;
  unsigned __int128 rest = 0;
  for (Term x : ops) {
    const Facts f = facts(x);
    if (is_const(x)) {
      rest += value(x) & mask_of(l);
      accumulate(sum, extract(x, h, l), 1, n);
    } else if ((~f.zero & mask_of(l)) == 0) {
      accumulate(sum, extract(x, h, l), 1, n);
    } else {
      rest += f.high;
    }
  }
  if (rest <= mask_of(l)) return build(sum, n);
  return intern(Kind::Extract, n, static_cast<u64>(l), {t});
}

Term Impl::extract_mul(Term t, int h, int l) {
  const int n = h - l + 1, w = width(t);
  auto ops = operands(t);
  const Term last = ops.back();
  if (is_const(last) && (value(last) & 1) == 0) {
    const int k = trailing_zeros(value(last), w);
    Term rest = ops[0];
    if (ops.size() > 2) rest = intern(Kind::Mul, w, 0, ops.first(ops.size() - 1));
    rest = scale(rest, value(last) >> k);
    if (l >= k) return extract(rest, h - k, l - k);
    const Term parts[] = {extract(rest, h - k, 0), constant(k - l, 0)};
    return concat(parts);
  }
  if (l != 0) return intern(Kind::Extract, n, static_cast<u64>(l), {t});
  Term out = extract(ops[0], h, 0);
  for (Term x : ops.subspan(1)) out = mul(out, extract(x, h, 0));
  return out;
}

bool Impl::fuse_parts(Term high, Term low, Term& out) {
  if (is_const(high) && is_const(low)) {
    const int w = width(high) + width(low);
    out = constant(w, value(high) << width(low) | value(low));
    return true;
  }
  if (kind(high) == Kind::Extract) {
    const Term base = operand(high, 0);
    const int bottom = static_cast<int>(node(high).aux), n = width(low), top = bottom + width(high) - 1;
    if (bottom < n) return false;
    const bool slice = kind(low) == Kind::Extract && operand(low, 0) == base &&
                       static_cast<int>(node(low).aux) == bottom - n;
    // The low slice of a sum or choice has moved inside it; ask what it would look like.
    const Kind k = kind(base);
    const bool moved = k == Kind::Add || k == Kind::Mul || k == Kind::Ite;
    if (slice || (moved && extract(base, bottom - 1, bottom - n) == low)) {
      out = extract(base, top, bottom - n);
      return true;
    }
    return false;
  }
  const bool choices = kind(high) == Kind::Ite && kind(low) == Kind::Ite && width(high) > 1 && width(low) > 1;
  if (choices && operand(high, 0) == operand(low, 0)) {
    const Term a[] = {operand(high, 1), operand(low, 1)}, b[] = {operand(high, 2), operand(low, 2)};
    out = intern(Kind::Ite, width(high) + width(low), 0, {operand(high, 0), concat(a), concat(b)});
    return true;
  }
  return false;
}

Term Impl::concat(std::span<const Term> parts) {
  if (parts.empty()) throw std::invalid_argument("concat of nothing");
  Terms flat, out;
  int total = 0;
  for (Term p : parts) {
    total += width(p);
    view_parts(p, flat);
  }
  if (total > 64) throw std::invalid_argument("concat wider than 64 bits");
  for (Term p : flat) {
    Term fused;
    while (!out.empty() && fuse_parts(out.back(), p, fused)) {
      out.pop_back();
      p = fused;
    }
    out.push_back(p);
  }
  if (out.size() == 1) return out[0];
  // Zeros around one part are a scaled extension, the form that sums use.
  const bool leading = is_const(out.front(), 0), trailing = is_const(out.back(), 0);
  if (leading) {
    Term inner = out.size() == 2 ? out[1] : concat({out.data() + 1, out.size() - 1});
    return zext(inner, total);
  }
  if (trailing && out.size() == 2) {
    return scale(zext(out[0], total), 1ull << width(out[1]));
  }
  return intern(Kind::Concat, total, 0, {out.data(), out.size()});
}

// Appends the parts of t. False when it is a single opaque part.
bool Impl::view_parts(Term t, Terms& out) {
  const int w = width(t);
  switch (kind(t)) {
    case Kind::Concat:
      for (Term p : operands(t)) out.push_back(p);
      return true;
    case Kind::ZExt: {
      const Term x = operand(t, 0);
      out.push_back(constant(w - width(x), 0));
      view_parts(x, out);
      return true;
    }
    case Kind::Mul: {
      const auto part = scaled(t);
      if (!is_power_of_two(part.coefficient) || part.coefficient == 1) break;
      const int k = trailing_zeros(part.coefficient, w);
      const Term upper = extract(part.atom, w - k - 1, 0);
      view_parts(upper, out);
      out.push_back(constant(k, 0));
      return true;
    }
    default:
      break;
  }
  out.push_back(t);
  return is_const(t);
}

bool Impl::bitwise_by_parts(Kind k, Term a, Term b, Term& result) {
  Terms pa, pb, out;
  if (is_const(a) && is_const(b)) return false;
  if (!view_parts(a, pa) || !view_parts(b, pb)) return false;
  std::size_t i = 0, j = 0;
  Term x = pa[0], y = pb[0];
  for (;;) {
    const int n = std::min(width(x), width(y)), wx = width(x), wy = width(y);
    const Term top_x = extract(x, wx - 1, wx - n), top_y = extract(y, wy - 1, wy - n);
    out.push_back(bitwise(k, top_x, top_y));
    const bool x_done = wx == n, y_done = wy == n;
    if (x_done && y_done && i + 1 == pa.size()) break;
    x = x_done ? pa[++i] : extract(x, wx - n - 1, 0);
    y = y_done ? pb[++j] : extract(y, wy - n - 1, 0);
  }
  result = concat({out.data(), out.size()});
  return true;
}

Term Impl::bitwise(Kind k, Term a, Term b) {
  return k == Kind::And ? bit_and(a, b) : k == Kind::Or ? bit_or(a, b) : bit_xor(a, b);
}

namespace {

std::uint64_t fold_bitwise(Kind k, u64 a, u64 b) {
  return k == Kind::And ? a & b : k == Kind::Or ? a | b : a ^ b;
}

}  // namespace

// The n-ary normal form of words: sorted, a constant last; And and Or without duplicates, Xor with pairs
// cancelled.
Term Impl::bitwise_sorted(Kind k, Term a, Term b) {
  const int w = width(a);
  const Term in[] = {a, b};
  Terms flat, out;
  flatten(k, in, flat);
  std::sort(flat.begin(), flat.end());
  u64 folded = k == Kind::And ? mask_of(w) : 0;
  for (Term t : flat) {
    if (is_const(t)) {
      folded = fold_bitwise(k, folded, value(t));
    } else if (out.empty() || out.back() != t) {
      out.push_back(t);
    } else if (k == Kind::Xor) {
      out.pop_back();
    }
  }
  if (k == Kind::And && folded == 0) return constant(w, 0);
  if (k == Kind::Or && folded == mask_of(w)) return constant(w, folded);
  const bool neutral = folded == (k == Kind::And ? mask_of(w) : 0);
  if (out.empty()) return constant(w, folded);
  if (k != Kind::Xor) {
    // x with its complement.
    for (Term t : out) {
      if (is_not(t) && std::find(out.begin(), out.end(), operand(t, 0)) != out.end()) {
        return constant(w, k == Kind::And ? 0 : mask_of(w));
      }
    }
  }
  if (k == Kind::Xor && folded == mask_of(w)) {
    const Term rest = out.size() == 1 ? out[0] : intern(k, w, 0, {out.data(), out.size()});
    return bit_not(rest);
  }
  if (!neutral) out.push_back(constant(w, folded));
  return out.size() == 1 ? out[0] : intern(k, w, 0, {out.data(), out.size()});
}

Term Impl::and_mask(Term a, u64 mask) {
  const int w = width(a);
  const u64 possible = ~facts(a).zero & mask_of(w);
  const u64 kept = mask & possible;
  if (kept == 0) return constant(w, 0);
  if (kept == possible) return a;
  const int low = trailing_zeros(kept, w), high = bit_length(kept) - 1;
  const u64 run = mask_of(high + 1) & ~mask_of(low);
  if ((run & possible) == kept) {
    // One run of bits: a slice between zeros.
    Terms parts;
    if (high + 1 < w) parts.push_back(constant(w - 1 - high, 0));
    parts.push_back(extract(a, high, low));
    if (low > 0) parts.push_back(constant(low, 0));
    return concat({parts.data(), parts.size()});
  }
  return bitwise_sorted(Kind::And, a, constant(w, mask));
}

Term Impl::bit_and(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return land(a, b);
  if (a == b) return a;
  if (is_const(a)) std::swap(a, b);
  if (is_const(a)) return constant(w, value(a) & value(b));
  if (is_const(b, 0)) return b;
  if (is_const(b, mask_of(w))) return a;
  if (!is_const(b) && a.id > b.id) std::swap(a, b);
  const u32 key = cache_key(Kind::And);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::And, w, 0, {a, b});
  Term out;
  if (lowest_set_bit(a, b, out) || lowest_set_bit(b, a, out)) {
  } else if (is_const(b) && const_arms(a)) {
    out = ite(operand(a, 0), bit_and(operand(a, 1), b), bit_and(operand(a, 2), b));
  } else if (bitwise_by_parts(Kind::And, a, b, out)) {
  } else if (is_const(b)) {
    out = and_mask(a, value(b));
  } else if (kind(a) == Kind::ZExt || kind(b) == Kind::ZExt) {
    const int inner = width(operand(kind(a) == Kind::ZExt ? a : b, 0));
    out = zext(bit_and(extract(a, inner - 1, 0), extract(b, inner - 1, 0)), w);
  } else {
    out = bitwise_sorted(Kind::And, a, b);
  }
  return remember(key, a, b, {}, out);
}

Term Impl::bit_or(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return lor(a, b);
  if (a == b) return a;
  if (is_const(a)) std::swap(a, b);
  if (is_const(a)) return constant(w, value(a) | value(b));
  if (is_const(b, 0)) return a;
  if (is_const(b, mask_of(w))) return b;
  if (!is_const(b) && a.id > b.id) std::swap(a, b);
  const u32 key = cache_key(Kind::Or);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::Or, w, 0, {a, b});
  Term out;
  const bool disjoint = ((~facts(a).zero & ~facts(b).zero) & mask_of(w)) == 0;
  if (is_const(b) && const_arms(a)) {
    out = ite(operand(a, 0), bit_or(operand(a, 1), b), bit_or(operand(a, 2), b));
  } else if (disjoint && is_const(b) && !knows_bits(a)) {
    out = add(a, b);  // base | offset is base + offset
  } else if (bitwise_by_parts(Kind::Or, a, b, out)) {
  } else if (disjoint) {
    out = add(a, b);
  } else {
    out = bitwise_sorted(Kind::Or, a, b);
  }
  return remember(key, a, b, {}, out);
}

Term Impl::bit_xor(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return lxor(a, b);
  if (a == b) return constant(w, 0);
  if (is_const(a)) std::swap(a, b);
  if (is_const(a)) return constant(w, value(a) ^ value(b));
  if (is_const(b, 0)) return a;
  if (is_const(b, mask_of(w))) return bit_not(a);
  if (!is_const(b) && a.id > b.id) std::swap(a, b);
  const u32 key = cache_key(Kind::Xor);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::Xor, w, 0, {a, b});
  Term out;
  const bool disjoint = ((~facts(a).zero & ~facts(b).zero) & mask_of(w)) == 0;
  if (is_const(b) && const_arms(a)) {
    out = ite(operand(a, 0), bit_xor(operand(a, 1), b), bit_xor(operand(a, 2), b));
  } else if (bitwise_by_parts(Kind::Xor, a, b, out)) {
  } else if (disjoint) {
    out = bit_or(a, b);
  } else if (is_not(a)) {
    out = bit_not(bit_xor(operand(a, 0), b));
  } else if (is_not(b)) {
    out = bit_not(bit_xor(a, operand(b, 0)));
  } else {
    out = bitwise_sorted(Kind::Xor, a, b);
  }
  return remember(key, a, b, {}, out);
}

Term Impl::bit_not(Term a) {
  const int w = width(a);
  if (w == 1) return lnot(a);
  if (is_const(a)) return constant(w, ~value(a));
  if (is_not(a)) return operand(a, 0);
  const u32 key = cache_key(Kind::Not);
  if (Term known = cached(key, a); known.id != 0) return known;
  Depth depth(*this);
  Term out;
  if (depth.deep()) return intern(Kind::Not, w, 0, {a});
  if (kind(a) == Kind::Concat) {
    Terms parts;
    for (Term p : operands(a)) parts.push_back(bit_not(p));
    out = concat({parts.data(), parts.size()});
  } else if (const_arms(a)) {
    out = ite(operand(a, 0), bit_not(operand(a, 1)), bit_not(operand(a, 2)));
  } else if (kind(a) == Kind::Xor && is_const(operands(a).back())) {
    out = bitwise_sorted(Kind::Xor, a, constant(w, mask_of(w)));
  } else if (kind(a) == Kind::Add || kind(a) == Kind::Mul) {
    Linear form;  // -1 - a
    accumulate(form, a, ~0ull, w);
    form.constant -= 1;
    out = build(form, w);
  } else {
    out = intern(Kind::Not, w, 0, {a});
  }
  return remember(key, a, {}, {}, out);
}

}  // namespace warpproof
