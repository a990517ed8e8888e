// What is known of threads behind a loop that is proved by induction: its last iterations are iterations of
// their own.
//
// An iteration stands for any iteration of any thread (loop_plan.h). What is recorded in it, accesses to
// memory and violations, is said of its unknowns. Were the threads behind the loop described by the same
// unknowns, then an access of a thread in some iteration could not be set against what follows the loop: the
// condition of the loop holds of the one and not of the other, and no race between the two would be seen. So
// threads go on behind the loop in a copy of the iteration: all that began with it, the unknowns of the plan,
// values that were loaded and contents of memory that iterations change, gets new names, and so do the facts
// that are assumed of them. In the copy every thread leaves, each in a last iteration of its own, since that
// loops end is assumed; that is said under a condition of its own (`left`), which holds of nothing that was
// recorded before. So guards behind the loop are those at its entry.
//
// Why that covers every execution: take one of a program without races, in which all threads leave. Give the
// new names the values of each thread's last iteration. The plan allows them, since it allows each
// iteration's; unknowns are each thread's own (Grain::Lane), so threads that leave in different iterations
// have different ones, and no number of iterations is common to them. The old names are free to stand for any
// other iteration, the last one included. Memory keeps the old names: nothing in such a loop orders two
// threads, so a word that iterations store to is its thread's own until the next barrier, whoever reads it
// behind that has all accesses of the loop behind it, and what may race with them are values that lanes pass
// on without it, by shuffles and votes, which are registers and copied.
//
// Only where lanes do not meet in the loop. Otherwise, and where the copy would lose what is known of numbers
// that atomics hand out, a second iteration sets the first one's accesses against the exits of a later one.
#include <algorithm>

#include "checker/symbolic/executor.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

bool Executor::waits_for_iteration(const Position& head) const {
  const LoopPlan* plan = plan_at(head);
  const auto iteration = iterations_.find(head);
  return plan != nullptr && plan->scope == Grain::Lane && !plan->lanes_part() &&
         iteration != iterations_.end() && iteration->second.number == 1;
}

void Executor::wait_for_iteration(Strand s, const Position& head) {
  for (Strand& other : iterations_.at(head).left) {
    if (position_of(other) == position_of(s)) return merge_into(other, s);
  }
  iterations_.at(head).left.push_back(std::move(s));
}

// Did everyone who began the iteration leave the loop, or come back to its head?
bool Executor::accounts_for_all(const Iteration& iteration) {
  Lanes all = iteration.latch->guard;
  for (const Strand& s : iteration.left) all = unite(all, s.guard);
  return all_take_part(all, iteration.head.guard);
}

bool Executor::all_take_part(const Lanes& all, const Lanes& some) {
  std::vector<Term> missing;
  for (int t = 0; t < threads_; ++t) {
    if (all.at(t) != some.at(t)) missing.push_back(g.land(some.at(t), g.lnot(all.at(t))));
  }
  const Term any = g.disj(missing);
  return g.is_false(any) || infeasible_(any);
}

void Executor::change_values(Strand& s, const std::function<void(Value&)>& f) {
  for (Frame& frame : s.frames) {
    const bool is_top = &frame == &s.frames.back();
    const auto& live = graph_of(frame.function).live_in[frame.block];
    for (std::size_t r = 0; r < frame.registers.size(); ++r) {
      if (frame.registers[r].width != 0 && (!is_top || live[r])) f(frame.registers[r]);
    }
  }
  if (s.storage.cells() == nullptr) return;
  const auto cells = *s.storage.cells();
  for (auto [address, v] : cells) {
    const Value before = v;
    f(v);
    if (!v.bits.same(before.bits) || !v.taint.same(before.taint)) s.storage.store(ops_, address, v);
  }
}

// What the iteration says of those who leave, or nothing where it depends on something that cannot be copied.
// Where no unknown says who leaves it is the inputs that do, and they leave in the first iteration or never.
std::optional<Leaves> Executor::leaves_of_exit(Iteration& iteration) {
  std::vector<Term> guards;
  const auto add = [&](const Lanes& lanes, std::vector<Term>& to) {
    for (int t = 0; t < (lanes.is_uniform() ? 1 : threads_); ++t) to.push_back(lanes.at(t));
  };
  add(iteration.latch->guard, guards);
  for (const Strand& s : iteration.left) add(s.guard, guards);
  const Leaves who = collect_leaves(g, guards);
  const bool any = std::any_of(who.variables.begin(), who.variables.end(),
                               [&](Term v) { return v.id >= iteration.terms; });
  if (!any) return std::nullopt;
  std::vector<Term> roots = guards;
  for (Strand& s : iteration.left) {
    change_values(s, [&](Value& v) {
      add(v.bits, roots);
      add(v.taint, roots);
    });
  }
  return collect_leaves(g, roots);
}

// Variables that were first met since the iteration began and are no choices: inputs of the launch, strides.
std::set<std::uint32_t> Executor::same_in_all_iterations(const Iteration& iteration) const {
  std::set<std::uint32_t> out;
  for (const auto& [variable, stride] : strides_) out.insert(stride.id);
  for (std::size_t i = iteration.inputs; i < inputs_.size(); ++i) {
    const Input::Kind kind = inputs_[i].kind;
    if (kind != Input::Kind::Choice && kind != Input::Kind::Group) out.insert(inputs_[i].term.id);
  }
  return out;
}

// New names for the choices that were made since the iteration began; nothing where they lose too much.
std::optional<Substitute> Executor::copy_of_iteration(const Iteration& iteration, const Leaves& leaves) {
  const auto same = same_in_all_iterations(iteration);
  std::map<std::uint32_t, std::size_t> made;
  for (std::size_t i = iteration.inputs; i < inputs_.size(); ++i) {
    if (inputs_[i].kind == Input::Kind::Choice) made[inputs_[i].term.id] = i;
  }
  std::vector<std::size_t> choices;
  for (const Term v : leaves.variables) {
    if (v.id < iteration.terms || same.contains(v.id)) continue;
    const auto choice = made.find(v.id);
    if (choice == made.end() || handed_out_.contains(v.id)) return std::nullopt;
    choices.push_back(choice->second);
  }
  Substitute put(g);
  for (const std::size_t i : choices) {
    const Term old = inputs_[i].term;
    const Term fresh = g.var(g.width(old), "behind the loop");
    const auto [low, high] = g.unsigned_range(old);
    if (g.width(old) > 1) g.set_range(fresh, low, high);
    if (const auto stride = strides_.find(old.id); stride != strides_.end()) {
      const Term of = stride->second;
      strides_[fresh.id] = of;
    }
    put.map(old, fresh);
  }
  std::map<std::uint32_t, std::uint32_t> contents;
  for (const Term read : leaves.reads) {
    const std::uint32_t number = static_cast<std::uint32_t>(g.aux(read));
    if (number < iteration.contents) continue;
    const auto [it, fresh] = contents.try_emplace(number, 0);
    if (fresh) it->second = memory_.new_contents();
    put.map(read, g.read(g.width(read), it->second, put(g.operands(read).front())));
  }
  for (const std::size_t i : choices) {
    Input copy = inputs_[i];
    copy.term = put(copy.term);
    copy.guard = put(copy.guard);
    if (copy.canonical) copy.canonical = put(*copy.canonical);
    inputs_.push_back(copy);
  }
  return put;
}

// Facts of which everything is copied hold of the copy too.
void Executor::copy_facts(const Iteration& iteration, const Leaves& leaves, Substitute& put) {
  const auto same = same_in_all_iterations(iteration);
  std::set<std::uint32_t> copied;
  for (const Term v : leaves.variables) {
    if (put(v) != v) copied.insert(v.id);
  }
  const std::vector<Term> facts(assumptions_.begin() + static_cast<std::ptrdiff_t>(iteration.assumptions),
                                assumptions_.end());
  for (const Term fact : facts) {
    const Term roots[] = {fact};
    const Leaves of = collect_leaves(g, roots);
    bool about = false, whole = true;
    for (const Term v : of.variables) {
      about = about || copied.contains(v.id);
      whole = whole && (v.id < iteration.terms || copied.contains(v.id) || same.contains(v.id));
    }
    for (const Term r : of.reads) whole = whole && g.aux(r) < iteration.contents;
    if (about && whole) assumptions_.push_back(put(fact));
  }
}

// Everyone who left goes on in a copy of the iteration, which is over and keeps its plan. False: they cannot.
bool Executor::leave_in_copy(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  if (iteration.left.empty()) return false;
  forget_assumed_in(at);
  if (!accounts_for_all(iteration)) return false;
  const auto leaves = leaves_of_exit(iteration);
  if (!leaves) return false;
  auto put = copy_of_iteration(iteration, *leaves);
  if (!put || !judge_own_copies(at)) return false;
  copy_facts(iteration, *leaves, *put);
  races_.hand_over().copy_since(iteration.began, [&](Term t) { return (*put)(t); });
  const Term left = g.var(1, "left the loop");
  for (int t = 0; t < threads_; ++t) {
    const Term back = iteration.latch->guard.at(t);
    if (!g.is_false(back)) assumptions_.push_back(g.implies(left, g.lnot((*put)(back))));
  }
  set_scope(g.land(scope_, left));
  Lanes rest = iteration.head.guard;
  for (std::size_t i = 0; i < iteration.left.size(); ++i) {
    Strand& s = iteration.left[i];
    const Lanes whole = rest;
    if (i + 1 < iteration.left.size()) {
      const Lanes here = ops_.map([&](Term t) { return (*put)(t); }, s.guard);
      rest = ops_.land(whole, ops_.lnot(here));
      s.guard = ops_.land(whole, here);
      note_split(whole, s.guard, rest);
    } else {
      s.guard = whole;
    }
    change_values(s, [&](Value& v) {
      v.bits = ops_.map([&](Term t) { return (*put)(t); }, v.bits);
      v.taint = ops_.map([&](Term t) { return (*put)(t); }, v.taint);
    });
  }
  auto done = iterations_.extract(at);
  release_left(done.mapped());
  return true;
}

void Executor::release_left(Iteration& iteration) {
  std::vector<Strand> left = std::move(iteration.left);
  iteration.left.clear();
  for (Strand& s : left) enter_block(std::move(s));
}

// The first iteration is over and keeps its plan. Does another one have to follow, for what races with it?
bool Executor::needs_second_iteration(const LoopPlan& plan) const {
  const bool writes = !plan.written.empty() || plan.writes_anywhere;
  return writes || plan.twice || (generations_.any() && (plan.scope != Grain::Lane || plan.collectives));
}

// An access in iterations of loops, by key of the allocation. One that changes memory makes loops in which it
// was read, and of which one iteration was enough so far, take two.
void Executor::note_loop_access(const Strand& s, const BlockMemory::Key& key, bool changes) {
  const auto within = planned_loops(s);
  for (const Position& at : within) {
    if (const auto iteration = iterations_.find(at); iteration != iterations_.end())
      iteration->second.accessed.insert(key);
  }
  if (!changes) return;
  const auto known = read_in_one_iteration_.find(key);
  if (known == read_in_one_iteration_.end()) return;
  for (const Position& at : known->second) {
    LoopPlan* plan = plan_at(at);
    if (plan == nullptr || plan->twice) continue;
    plan->twice = true;
    plans_changed_ = true;
  }
}

}  // namespace warpproof::symbolic
