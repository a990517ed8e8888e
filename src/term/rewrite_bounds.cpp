#include "src/term/rewrite_bounds.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/base/effort.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_compare.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

namespace {

// A literal read as a constraint on one term. Signed bounds are kept as sign-flipped unsigned values, which
// keeps their order: flip(v) = v ^ sign bit.
struct Bound {
  Term base;
  enum class Type : std::uint8_t { Unsigned, Signed, Exclude } type;
  u64 low, high;  // Exclude: low is the excluded value
};

bool decode(const NodeStore& g, Term literal, Bound& out) {
  effort::spend(effort::Work::Visit);
  const bool negated = g.is_not(literal);
  const Term t = negated ? g.operand(literal, 0) : literal;
  const Kind k = g.kind(t);
  if (k == Kind::Eq) {
    auto ops = g.operands(t);
    if (!g.is_const(ops[1])) return false;
    const u64 v = g.value(ops[1]);
    out = {ops[0], negated ? Bound::Type::Exclude : Bound::Type::Unsigned, v, v};
    return true;
  }
  if (k == Kind::Ult || k == Kind::Slt) {
    auto ops = g.operands(t);
    if (!g.is_const(ops[1])) return false;
    const int w = g.width(ops[0]);
    const u64 bound = g.value(ops[1]) ^ (k == Kind::Slt ? sign_bit_of(w) : 0);
    if (bound == 0) return false;
    const auto type = k == Kind::Slt ? Bound::Type::Signed : Bound::Type::Unsigned;
    out = negated ? Bound{ops[0], type, bound, mask_of(w)} : Bound{ops[0], type, 0, bound - 1};
    return true;
  }
  if (k == Kind::Extract && g.width(g.operand(t, 0)) == static_cast<int>(g.node(t).aux) + 1) {
    const Term base = g.operand(t, 0);
    const u64 sign = sign_bit_of(g.width(base));
    out = negated ? Bound{base, Bound::Type::Unsigned, 0, sign - 1}
                  : Bound{base, Bound::Type::Unsigned, sign, mask_of(g.width(base))};
    return true;
  }
  return false;
}

// What a group of literals says about one term.
struct Region {
  int width;
  u64 low, high;                // unsigned
  u64 signed_low, signed_high;  // sign-flipped
  SmallVector<u64, 4> excluded;

  Region(const Facts& f, int w)
      : width(w), low(f.low), high(f.high), signed_low(0), signed_high(mask_of(w)) {}

  void add(const Bound& b) {
    if (b.type == Bound::Type::Exclude) {
      excluded.push_back(b.low);
    } else if (b.type == Bound::Type::Signed) {
      signed_low = std::max(signed_low, b.low);
      signed_high = std::min(signed_high, b.high);
    } else {
      low = std::max(low, b.low);
      high = std::min(high, b.high);
    }
  }

  // The unsigned interval lies in one half of the circle, so signed and unsigned order agree on it.
  bool one_sided() const { return (low ^ high) < sign_bit_of(width); }

  bool holds(u64 v) const {
    const u64 s = v ^ sign_bit_of(width);
    return low <= v && v <= high && signed_low <= s && s <= signed_high &&
           std::find(excluded.begin(), excluded.end(), v) == excluded.end();
  }

  bool implies(const Bound& b) const {
    if (b.type == Bound::Type::Exclude) return !holds(b.low);
    if (b.type == Bound::Type::Unsigned) return b.low <= low && high <= b.high;
    return b.low <= signed_low && signed_high <= b.high;
  }

  // False: empty.
  bool settle() {
    const u64 sign = sign_bit_of(width);
    for (int round = 0; round < 8; ++round) {
      if (low > high || signed_low > signed_high) return false;
      const u64 before_low = low, before_high = high;
      if ((signed_low ^ signed_high) < sign) {  // the signed interval does not cross zero
        low = std::max(low, signed_low ^ sign);
        high = std::min(high, signed_high ^ sign);
      }
      if (low > high) return false;
      if (one_sided()) {
        signed_low = std::max(signed_low, low ^ sign);
        signed_high = std::min(signed_high, high ^ sign);
        if (signed_low > signed_high) return false;
        low = std::max(low, signed_low ^ sign);
        high = std::min(high, signed_high ^ sign);
      }
      for (u64 e : excluded) {
        if (e == low && low == high) return false;
        if (e == low)
          ++low;
        else if (e == high)
          --high;
      }
      if (low == before_low && high == before_high) break;
    }
    return low <= high && signed_low <= signed_high && (low != high || holds(low));
  }
};

struct Group {
  Term base;
  Region region;
};
using Groups = std::vector<Group>;

// The value of a literal where the regions decide it (1, 0), else -1.
int decide(const NodeStore& g, const Groups& groups, Term literal) {
  Bound b;
  if (!decode(g, literal, b)) return -1;
  for (const Group& group : groups) {
    if (group.base != b.base) continue;
    if (group.region.implies(b)) return 1;
    Region with = group.region;
    with.add(b);
    return with.settle() ? -1 : 0;
  }
  return -1;
}

// A conjunction, or the negation of one, without what the regions decide; `depth` conjunctions deep.
Term reduce(NodeStore& g, const Groups& groups, Term t, int depth) {
  if (const int v = decide(g, groups, t); v >= 0) return g.truth(v == 1);
  const bool negated = g.is_not(t);
  const Term inner = negated ? g.operand(t, 0) : t;
  if (depth == 0 || g.kind(inner) != Kind::And || g.width(inner) != 1) return t;
  const Terms members(g.operands(inner).begin(), g.operands(inner).end());
  if (members.size() > kFlattenArity) return t;
  Terms kept;
  bool changed = false;
  for (const Term x : members) {
    const Term reduced = reduce(g, groups, x, depth - 1);
    changed = changed || reduced != x;
    if (g.is_true(reduced)) continue;
    if (g.is_const(reduced)) return g.truth(negated);
    kept.push_back(reduced);
  }
  if (!changed) return t;
  const Term out = conj(g, {kept.data(), kept.size()});
  return negated ? lnot(g, out) : out;
}

void emit_excluded(NodeStore& g, Term base, const Region& r, Terms& out) {
  const u64 sign = sign_bit_of(r.width);
  for (u64 e : r.excluded) {
    const u64 s = e ^ sign;
    const bool inside = r.low <= e && e <= r.high && r.signed_low <= s && s <= r.signed_high;
    if (inside) out.push_back(lnot(g, eq(g, base, g.constant(r.width, e))));
  }
}

// The literals that say the same as the region, fewest first.
void emit(NodeStore& g, Term base, const Region& r, Terms& out) {
  const int w = r.width;
  const u64 sign = sign_bit_of(w);
  if (r.low == r.high) {
    out.push_back(eq(g, base, g.constant(w, r.low)));
    return;
  }
  const Facts f = g.facts(base);
  // x >= 2 of a signed word is one literal, as an unsigned interval it were two.
  const bool from_signed_low = r.one_sided() && (r.low ^ sign) != 0,
             from_signed_high = r.one_sided() && (r.high ^ sign) != mask_of(w);
  const int literals = (r.low > f.low) + (r.high < f.high);
  if (r.one_sided() && from_signed_low + from_signed_high < literals) {
    if (from_signed_low) out.push_back(lnot(g, slt(g, base, g.constant(w, r.low))));
    if (from_signed_high) out.push_back(slt(g, base, g.constant(w, r.high + 1)));
    return emit_excluded(g, base, r, out);
  }
  if (r.low > f.low) out.push_back(lnot(g, ult(g, base, g.constant(w, r.low))));
  if (r.high < f.high) out.push_back(ult(g, base, g.constant(w, r.high + 1)));
  if (!r.one_sided()) {
    if (r.signed_low > 0) out.push_back(lnot(g, slt(g, base, g.constant(w, r.signed_low ^ sign))));
    if (r.signed_high < mask_of(w)) out.push_back(slt(g, base, g.constant(w, (r.signed_high + 1) ^ sign)));
  }
  emit_excluded(g, base, r, out);
}

}  // namespace

bool literal_entails(const NodeStore& g, Term a, Term b) {
  if (a == b) return true;
  Bound x, y;
  if (!decode(g, a, x) || !decode(g, b, y) || x.base != y.base) return false;
  const int w = g.width(x.base);
  Region region(g.facts(x.base), w);
  region.add(x);
  if (!region.settle()) return true;
  return region.implies(y);
}

bool simplify_bounds(NodeStore& g, Terms& literals, bool& changed) {
  std::vector<std::pair<Bound, Term>> bounds;
  Terms others;
  bool clauses = false;
  for (Term t : literals) {
    Bound b;
    if (decode(g, t, b)) {
      bounds.emplace_back(b, t);
    } else {
      clauses = clauses || (g.is_not(t) && g.kind(g.operand(t, 0)) == Kind::And);
      others.push_back(t);
    }
  }
  if (bounds.empty() || (bounds.size() == 1 && !clauses)) return true;
  std::stable_sort(bounds.begin(), bounds.end(),
                   [](const auto& x, const auto& y) { return x.first.base < y.first.base; });
  Groups groups;
  bool local = false;
  for (std::size_t i = 0; i < bounds.size();) {
    const Term base = bounds[i].first.base;
    Region region(g.facts(base), g.width(base));
    Terms original;
    for (; i < bounds.size() && bounds[i].first.base == base; ++i) {
      region.add(bounds[i].first);
      original.push_back(bounds[i].second);
    }
    if (!region.settle()) return false;
    groups.push_back({base, region});
    Terms emitted;
    if (original.size() > 1) emit(g, base, region, emitted);
    std::sort(emitted.begin(), emitted.end());
    if (original.size() > 1 && emitted.size() <= original.size() && emitted != original) {
      others.append(emitted.begin(), emitted.end());
      local = true;
    } else {
      others.append(original.begin(), original.end());
    }
  }
  // Members of clauses that the regions decide.
  const bool small = others.size() <= 64;
  for (Term& t : others) {
    if (!clauses || !small || !g.is_not(t) || g.kind(g.operand(t, 0)) != Kind::And) continue;
    const Term reduced = lnot(g, reduce(g, groups, g.operand(t, 0), 2));
    if (reduced == t) continue;
    if (g.is_const(reduced) && !g.is_true(reduced)) return false;
    t = reduced;
    local = true;
  }
  if (local) {
    changed = true;
    literals = others;
    std::sort(literals.begin(), literals.end());
  }
  return std::find(literals.begin(), literals.end(), Term{1}) == literals.end();
}

// a < b against b < a and a = b.
bool simplify_orders(NodeStore& g, Terms& literals, bool& changed) {
  if (literals.size() > 256) return true;
  Terms out(literals);
  bool local = false;
  for (Term& literal : out) {
    const bool negated = g.is_not(literal);
    const Term t = negated ? g.operand(literal, 0) : literal;
    if (g.kind(t) != Kind::Ult && g.kind(t) != Kind::Slt) continue;
    const Term a = g.operand(t, 0), b = g.operand(t, 1);
    if (g.is_const(a) || g.is_const(b)) continue;
    const Term swapped[] = {b, a};
    const Term reverse = g.find(g.kind(t), 1, 0, swapped);
    const Term sorted[] = {std::min(a, b), std::max(a, b)};
    const Term same = g.find(Kind::Eq, 1, 0, sorted);
    auto has = [&](Term x) { return x.id != 0 && std::binary_search(literals.begin(), literals.end(), x); };
    const Term not_reverse = reverse.id ? g.complement_if_stored(reverse) : Term{};
    const Term not_same = same.id ? g.complement_if_stored(same) : Term{};
    if (!negated) {
      if (has(reverse) || has(same)) return false;
      for (Term& x : out) {
        if (x.id != 0 && (x == not_reverse || x == not_same)) {
          x = g.truth(true);
          local = true;
        }
      }
    } else if (has(same)) {
      literal = g.truth(true);
      local = true;
    } else if (has(not_reverse)) {
      literal = eq(g, a, b);
      local = true;
    } else if (has(not_same)) {
      literal = g.kind(t) == Kind::Ult ? ult(g, b, a) : slt(g, b, a);
      local = true;
    }
  }
  if (!local) return true;
  changed = true;
  std::sort(out.begin(), out.end());
  literals = out;
  return std::find(literals.begin(), literals.end(), Term{1}) == literals.end();
}

}  // namespace warpproof::rewrite
