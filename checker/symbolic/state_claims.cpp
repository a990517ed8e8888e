#include "checker/symbolic/state_claims.h"

namespace warpproof::symbolic {

using Kind = CellForm::Kind;

Lanes StateClaims::bits(const CellForm& form, const Value& entry, const Lanes& unknown) const {
  switch (form.kind) {
    case Kind::Same:
      return entry.bits;
    case Kind::Count:
    case Kind::Step:
      return ops_.map([&](Term e, Term k) { return g.add(e, g.mul(k, g.constant(entry.width, form.step))); },
                      entry.bits, unknown);
    case Kind::Stride:
    case Kind::Shift:
      return ops_.map([&](Term e, Term d) { return g.add(e, d); }, entry.bits, unknown);
    case Kind::Subset:
      return ops_.map([&](Term e, Term u) { return g.bit_and(e, u); }, entry.bits, unknown);
    default:
      return unknown;
  }
}

std::optional<Term> StateClaims::unknown_of(const CellForm& form, int width, Term entry, Term head,
                                            Term now) const {
  switch (form.kind) {
    case Kind::Same:
      return now == entry ? std::optional(now) : std::nullopt;
    case Kind::Step: {  // k changes by a whole number; threads of which it is one k change it by the same
      const Term change = g.sub(now, head);
      if (form.step == 0 || !g.is_const(change)) return std::nullopt;
      const std::uint64_t mask = width >= 64 ? ~0ull : (1ull << width) - 1;
      const std::uint64_t up = g.value(change), down = (0 - up) & mask;
      if (up % form.step != 0 && (form.rises || down % form.step != 0)) return std::nullopt;
      return change;
    }
    case Kind::Stride:
    case Kind::Shift:
      return g.sub(now, entry);
    case Kind::Subset:  // of bits of which none is missing in `entry`
      return g.is_true(condition(form, width, entry, now)) ? std::optional(now) : std::nullopt;
    default:
      return now;
  }
}

Term StateClaims::unknown_at_entry(const CellForm& form, int width, Term entry) const {
  switch (form.kind) {
    case Kind::Step:
    case Kind::Stride:
    case Kind::Shift:
      return g.constant(width, 0);
    case Kind::Subset:
      return g.constant(width, ~0ull);
    default:  // Same, AtMost and Any: the value itself
      return entry;
  }
}

Term StateClaims::condition(const CellForm& form, int width, Term entry, Term now) const {
  switch (form.kind) {
    case Kind::AtMost:
      return g.ule(now, entry);
    case Kind::Subset:
      return g.eq(g.bit_and(now, g.bit_not(entry)), g.constant(width, 0));
    case Kind::Count:
    case Kind::Step:
      return form.rises ? g.sle(g.constant(width, 0), now) : g.truth(true);
    default:
      return g.truth(true);
  }
}

bool StateClaims::keeps_taint(const CellForm& form, const Value& entry, const Value& head, const Value& now,
                              const Lanes& guard) const {
  if (form.taints) return true;
  for (int t = 0; t < ops_.threads; ++t) {
    if (g.is_false(guard.at(t)) || g.is_false(now.taint.at(t))) continue;
    if (now.taint.at(t) == head.taint.at(t)) continue;
    if (!g.is_false(g.conj(std::vector<Term>{guard.at(t), now.taint.at(t), g.lnot(entry.taint.at(t))})))
      return false;
  }
  return true;
}

}  // namespace warpproof::symbolic
