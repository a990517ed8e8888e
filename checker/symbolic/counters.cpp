#include "checker/symbolic/counters.h"

#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

constexpr std::size_t kMostResults = 4;  // that one pair of addresses depends on
constexpr std::uint64_t kLargestAddend = 1ull << 16;

}  // namespace

void AtomicCounters::note_addend(const BlockMemory::Key& key, Term addend) {
  const bool one_width = width_.try_emplace(key, g.width(addend)).first->second == g.width(addend);
  if (!one_width || g.unsigned_range(addend).second > kLargestAddend) spoil(key);
}

void AtomicCounters::add(BlockMemory::Key key, Term guard, Term offset, Term addend, Term result) {
  if (g.kind(result) != Kind::Var) return;
  additions_.insert_or_assign(result.id, Addition{key, guard, offset, addend, result});
}

Term AtomicCounters::facts(std::span<const Term> terms) {
  Term out = g.truth(true);
  if (additions_.empty() || all_spoilt_) return out;
  std::vector<const Addition*> met;
  for (const Term variable : collect_leaves(g, terms).variables) {
    const auto it = additions_.find(variable.id);
    if (it == additions_.end() || spoilt_.contains(it->second.key)) continue;
    if (met.size() == kMostResults) return out;
    met.push_back(&it->second);
  }
  for (std::size_t i = 0; i < met.size(); ++i) {
    for (std::size_t j = i + 1; j < met.size(); ++j) {
      const Addition &a = *met[i], &b = *met[j];
      if (a.key != b.key || g.width(a.result) != g.width(b.result)) continue;
      const auto [known, fresh] = calm_.try_emplace(a.key, Term{});
      if (fresh) known->second = g.var(1, "calm");
      const Term apart =
          g.land(g.ule(a.addend, g.sub(b.result, a.result)), g.ule(b.addend, g.sub(a.result, b.result)));
      const Term one_word = g.land(g.land(a.guard, b.guard), g.eq(a.offset, b.offset));
      out = g.land(out, g.lor(g.lnot(g.land(known->second, one_word)), apart));
    }
  }
  return out;
}

std::vector<Term> AtomicCounters::calm() const {
  std::vector<Term> out;
  for (const auto& [key, term] : calm_) {
    if (!all_spoilt_ && !spoilt_.contains(key)) out.push_back(term);
  }
  return out;
}

}  // namespace warpproof::symbolic
