#include "checker/symbolic/other_iteration.h"

#include <algorithm>
#include <array>

namespace warpproof::symbolic {

// New names for the leaves of a term, and copies of all facts about them, whose leaves get names too.
void OtherIteration::rename(const LoopEntry& loop, Renamed& names, Term t) {
  std::vector<Term> roots{t};
  for (bool more = true; more;) {
    more = false;
    const Leaves leaves = collect_leaves(g, roots);
    for (const Term v : leaves.variables) {
      if (v.id < loop.terms || inputs_.contains(v.id) || loop.strides.contains(v.id)) continue;
      if (!names.done.insert(v.id).second) continue;
      const Term fresh = g.var(g.width(v), "another iteration");
      const auto [low, high] = g.unsigned_range(v);
      if (g.width(v) > 1) g.set_range(fresh, low, high);
      names.put.map(v, fresh);
      names_.is_named(v, fresh);
      more = true;
    }
    for (const Term read : leaves.reads) {
      const auto number = static_cast<std::uint32_t>(g.aux(read));
      if (number < loop.contents || !names.done.insert(read.id).second) continue;
      const auto [it, is_new] = names.contents.try_emplace(number, 0);
      if (is_new) it->second = names_.new_contents();
      names.put.map(read, g.read(g.width(read), it->second, names.put(g.operands(read).front())));
      more = true;
    }
    for (std::size_t i = loop.assumptions; more && i < names.facts; ++i) {
      if (names.copied.contains(i)) continue;
      const std::array fact{context_.assumptions[i]};
      const Leaves of = collect_leaves(g, fact);
      const auto is_done = [&](Term leaf) { return names.done.contains(leaf.id); };
      if (std::none_of(of.variables.begin(), of.variables.end(), is_done)) continue;
      names.copied.insert(i);
      roots.push_back(fact[0]);
    }
  }
}

Term OtherIteration::operator()(const LoopEntry& loop, Term t) {
  if (g.is_const(t)) return t;
  if (inputs_.empty()) {
    for (const Input& input : context_.inputs) {
      if (input.kind != Input::Kind::Choice && input.kind != Input::Kind::Group) inputs_.insert(input.term.id);
    }
  }
  auto it = loops_.find(loop.terms);
  if (it == loops_.end()) {
    it = loops_.emplace(loop.terms, Renamed{Substitute(g), {}, {}, {}, context_.assumptions.size()}).first;
  }
  Renamed& names = it->second;
  const std::set<std::size_t> before = names.copied;
  rename(loop, names, t);
  for (const std::size_t i : names.copied) {
    if (!before.contains(i)) context_.assume(names.put(context_.assumptions[i]));
  }
  return names.put(t);
}

}  // namespace warpproof::symbolic
