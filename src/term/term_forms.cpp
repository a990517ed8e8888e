#include "src/term/term_forms.h"

#include "src/term/linear.h"
#include "src/term/node_store.h"
#include "src/term/rewrite_masks.h"

namespace warpproof {

std::pair<Term, std::uint64_t> split_constant(TermGraph& g, Term t) {
  const int w = g.width(t);
  if (g.is_const(t)) return {g.constant(w, 0), g.value(t)};
  rewrite::Linear form = rewrite::linear(g.store(), t);
  const std::uint64_t offset = form.constant;
  if (offset == 0) return {t, 0};
  form.constant = 0;
  return {rewrite::build(g.store(), form, w), offset};
}

std::optional<FirstSet> first_set(TermGraph& g, Term t) {
  rewrite::Terms bits;
  SmallVector<std::uint64_t, 33> values;
  if (!rewrite::first_set(g.store(), t, bits, values)) return std::nullopt;
  return FirstSet{{bits.begin(), bits.end()}, {values.begin(), values.end()}};
}

}  // namespace warpproof
