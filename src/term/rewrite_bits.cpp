#include "src/term/rewrite_bits.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/term/linear.h"
#include "src/term/rewrite_arith.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_compare.h"
#include "src/term/rewrite_ite.h"
#include "src/term/rewrite_masks.h"
#include "src/term/rewrite_shift.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static Term extract_fresh(NodeStore& g, Term t, int high, int low);
static Term extract_add(NodeStore& g, Term t, int high, int low);
static Term extract_mul(NodeStore& g, Term t, int high, int low);
static bool fuse_parts(NodeStore& g, Term high, Term low, Term& out);
static bool fuse_choices(NodeStore& g, Term high, Term low, Term& out);
static bool bitwise_by_parts(NodeStore& g, Kind kind, Term a, Term b, Term& out);
static Term bitwise(NodeStore& g, Kind kind, Term a, Term b);
static Term bitwise_sorted(NodeStore& g, Kind kind, Term a, Term b);
static Term and_mask(NodeStore& g, Term a, u64 mask);

Term extract(NodeStore& g, Term t, int high, int low) {
  const int w = g.width(t);
  if (low < 0 || high < low || high >= w) throw std::invalid_argument("extract: bits outside the word");
  const int n = high - low + 1;
  if (n == w) return t;
  if (g.is_const(t)) return g.constant(n, g.value(t) >> low);
  const std::uint32_t key = ResultCache::key(Kind::Extract, high, low);
  if (Term known = g.results.find(key, t); known.id != 0) return known;
  if ((((~g.facts(t).zero) >> low) & mask_of(n)) == 0) return g.constant(n, 0);
  Depth depth(g.results);
  const Term out =
      depth.deep() ? g.intern(Kind::Extract, n, static_cast<u64>(low), {t}) : extract_fresh(g, t, high, low);
  return g.results.remember(key, t, {}, {}, out);
}

static Term extract_fresh(NodeStore& g, Term t, int h, int l) {
  const int n = h - l + 1;
  auto ops = g.operands(t);
  auto plain = [&] { return g.intern(Kind::Extract, n, static_cast<u64>(l), {t}); };
  switch (g.kind(t)) {
    case Kind::Extract: {
      const int base = static_cast<int>(g.node(t).aux);
      return extract(g, ops[0], base + h, base + l);
    }
    case Kind::Concat: {
      Terms parts;
      int top = g.width(t);
      for (Term p : ops) {
        const int bottom = top - g.width(p);
        if (bottom <= h && top > l)
          parts.push_back(extract(g, p, std::min(h, top - 1) - bottom, std::max(l, bottom) - bottom));
        top = bottom;
      }
      return concat(g, {parts.data(), parts.size()});
    }
    case Kind::ZExt: {
      const int inner = g.width(ops[0]);
      if (h < inner) return extract(g, ops[0], h, l);
      return l >= inner ? g.constant(n, 0) : zext(g, extract(g, ops[0], inner - 1, l), n);
    }
    case Kind::SExt: {
      const int inner = g.width(ops[0]);
      if (h < inner) return extract(g, ops[0], h, l);
      return sext(g, extract(g, ops[0], inner - 1, std::min(l, inner - 1)), n);
    }
    case Kind::Not:
      return bit_not(g, extract(g, ops[0], h, l));
    case Kind::And:
    case Kind::Or:
    case Kind::Xor: {
      Term out = extract(g, ops[0], h, l);
      for (Term x : ops.subspan(1)) out = bitwise(g, g.kind(t), out, extract(g, x, h, l));
      return out;
    }
    case Kind::Ite: {
      const Term a = extract(g, ops[1], h, l), b = extract(g, ops[2], h, l);
      auto opaque = [&](Term arm, Term slice) {
        return g.kind(slice) == Kind::Extract && g.operand(slice, 0) == arm;
      };
      if (n > 1 && opaque(ops[1], a) && opaque(ops[2], b)) return plain();
      return ite(g, ops[0], a, b);
    }
    case Kind::Add:
      return extract_add(g, t, h, l);
    case Kind::Mul:
      return extract_mul(g, t, h, l);
    case Kind::Shl:
      if (n == 1 && g.is_const(ops[0], 1)) return eq(g, ops[1], g.constant(g.width(t), static_cast<u64>(l)));
      if (n == 1 && g.is_const(ops[0], mask_of(g.width(t))))
        return lnot(g, ult(g, g.constant(g.width(t), static_cast<u64>(l)), ops[1]));
      return plain();
    case Kind::LShr:
      return n == 1 && knows_bits(g, ops[0]) ? select_tree(g, ops[0], ops[1], l) : plain();
    case Kind::Brev: {
      const int top = g.width(t) - 1;
      return brev(g, extract(g, ops[0], top - l, top - h));
    }
    default:
      return plain();
  }
}

static Term extract_add(NodeStore& g, Term t, int h, int l) {
  const int n = h - l + 1, w = g.width(t);
  auto ops = g.operands(t);
  // (1 << j) - 1 has the bits below j.
  if (n == 1 && ops.size() == 2 && g.kind(ops[0]) == Kind::Shl && g.is_const(g.operand(ops[0], 0), 1) &&
      g.is_const(ops[1], mask_of(w))) {
    return ult(g, g.constant(w, static_cast<u64>(l)), g.operand(ops[0], 1));
  }
  if (l == 0) {
    Linear sum;
    for (Term x : ops) accumulate(g, sum, extract(g, x, h, 0), 1, n);
    return build(g, sum, n);
  }
  // Terms that are multiples of 2^l, and others that together never carry into bit l.
  Linear sum;
  unsigned __int128 rest = 0;
  for (Term x : ops) {
    const Facts f = g.facts(x);
    if (g.is_const(x)) {
      rest += g.value(x) & mask_of(l);
      accumulate(g, sum, extract(g, x, h, l), 1, n);
    } else if ((~f.zero & mask_of(l)) == 0) {
      accumulate(g, sum, extract(g, x, h, l), 1, n);
    } else {
      rest += f.high;
    }
  }
  if (rest <= mask_of(l)) return build(g, sum, n);
  return g.intern(Kind::Extract, n, static_cast<u64>(l), {t});
}

static Term extract_mul(NodeStore& g, Term t, int h, int l) {
  const int n = h - l + 1, w = g.width(t);
  auto ops = g.operands(t);
  const Term last = ops.back();
  if (g.is_const(last) && (g.value(last) & 1) == 0) {
    const int k = trailing_zeros(g.value(last), w);
    Term rest = ops[0];
    if (ops.size() > 2) rest = g.intern(Kind::Mul, w, 0, ops.first(ops.size() - 1));
    rest = scale(g, rest, g.value(last) >> k);
    if (l >= k) return extract(g, rest, h - k, l - k);
    const Term parts[] = {extract(g, rest, h - k, 0), g.constant(k - l, 0)};
    return concat(g, parts);
  }
  if (l != 0) return g.intern(Kind::Extract, n, static_cast<u64>(l), {t});
  Term out = extract(g, ops[0], h, 0);
  for (Term x : ops.subspan(1)) out = mul(g, out, extract(g, x, h, 0));
  return out;
}

static bool fuse_parts(NodeStore& g, Term high, Term low, Term& out) {
  if (g.is_const(high) && g.is_const(low)) {
    const int w = g.width(high) + g.width(low);
    out = g.constant(w, g.value(high) << g.width(low) | g.value(low));
    return true;
  }
  if (g.kind(high) == Kind::Extract) {
    const Term base = g.operand(high, 0);
    const int bottom = static_cast<int>(g.node(high).aux), n = g.width(low), top = bottom + g.width(high) - 1;
    if (bottom < n) return false;
    const bool slice = g.kind(low) == Kind::Extract && g.operand(low, 0) == base &&
                       static_cast<int>(g.node(low).aux) == bottom - n;
    // The low slice of a sum or choice has moved inside it; ask what it would look like.
    const Kind k = g.kind(base);
    const bool moved = k == Kind::Add || k == Kind::Mul || k == Kind::Ite;
    if (slice || (moved && extract(g, base, bottom - 1, bottom - n) == low)) {
      out = extract(g, base, top, bottom - n);
      return true;
    }
    return false;
  }
  const bool choices =
      g.kind(high) == Kind::Ite && g.kind(low) == Kind::Ite && g.width(high) > 1 && g.width(low) > 1;
  return choices && g.operand(high, 0) == g.operand(low, 0) && fuse_choices(g, high, low, out);
}

// Two choices on one condition.
static bool fuse_choices(NodeStore& g, Term high, Term low, Term& out) {
  const std::uint32_t key = ResultCache::key(Kind::Concat);
  if (const Term known = g.results.find(key, high, low); known.id != 0) return out = known, true;
  Depth depth(g.results);
  if (depth.deep()) return false;
  const Term a[] = {g.operand(high, 1), g.operand(low, 1)}, b[] = {g.operand(high, 2), g.operand(low, 2)};
  out = g.intern(Kind::Ite, g.width(high) + g.width(low), 0, {g.operand(high, 0), concat(g, a), concat(g, b)});
  g.results.remember(key, high, low, {}, out);
  return true;
}

Term concat(NodeStore& g, std::span<const Term> parts) {
  if (parts.empty()) throw std::invalid_argument("concat of nothing");
  Terms flat, out;
  int total = 0;
  for (Term p : parts) {
    total += g.width(p);
    view_parts(g, p, flat);
  }
  if (total > 64) throw std::invalid_argument("concat wider than 64 bits");
  for (Term p : flat) {
    Term fused;
    while (!out.empty() && fuse_parts(g, out.back(), p, fused)) {
      out.pop_back();
      p = fused;
    }
    out.push_back(p);
  }
  if (out.size() == 1) return out[0];
  // Zeros around one part are a scaled extension, the form that sums use.
  const bool leading = g.is_const(out.front(), 0), trailing = g.is_const(out.back(), 0);
  if (leading) {
    Term inner = out.size() == 2 ? out[1] : concat(g, {out.data() + 1, out.size() - 1});
    return zext(g, inner, total);
  }
  if (trailing && out.size() == 2) {
    return scale(g, zext(g, out[0], total), 1ull << g.width(out[1]));
  }
  return g.intern(Kind::Concat, total, 0, {out.data(), out.size()});
}

// Appends the parts of t. False when it is a single opaque part.
bool view_parts(NodeStore& g, Term t, Terms& out) {
  const int w = g.width(t);
  switch (g.kind(t)) {
    case Kind::Concat:
      for (Term p : g.operands(t)) out.push_back(p);
      return true;
    case Kind::ZExt: {
      const Term x = g.operand(t, 0);
      out.push_back(g.constant(w - g.width(x), 0));
      view_parts(g, x, out);
      return true;
    }
    case Kind::Mul: {
      const auto part = scaled(g, t);
      if (!is_power_of_two(part.coefficient) || part.coefficient == 1) break;
      const int k = trailing_zeros(part.coefficient, w);
      const Term upper = extract(g, part.atom, w - k - 1, 0);
      view_parts(g, upper, out);
      out.push_back(g.constant(k, 0));
      return true;
    }
    default:
      break;
  }
  out.push_back(t);
  return g.is_const(t);
}

static bool bitwise_by_parts(NodeStore& g, Kind k, Term a, Term b, Term& result) {
  Terms pa, pb, out;
  if (g.is_const(a) && g.is_const(b)) return false;
  if (!view_parts(g, a, pa) || !view_parts(g, b, pb)) return false;
  std::size_t i = 0, j = 0;
  Term x = pa[0], y = pb[0];
  for (;;) {
    const int n = std::min(g.width(x), g.width(y)), wx = g.width(x), wy = g.width(y);
    const Term top_x = extract(g, x, wx - 1, wx - n), top_y = extract(g, y, wy - 1, wy - n);
    out.push_back(bitwise(g, k, top_x, top_y));
    const bool x_done = wx == n, y_done = wy == n;
    if (x_done && y_done && i + 1 == pa.size()) break;
    x = x_done ? pa[++i] : extract(g, x, wx - n - 1, 0);
    y = y_done ? pb[++j] : extract(g, y, wy - n - 1, 0);
  }
  result = concat(g, {out.data(), out.size()});
  return true;
}

static Term bitwise(NodeStore& g, Kind k, Term a, Term b) {
  return k == Kind::And ? bit_and(g, a, b) : k == Kind::Or ? bit_or(g, a, b) : bit_xor(g, a, b);
}

namespace {

std::uint64_t fold_bitwise(Kind k, u64 a, u64 b) {
  return k == Kind::And ? a & b : k == Kind::Or ? a | b : a ^ b;
}

}  // namespace

// The n-ary normal form of words: sorted, a constant last; And and Or without duplicates, Xor with pairs
// cancelled.
static Term bitwise_sorted(NodeStore& g, Kind k, Term a, Term b) {
  const int w = g.width(a);
  const Term in[] = {a, b};
  Terms flat, out;
  flatten(g, k, in, flat);
  std::sort(flat.begin(), flat.end());
  u64 folded = k == Kind::And ? mask_of(w) : 0;
  for (Term t : flat) {
    if (g.is_const(t)) {
      folded = fold_bitwise(k, folded, g.value(t));
    } else if (out.empty() || out.back() != t) {
      out.push_back(t);
    } else if (k == Kind::Xor) {
      out.pop_back();
    }
  }
  if (k == Kind::And && folded == 0) return g.constant(w, 0);
  if (k == Kind::Or && folded == mask_of(w)) return g.constant(w, folded);
  const bool neutral = folded == (k == Kind::And ? mask_of(w) : 0);
  if (out.empty()) return g.constant(w, folded);
  if (k != Kind::Xor) {
    // x with its complement.
    for (Term t : out) {
      if (g.is_not(t) && std::find(out.begin(), out.end(), g.operand(t, 0)) != out.end()) {
        return g.constant(w, k == Kind::And ? 0 : mask_of(w));
      }
    }
  }
  if (k == Kind::Xor && folded == mask_of(w)) {
    const Term rest = out.size() == 1 ? out[0] : g.intern(k, w, 0, {out.data(), out.size()});
    return bit_not(g, rest);
  }
  if (!neutral) out.push_back(g.constant(w, folded));
  return out.size() == 1 ? out[0] : g.intern(k, w, 0, {out.data(), out.size()});
}

static Term and_mask(NodeStore& g, Term a, u64 mask) {
  const int w = g.width(a);
  const u64 possible = ~g.facts(a).zero & mask_of(w);
  const u64 kept = mask & possible;
  if (kept == 0) return g.constant(w, 0);
  if (kept == possible) return a;
  const int low = trailing_zeros(kept, w), high = bit_length(kept) - 1;
  const u64 run = mask_of(high + 1) & ~mask_of(low);
  if ((run & possible) == kept) {
    // One run of bits: a slice between zeros.
    Terms parts;
    if (high + 1 < w) parts.push_back(g.constant(w - 1 - high, 0));
    parts.push_back(extract(g, a, high, low));
    if (low > 0) parts.push_back(g.constant(low, 0));
    return concat(g, {parts.data(), parts.size()});
  }
  return bitwise_sorted(g, Kind::And, a, g.constant(w, mask));
}

Term bit_and(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return land(g, a, b);
  if (a == b) return a;
  if (g.is_const(a)) std::swap(a, b);
  if (g.is_const(a)) return g.constant(w, g.value(a) & g.value(b));
  if (g.is_const(b, 0)) return b;
  if (g.is_const(b, mask_of(w))) return a;
  if (!g.is_const(b) && a.id > b.id) std::swap(a, b);
  const std::uint32_t key = ResultCache::key(Kind::And);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep()) return g.intern(Kind::And, w, 0, {a, b});
  Term out;
  if (lowest_set_bit(g, a, b, out) || lowest_set_bit(g, b, a, out)) {
  } else if (g.is_const(b) && const_arms(g, a)) {
    out = ite(g, g.operand(a, 0), bit_and(g, g.operand(a, 1), b), bit_and(g, g.operand(a, 2), b));
  } else if (bitwise_by_parts(g, Kind::And, a, b, out)) {
  } else if (g.is_const(b)) {
    out = and_mask(g, a, g.value(b));
  } else if (g.kind(a) == Kind::ZExt || g.kind(b) == Kind::ZExt) {
    const int inner = g.width(g.operand(g.kind(a) == Kind::ZExt ? a : b, 0));
    out = zext(g, bit_and(g, extract(g, a, inner - 1, 0), extract(g, b, inner - 1, 0)), w);
  } else {
    out = bitwise_sorted(g, Kind::And, a, b);
  }
  return g.results.remember(key, a, b, {}, out);
}

Term bit_or(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return lor(g, a, b);
  if (a == b) return a;
  if (g.is_const(a)) std::swap(a, b);
  if (g.is_const(a)) return g.constant(w, g.value(a) | g.value(b));
  if (g.is_const(b, 0)) return a;
  if (g.is_const(b, mask_of(w))) return b;
  if (!g.is_const(b) && a.id > b.id) std::swap(a, b);
  const std::uint32_t key = ResultCache::key(Kind::Or);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep()) return g.intern(Kind::Or, w, 0, {a, b});
  Term out;
  const bool disjoint = ((~g.facts(a).zero & ~g.facts(b).zero) & mask_of(w)) == 0;
  if (g.is_const(b) && const_arms(g, a)) {
    out = ite(g, g.operand(a, 0), bit_or(g, g.operand(a, 1), b), bit_or(g, g.operand(a, 2), b));
  } else if (disjoint && g.is_const(b) && !knows_bits(g, a)) {
    out = add(g, a, b);  // base | offset is base + offset
  } else if (bitwise_by_parts(g, Kind::Or, a, b, out)) {
  } else if (disjoint) {
    out = add(g, a, b);
  } else {
    out = bitwise_sorted(g, Kind::Or, a, b);
  }
  return g.results.remember(key, a, b, {}, out);
}

Term bit_xor(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return lxor(g, a, b);
  if (a == b) return g.constant(w, 0);
  if (g.is_const(a)) std::swap(a, b);
  if (g.is_const(a)) return g.constant(w, g.value(a) ^ g.value(b));
  if (g.is_const(b, 0)) return a;
  if (g.is_const(b, mask_of(w))) return bit_not(g, a);
  if (!g.is_const(b) && a.id > b.id) std::swap(a, b);
  const std::uint32_t key = ResultCache::key(Kind::Xor);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep()) return g.intern(Kind::Xor, w, 0, {a, b});
  Term out;
  const bool disjoint = ((~g.facts(a).zero & ~g.facts(b).zero) & mask_of(w)) == 0;
  if (g.is_const(b) && const_arms(g, a)) {
    out = ite(g, g.operand(a, 0), bit_xor(g, g.operand(a, 1), b), bit_xor(g, g.operand(a, 2), b));
  } else if (bitwise_by_parts(g, Kind::Xor, a, b, out)) {
  } else if (disjoint) {
    out = bit_or(g, a, b);
  } else if (g.is_not(a)) {
    out = bit_not(g, bit_xor(g, g.operand(a, 0), b));
  } else if (g.is_not(b)) {
    out = bit_not(g, bit_xor(g, a, g.operand(b, 0)));
  } else {
    out = bitwise_sorted(g, Kind::Xor, a, b);
  }
  return g.results.remember(key, a, b, {}, out);
}

Term bit_not(NodeStore& g, Term a) {
  const int w = g.width(a);
  if (w == 1) return lnot(g, a);
  if (g.is_const(a)) return g.constant(w, ~g.value(a));
  if (g.is_not(a)) return g.operand(a, 0);
  const std::uint32_t key = ResultCache::key(Kind::Not);
  if (Term known = g.results.find(key, a); known.id != 0) return known;
  Depth depth(g.results);
  Term out;
  if (depth.deep()) return g.intern(Kind::Not, w, 0, {a});
  if (g.kind(a) == Kind::Concat) {
    Terms parts;
    for (Term p : g.operands(a)) parts.push_back(bit_not(g, p));
    out = concat(g, {parts.data(), parts.size()});
  } else if (const_arms(g, a)) {
    out = ite(g, g.operand(a, 0), bit_not(g, g.operand(a, 1)), bit_not(g, g.operand(a, 2)));
  } else if (g.kind(a) == Kind::Xor && g.is_const(g.operands(a).back())) {
    out = bitwise_sorted(g, Kind::Xor, a, g.constant(w, mask_of(w)));
  } else if (g.kind(a) == Kind::Add || g.kind(a) == Kind::Mul) {
    Linear form;  // -1 - a
    accumulate(g, form, a, ~0ull, w);
    form.constant -= 1;
    out = build(g, form, w);
  } else {
    out = g.intern(Kind::Not, w, 0, {a});
  }
  return g.results.remember(key, a, {}, {}, out);
}

}  // namespace warpproof::rewrite
