// What is known of iterations that loops were left in, and of loops that were split.
#include <algorithm>

#include "checker/equivalence/loop_relation.h"

namespace warpproof::equivalence {

using symbolic::LoopRecord;
using symbolic::LoopUnknown;

// A loop that is split goes on while the other side's does, so that their iterations go together.
Term LoopRelation::OneSide::goes_on(std::uint32_t loop, int thread, bool again) {
  const auto& others = all_.records_[!in_b_];
  const auto other = others.find(loop);
  if (other == others.end()) return all_.graph_.truth(false);
  return (again ? other->second.back : other->second.entered).at(thread);
}

void LoopRelation::OneSide::never(std::uint32_t loops, int thread, Term t) {
  all_.never_[in_b_].push_back({loops, thread, t});
}

// Is the other loop over where an iteration of this one is run, in the same iterations of the loops around
// both?
bool LoopRelation::ended_before(bool in_b, std::uint32_t loop, std::uint32_t other) const {
  return other < loop && records_[in_b].at(other).parent == records_[in_b].at(loop).parent;
}

std::optional<LoopRelation::Departure> LoopRelation::departure(bool in_b, std::uint32_t loop,
                                                               std::uint32_t target, int thread) {
  for (const auto& [what, u] : records_[in_b].at(loop).cells) {
    const bool here = what.kind == LoopUnknown::Kind::After && what.target == target &&
                      what.first <= thread && thread < what.first + u.size;
    const auto known = here ? class_of_.find({in_b, loop, what}) : class_of_.end();
    if (known == class_of_.end()) continue;
    const auto iterations = of_iterations_.find(known->second);
    if (iterations == of_iterations_.end() || iterations->second.first != loop) continue;
    return Departure{class_variable(known->second, 64), iterations->second.second};
  }
  return {};
}

// Variables that stand for one number each while the loop runs, other than inputs: how many iterations there
// were.
std::set<std::uint32_t> LoopRelation::numbers_known_in(bool in_b, std::uint32_t loop) {
  std::set<std::uint32_t> out;
  for (int at = static_cast<int>(loop); at >= 0;
       at = records_[in_b].at(static_cast<std::uint32_t>(at)).parent) {
    const auto own = static_cast<std::uint32_t>(at);
    out.insert(iterations_before(own, 64).id);
    for (const auto& [other, record] : records_[in_b]) {
      if (!ended_before(in_b, own, other)) continue;
      for (const auto& [what, u] : record.cells) {
        const auto known =
            what.kind == LoopUnknown::Kind::After ? class_of_.find({in_b, other, what}) : class_of_.end();
        if (known != class_of_.end() && of_iterations_.contains(known->second))
          out.insert(class_variable(known->second, 64).id);
      }
    }
  }
  return out;
}

// What was taken for certain in an iteration that the thread went through as the guard says: proved of each
// iteration by what is known of the one before it (takes_rightly).
std::vector<Term> LoopRelation::kept_in_iteration(const LoopRecord& record, int thread, Term guard,
                                                  const std::set<std::uint32_t>& numbers) {
  std::vector<Term> out;
  const auto never = record.never.find(thread);
  if (never == record.never.end()) return out;
  const auto there = graph_.conjuncts((*representatives_)(guard));
  for (const Term t : never->second) {
    std::vector<Term> rest;
    for (const Term c : graph_.conjuncts((*representatives_)(t))) {
      if (std::find(there.begin(), there.end(), c) == there.end()) rest.push_back(c);
    }
    const Term kept = graph_.lnot(graph_.conj(rest));
    if (held_before(kept, numbers)) out.push_back(kept);
  }
  return out;
}

// If the thread entered the loop: its last iteration was reached, and it left in that.
Term LoopRelation::facts_of_leaving(bool in_b, std::uint32_t loop, int thread) {
  const auto [answer, fresh] = left_.try_emplace({loop, in_b, thread}, graph_.truth(true));
  if (!fresh) return answer->second;
  const LoopRecord& record = records_[in_b].at(loop);
  const std::set<std::uint32_t> numbers = numbers_known_in(in_b, loop);
  const Term counter = iterations_before(loop, 64), one = graph_.constant(64, 1);
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
    for (const Term c : graph_.conjuncts((*representatives_)(conditions[1]))) {
      if (!graph_.is_const(c) && held_before(c, numbers)) facts.push_back(in_last(c));
    }
    for (const Term c : graph_.conjuncts((*representatives_)(record.back.at(thread)))) {
      if (!graph_.is_const(c) && held_before(c, numbers))
        facts.push_back(graph_.lor(graph_.eq(last, graph_.constant(64, 0)), before_last(c)));
    }
    for (const Term c : kept_in_iteration(record, thread, conditions[1], numbers))
      facts.push_back(in_last(c));
    Term leaves = (*representatives_)(record.entered.at(thread));
    if (ways > 1) leaves = graph_.land(leaves, (*representatives_)(variable({in_b, loop, what}, 1)));
    all.push_back(graph_.implies(leaves, graph_.conj(facts)));
  }
  return left_[{loop, in_b, thread}] = graph_.conj(all);
}

void LoopRelation::add_facts_before(bool in_b, std::uint32_t loop, int first, int last,
                                    std::vector<Term>& out) {
  for (const auto& [other, record] : records_[in_b]) {
    if (!ended_before(in_b, loop, other)) continue;
    for (int t = first; t < last; ++t) out.push_back(facts_of_leaving(in_b, other, t));
  }
}

std::vector<Term> LoopRelation::facts_behind() {
  std::set<Term> out;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (int t = 0; t < threads_ && record.parent < 0; ++t) out.insert(facts_of_leaving(in_b, loop, t));
    }
  }
  return {out.begin(), out.end()};
}

bool LoopRelation::takes_rightly() {
  std::set<Term> asked;
  const auto never = [&](Term t, std::vector<Term> known) {
    known.push_back((*representatives_)(t));
    const Term all = graph_.conj(known);
    return !asked.insert(all).second || is_infeasible(all);
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
    for (const Claim& claim : never_[in_b]) {
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

}  // namespace warpproof::equivalence
