#include "checker/equivalence/loop_states.h"

#include <algorithm>

namespace warpproof::equivalence {

using symbolic::LoopRecord;
using symbolic::LoopUnknown;

// May the condition be taken to have held when the iteration before this one ended, of its own numbers?
bool LoopStates::held_before(Term t, const std::set<std::uint32_t>& known) {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  return std::all_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term v) { return known.contains(v.id) || terms_.is_input(v.id); }) &&
         leaves.reads.empty();
}

// What is known of threads that are in an iteration: they came back from the one before it, if there was one.
Term LoopStates::reached(std::uint32_t loop, bool in_b, int first, int last) {
  const auto [answer, fresh] = reached_.try_emplace({loop, in_b, first, last}, graph_.truth(true));
  const auto record = records_[in_b].find(loop);
  if (!fresh || record == records_[in_b].end()) return answer->second;
  const Term counter = variables_.iterations_before(loop, 64);
  const int parent = record->second.parent;
  std::set<std::uint32_t> counters = numbers_known_in(in_b, loop);
  Substitute before(graph_);
  before.map(counter, graph_.sub(counter, graph_.constant(64, 1)));
  std::vector<Term> all, of_strides, some_here;
  strides_.add_facts(loop, counters, before, of_strides);
  add_facts_before(in_b, loop, first, last, all);
  add_bound_of_rest(in_b, loop, first, last, all);
  if (parent >= 0) all.push_back(reached(static_cast<std::uint32_t>(parent), in_b, first, last));
  Term present = graph_.truth(true);
  for (int t = 0; t < last; ++t) {
    const LoopUnknown group{LoopUnknown::Kind::Present, 0, {}, t};
    if (record->second.bits.contains(group))
      present = terms_.represent(variables_.of({in_b, loop, group}, 1));
    const Term here = graph_.land(terms_.represent(record->second.entered.at(t)), present);
    if (t < first || graph_.is_false(here)) continue;
    some_here.push_back(here);
    counters.insert(present.id);
    for (const Term c : graph_.conjuncts(terms_.represent(record->second.back.at(t)))) {
      if (graph_.is_const(c) || !held_before(c, counters)) continue;
      all.push_back(graph_.implies(here, graph_.lor(graph_.eq(counter, graph_.constant(64, 0)), before(c))));
    }
    for (const Term c : kept_in_iteration(record->second, t, record->second.back.at(t), counters))
      all.push_back(graph_.implies(here, graph_.lor(graph_.eq(counter, graph_.constant(64, 0)), before(c))));
  }
  // What is assumed of strides is about loops that somebody runs, not of launches in which nobody enters this one.
  const Term some = graph_.disj(some_here);
  for (const Term fact : of_strides) all.push_back(graph_.implies(some, fact));
  return reached_[{loop, in_b, first, last}] = graph_.conj(all);
}

std::optional<LoopStates::Departure> LoopStates::departure(bool in_b, std::uint32_t loop,
                                                           std::uint32_t target, int thread) {
  for (const auto& [what, u] : records_[in_b].at(loop).cells) {
    const bool here = what.kind == LoopUnknown::Kind::After && what.target == target &&
                      what.first <= thread && thread < what.first + u.size;
    const auto known = here ? variables_.class_of().find({in_b, loop, what}) : variables_.class_of().end();
    if (known == variables_.class_of().end()) continue;
    const auto iterations = variables_.of_iterations().find(known->second);
    if (iterations == variables_.of_iterations().end() || iterations->second.first != loop) continue;
    return Departure{variables_.class_variable(known->second, 64), iterations->second.second};
  }
  return {};
}

// Variables that stand for one number each while the loop runs, other than inputs: how many iterations there
// were.
std::set<std::uint32_t> LoopStates::numbers_known_in(bool in_b, std::uint32_t loop) {
  std::set<std::uint32_t> out;
  for (int at = static_cast<int>(loop); at >= 0;
       at = records_[in_b].at(static_cast<std::uint32_t>(at)).parent) {
    const auto own = static_cast<std::uint32_t>(at);
    out.insert(variables_.iterations_before(own, 64).id);
    for (const auto& [other, record] : records_[in_b]) {
      if (!records_.ended_before(in_b, own, other)) continue;
      for (const auto& [what, u] : record.cells) {
        const auto known = what.kind == LoopUnknown::Kind::After
                               ? variables_.class_of().find({in_b, other, what})
                               : variables_.class_of().end();
        if (known != variables_.class_of().end() && variables_.of_iterations().contains(known->second))
          out.insert(variables_.class_variable(known->second, 64).id);
      }
    }
  }
  return out;
}

// What was taken for certain in an iteration that the thread went through as the guard says: proved of each
// iteration by what is known of the one before it (takes_rightly).
std::vector<Term> LoopStates::kept_in_iteration(const LoopRecord& record, int thread, Term guard,
                                                const std::set<std::uint32_t>& numbers) {
  std::vector<Term> out;
  const auto never = record.never.find(thread);
  if (never == record.never.end()) return out;
  const auto there = graph_.conjuncts(terms_.represent(guard));
  for (const Term t : never->second) {
    std::vector<Term> rest;
    for (const Term c : graph_.conjuncts(terms_.represent(t))) {
      if (std::find(there.begin(), there.end(), c) == there.end()) rest.push_back(c);
    }
    const Term kept = graph_.lnot(graph_.conj(rest));
    if (held_before(kept, numbers)) out.push_back(kept);
  }
  return out;
}

// If the thread entered the loop: its last iteration was reached, and it left in that.
Term LoopStates::facts_of_leaving(bool in_b, std::uint32_t loop, int thread) {
  const auto [answer, fresh] = left_.try_emplace({loop, in_b, thread}, graph_.truth(true));
  if (!fresh) return answer->second;
  const LoopRecord& record = records_[in_b].at(loop);
  const std::set<std::uint32_t> numbers = numbers_known_in(in_b, loop);
  const Term counter = variables_.iterations_before(loop, 64), one = graph_.constant(64, 1);
  const auto ways = std::count_if(record.bits.begin(), record.bits.end(), [&](const auto& b) {
    return b.first.kind == LoopUnknown::Kind::Exit && b.first.first == thread;
  });
  std::vector<Term> all;
  for (const auto& [what, conditions] : record.bits) {
    if (what.kind != LoopUnknown::Kind::Exit || what.first != thread) continue;
    const auto way = departure(in_b, loop, what.target, thread);
    if (!way) continue;
    const Term last = graph_.sub(way->iterations, graph_.constant(64, way->more));
    Substitute in_last(graph_), before_last(graph_);
    in_last.map(counter, last);
    before_last.map(counter, graph_.sub(last, one));
    std::vector<Term> facts;
    for (const Term c : graph_.conjuncts(terms_.represent(conditions[1]))) {
      if (!graph_.is_const(c) && held_before(c, numbers)) facts.push_back(in_last(c));
    }
    for (const Term c : graph_.conjuncts(terms_.represent(record.back.at(thread)))) {
      if (!graph_.is_const(c) && held_before(c, numbers))
        facts.push_back(graph_.lor(graph_.eq(last, graph_.constant(64, 0)), before_last(c)));
    }
    for (const Term c : kept_in_iteration(record, thread, conditions[1], numbers))
      facts.push_back(in_last(c));
    Term leaves = terms_.represent(record.entered.at(thread));
    if (ways > 1) leaves = graph_.land(leaves, terms_.represent(variables_.of({in_b, loop, what}, 1)));
    all.push_back(graph_.implies(leaves, graph_.conj(facts)));
  }
  return left_[{loop, in_b, thread}] = graph_.conj(all);
}

void LoopStates::add_facts_before(bool in_b, std::uint32_t loop, int first, int last,
                                  std::vector<Term>& out) {
  for (const auto& [other, record] : records_[in_b]) {
    if (!records_.ended_before(in_b, loop, other)) continue;
    for (int t = first; t < last; ++t) out.push_back(facts_of_leaving(in_b, other, t));
  }
}

std::vector<Term> LoopStates::facts_after() {
  std::set<Term> out;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (int t = 0; t < threads_ && record.parent < 0; ++t) out.insert(facts_of_leaving(in_b, loop, t));
    }
  }
  return {out.begin(), out.end()};
}

bool LoopStates::takes_rightly() {
  std::set<Term> asked;
  const auto never = [&](Term t, std::vector<Term> known) {
    known.push_back(terms_.represent(t));
    const Term all = graph_.conj(known);
    return !asked.insert(all).second || terms_.is_infeasible(all);
  };
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& [thread, terms] : record.never) {
        for (const Term t : terms) {
          if (!never(t, {reached(loop, false, thread, thread + 1), reached(loop, true, thread, thread + 1)}))
            return false;
        }
      }
    }
    for (const LoopRecords::Claim& claim : records_.never(in_b)) {
      std::vector<Term> known;
      for (const bool side : {false, true}) {
        for (const auto& [loop, record] : records_[side]) {
          if (loop < claim.loops && record.parent < 0)
            known.push_back(facts_of_leaving(side, loop, claim.thread));
        }
      }
      if (!never(claim.term, std::move(known))) return false;
    }
  }
  return true;
}

// Both parts of the loop together move what counts their iterations no farther than one loop does.
void LoopStates::add_bound_of_rest(bool in_b, std::uint32_t loop, int first, int last,
                                   std::vector<Term>& out) {
  const auto most = variables_.most_iterations(loop);
  const bool is_rest =
      goes_on_in_rest_ == in_b && records_.is_alone(in_b, loop) && records_[in_b].at(loop).parent < 0;
  if (!is_rest || !most) return;
  for (auto before = records_[in_b].rbegin(); before != records_[in_b].rend(); ++before) {
    if (before->first >= loop || before->second.parent >= 0) continue;
    for (int t = first; t < last; ++t) {
      if (!records_.only_target(in_b, before->first)) continue;
      for (const auto& [what, conditions] : before->second.bits) {
        if (what.kind != LoopUnknown::Kind::Exit || what.first != t) continue;
        const auto way = departure(in_b, before->first, what.target, t);
        if (!way) continue;
        const Term made =
            graph_.add(graph_.sub(way->iterations, graph_.constant(64, way->more)),
                       graph_.add(variables_.iterations_before(loop, 64), graph_.constant(64, 1)));
        out.push_back(graph_.implies(terms_.represent(before->second.entered.at(t)),
                                     graph_.lnot(graph_.ult(graph_.constant(64, *most), made))));
      }
    }
    return;
  }
}

// What is known where the guard holds: of the threads alone whose being in the iteration it depends on, if it
// does.
Term LoopStates::reached_where(std::uint32_t loop, Term guard) {
  const Term roots[] = {guard};
  const auto variables = collect_leaves(graph_, roots).variables;
  std::vector<Term> of_some;
  for (const bool in_b : {false, true}) {
    const auto record = records_[in_b].find(loop);
    if (record == records_[in_b].end()) continue;
    for (const auto& [what, conditions] : record->second.bits) {
      if (what.kind != LoopUnknown::Kind::Present) continue;
      const Term present = terms_.represent(variables_.of({in_b, loop, what}, 1));
      if (std::find(variables.begin(), variables.end(), present) == variables.end()) continue;
      const int last = what.first + records_.group_size(record->second, what);
      for (int t = what.first; t < last; ++t) {
        for (const bool side : {false, true}) of_some.push_back(reached(loop, side, t, t + 1));
      }
    }
  }
  if (!of_some.empty()) return graph_.conj(of_some);
  const Term all[] = {reached(loop, false, 0, threads_), reached(loop, true, 0, threads_)};
  return graph_.conj(all);
}

// The guard, in iterations that are reached.
Term LoopStates::known_where(std::uint32_t loop, Term guard) {
  guard = terms_.represent(guard);
  return graph_.land(reached_where(loop, guard), guard);
}

bool LoopStates::equal_in_iteration(std::uint32_t loop, Term guard, Term a, Term b) {
  const Term known = known_where(loop, guard);
  const auto never = [&](Term c) { return terms_.is_infeasible(graph_.land(known, c)); };
  return terms_.same_value(never)(terms_.represent(a), terms_.represent(b));
}

bool LoopStates::same_bits_in_iteration(std::uint32_t loop, Term guard, Term a, Term b) {
  const Term known = known_where(loop, guard);
  const auto never = [&](Term c) { return terms_.is_infeasible(graph_.land(known, c)); };
  return terms_.same_bits(never)(terms_.represent(a), terms_.represent(b));
}

}  // namespace warpproof::equivalence
