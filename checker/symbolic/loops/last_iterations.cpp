#include "checker/symbolic/loops/last_iterations.h"

#include <algorithm>

#include "checker/symbolic/barrier_generations.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/control_flow.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/own_copies.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/pointers.h"
#include "checker/symbolic/race.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

LastIterations::LastIterations(const Parts& parts)
    : g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      iterations_(parts.loop_state.iterations),
      plans_changed_(parts.loop_state.plans_changed),
      memory_(parts.memory),
      other_blocks_(parts.other_blocks),
      generations_(parts.generations),
      races_(parts.races),
      scope_(parts.record.scope),
      inputs_(parts.record.inputs),
      assumptions_(parts.record.assumptions),
      handed_out_(parts.record.handed_out),
      read_in_one_iteration_(parts.loop_state.read_in_one_iteration),
      strides_(parts.loop_state.strides),
      pointers_(parts.pointers),
      code_(parts.code),
      record_(parts.record),
      strands_(parts.strands),
      control_flow_(parts.control_flow),
      loop_state_(parts.loop_state),
      own_copies_(parts.own_copies) {}

bool LastIterations::waits_for_iteration(const Position& head) const {
  const LoopPlan* plan = loop_state_.plan_at(head);
  const auto iteration = iterations_.find(head);
  return plan != nullptr && plan->scope == Grain::Lane && !plan->lanes_part() &&
         iteration != iterations_.end() && iteration->second.number == 1;
}

void LastIterations::wait_for_iteration(Strand s, const Position& head) {
  for (Strand& other : iterations_.at(head).left) {
    if (code_.position_of(other) == code_.position_of(s)) return strands_.merge_into(other, s);
  }
  iterations_.at(head).left.push_back(std::move(s));
}

// Did everyone who began the iteration leave the loop, or come back to its head?
bool LastIterations::accounts_for_all(const Iteration& iteration) {
  Lanes all = iteration.latch->guard;
  for (const Strand& s : iteration.left) all = strands_.unite(all, s.guard);
  return all_take_part(all, iteration.head.guard);
}

bool LastIterations::all_take_part(const Lanes& all, const Lanes& some) {
  std::vector<Term> missing;
  for (int t = 0; t < threads_; ++t) {
    if (all.at(t) != some.at(t)) missing.push_back(g.land(some.at(t), g.lnot(all.at(t))));
  }
  const Term any = g.disj(missing);
  return g.is_false(any) || context_.infeasible(any);
}

void LastIterations::change_values(Strand& s, const std::function<void(Value&)>& f) {
  for (Frame& frame : s.frames) {
    const bool is_top = &frame == &s.frames.back();
    const auto& live = code_.graph_of(frame.function).live_in[frame.block];
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
std::optional<Leaves> LastIterations::leaves_of_exit(Iteration& iteration) {
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
std::set<std::uint32_t> LastIterations::same_in_all_iterations(const Iteration& iteration) const {
  std::set<std::uint32_t> out;
  for (const auto& [variable, stride] : strides_) out.insert(stride.id);
  for (std::size_t i = iteration.inputs; i < inputs_.size(); ++i) {
    const Input::Kind kind = inputs_[i].kind;
    if (kind != Input::Kind::Choice && kind != Input::Kind::Group) out.insert(inputs_[i].term.id);
  }
  return out;
}

// New names for the choices that were made since the iteration began; nothing where they lose too much.
std::optional<Substitute> LastIterations::copy_of_iteration(const Iteration& iteration,
                                                            const Leaves& leaves) {
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
    if (g.width(old) > 1) {
      g.set_range(fresh, low, high);
      g.set_zero_bits(fresh, g.zero_bits(old));
    }
    pointers_.declare_alike(old, fresh);
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
void LastIterations::copy_facts(const Iteration& iteration, const Leaves& leaves, Substitute& put) {
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
bool LastIterations::leave_in_copy(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  if (iteration.left.empty()) return false;
  loop_state_.forget_assumed_in(at);
  if (!accounts_for_all(iteration)) return false;
  const auto leaves = leaves_of_exit(iteration);
  if (!leaves) return false;
  auto put = copy_of_iteration(iteration, *leaves);
  if (!put || !own_copies_.judge_own_copies(at)) return false;
  copy_facts(iteration, *leaves, *put);
  if (const LoopPlan* plan = loop_state_.plan_at(at); plan != nullptr) {
    for (const BlockMemory::Key& key : plan->written) memory_.forget(key);
    if (plan->writes_anywhere) memory_.havoc_all(true);
  }
  races_.hand_over().copy_since(iteration.began, [&](Term t) { return (*put)(t); });
  const Term left = g.var(1, "left the loop");
  for (int t = 0; t < threads_; ++t) {
    const Term back = iteration.latch->guard.at(t);
    if (!g.is_false(back)) assumptions_.push_back(g.implies(left, g.lnot((*put)(back))));
  }
  record_.set_scope(g.land(scope_, left));
  Lanes rest = iteration.came;
  for (std::size_t i = 0; i < iteration.left.size(); ++i) {
    Strand& s = iteration.left[i];
    const Lanes whole = rest;
    if (i + 1 < iteration.left.size()) {
      const Lanes here = ops_.map([&](Term t) { return (*put)(t); }, s.guard);
      rest = ops_.land(whole, ops_.lnot(here));
      s.guard = ops_.land(whole, here);
      strands_.note_split(whole, s.guard, rest);
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

void LastIterations::release_left(Iteration& iteration) {
  if (other_blocks_) other_blocks_->meet();  // what was loaded in this iteration, the last one may have loaded anew
  std::vector<Strand> left = std::move(iteration.left);
  iteration.left.clear();
  for (Strand& s : left) control_flow_.enter_block(std::move(s));
}

// The first iteration is over and keeps its plan. Does another one have to follow, for what races with it?
bool LastIterations::needs_second_iteration(const LoopPlan& plan) const {
  const bool writes = !plan.written.empty() || plan.writes_anywhere;
  return writes || plan.twice || (generations_.any() && (plan.scope != Grain::Lane || plan.collectives));
}

// An access in iterations of loops, by key of the allocation. One that changes memory makes loops in which it
// was read, and of which one iteration was enough so far, take two.
void LastIterations::note_loop_access(const Strand& s, const BlockMemory::Key& key, bool changes) {
  const auto within = loop_state_.planned_loops(s);
  for (const Position& at : within) {
    if (const auto iteration = iterations_.find(at); iteration != iterations_.end())
      iteration->second.accessed.insert(key);
  }
  if (!changes) return;
  const auto known = read_in_one_iteration_.find(key);
  if (known == read_in_one_iteration_.end()) return;
  for (const Position& at : known->second) {
    LoopPlan* plan = loop_state_.plan_at(at);
    if (plan == nullptr || plan->twice) continue;
    plan->twice = true;
    plans_changed_ = true;
  }
}

}  // namespace warpproof::symbolic
