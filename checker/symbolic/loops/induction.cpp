#include "checker/symbolic/loops/induction.h"

#include <algorithm>

#include "checker/soundness_switches.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/copy_groups.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/given.h"
#include "checker/symbolic/loops/compared_loops.h"
#include "checker/symbolic/loops/head_conditions.h"
#include "checker/symbolic/loops/iteration_counts.h"
#include "checker/symbolic/loops/iteration_numbers.h"
#include "checker/symbolic/loops/last_iterations.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_claims.h"
#include "checker/symbolic/loops/loop_exits.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loop_strides.h"
#include "checker/symbolic/loops/loop_words.h"
#include "checker/symbolic/loops/loops_in_step.h"
#include "checker/symbolic/loops/own_copies.h"
#include "checker/symbolic/memory/loads_of_others.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/race.h"
#include "spec/barrier.h"
#include "spec/rules.h"

namespace warpproof::symbolic {

namespace {

constexpr int kMostIterationsOfACopy = 8;

std::string where(const Program& program, std::uint32_t place) {
  return program.places[place].source().str();
}

}  // namespace

Induction::Induction(const Parts& parts)
    : program_(parts.code.program()),
      g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      ops_(parts.context.ops),
      context_(parts.context),
      iterations_(parts.loop_state.iterations),
      held_(parts.loop_state.held),
      iterations_begun_(parts.loop_state.iterations_begun),
      plans_changed_(parts.loop_state.plans_changed),
      kept_plans_(parts.loop_state.kept_plans),
      arrivals_(parts.strands.arrivals),
      cut_(parts.thread_sets.cut),
      memory_(parts.memory),
      counters_(parts.counters),
      other_blocks_(parts.other_blocks),
      races_(parts.races),
      copy_groups_(parts.copy_groups),
      scope_(parts.record.scope),
      inputs_(parts.record.inputs),
      assumptions_(parts.record.assumptions),
      read_in_one_iteration_(parts.loop_state.read_in_one_iteration),
      assumed_(parts.record.assumed),
      code_(parts.code),
      thread_sets_(parts.thread_sets),
      strands_(parts.strands),
      loads_of_others_(parts.loads_of_others),
      loop_state_(parts.loop_state),
      loop_cells_(parts.loop_cells),
      loop_exits_(parts.loop_exits),
      loop_claims_(parts.loop_claims),
      head_conditions_(parts.head_conditions),
      iteration_counts_(parts.iteration_counts),
      iteration_numbers_(parts.iteration_numbers),
      own_copies_(parts.own_copies),
      loops_in_step_(parts.loops_in_step),
      compared_loops_(parts.compared_loops),
      last_iterations_(parts.last_iterations),
      loop_strides_(parts.loop_strides),
      loop_words_(parts.loop_words) {}

Strand Induction::begin_loop(Strand s, std::uint32_t head) {
  const FunctionGraph& graph = code_.graph_of(s.top().function);
  const Position at = code_.head_position(s, s.frames.size(), head);
  s.loops[loop_key(s, head)].begun = true;
  Iteration iteration;
  iteration.entry = s;
  iteration.terms = g.size();
  iteration.inputs = inputs_.size();
  iteration.assumptions = assumptions_.size();
  iteration.contents = memory_.next_contents();
  iteration.scope = scope_;
  iteration.begins = races_.now();
  iteration.nobody = ops_.no();
  if (const LoopPlan* plan = loop_state_.plan_at(at)) iteration.words = loop_words_.words_at(s.guard, *plan);
  iterations_[at] = std::move(iteration);
  if (context_.compares()) compared_loops_.number_loop(at);
  for (const auto& loop : graph.loops) {
    if (loop.head == static_cast<int>(head) && loop.irreducible)
      loop_state_.abandon_plan(at, "it is entered in several places");
  }
  return context_.compares() ? compared_loops_.begin_compared_iteration(at) : begin_iteration(at, s.guard);
}

// Nothing reads them before it writes them.
void Induction::forget_dead_registers(Strand& s) const {
  const auto& live = code_.graph_of(s.top().function).live_in[s.top().block];
  for (std::size_t r = 0; r < live.size(); ++r) {
    if (!live[r]) s.top().registers[r] = Value{};
  }
}

// Any state that the plan allows, for the lanes of `guard` that are still in the loop.
Strand Induction::begin_iteration(const Position& at, const Lanes& guard) {
  Iteration& iteration = iterations_.at(at);
  Strand head = iteration.entry;
  LoopPlan* plan = loop_state_.plan_at(at);
  if (plan == nullptr) return head;  // abandoned: this execution ends anyway
  const std::uint32_t place = code_.place_of_block(head.top().function, head.top().block);
  head.informed = true;  // threads may have learned anything in an earlier iteration (stops.h)
  head.guard = guard;
  Lanes away = ops_.no();
  if (plan->lanes_part()) {
    const Lanes stays = loop_cells_.unknowns_for(Grain::Lane, 1, guard, place);
    away = ops_.land(guard, ops_.lnot(stays));
    head.guard = ops_.land(guard, stays);
  }
  for (const BlockMemory::Key& key : plan->written) {
    if (!is_off(SideCondition::LoopForgetsWritten)) memory_.forget(key);
  }
  if (plan->writes_anywhere) memory_.havoc_all(true);
  // An earlier iteration may have given a counter another number: what this one adds is no addition of before the loop.
  for (const BlockMemory::Key& key : plan->overwritten) counters_.overwrite_in_iterations(key);
  if (other_blocks_) loads_of_others_.note_iteration_of_others(head, *plan);
  if (iteration_counts_.counts_iterations())
    iteration_counts_.count_iterations(iteration, *plan, head.guard, place);
  forget_dead_registers(head);
  for (const auto& [cell, form] : plan->cells) {
    loop_cells_.write_cell(
        head, cell,
        loop_cells_.instance(form, loop_cells_.read_cell(iteration.entry, cell, place), head.guard, place,
                             loop_strides_.stride_of(iteration, cell, form), nullptr, 0,
                             iteration.count ? &*iteration.count : nullptr));
  }
  head_conditions_.assume(at, *plan, iteration, head);
  copy_groups_.pass_over_done(head.storage, head.guard);
  iteration.head = head;
  iteration.began = races_.now();
  iteration.serial = ++iterations_begun_;
  iteration.latch.reset();
  iteration.barriers = 0;
  iteration.met.reset();
  iteration.arrivals = arrivals_;
  loop_words_.begin_interval_in(iteration, *plan, head.guard);
  if (plan->lanes_part()) loop_exits_.leave_early(at, iteration.entry, away);
  return head;
}

void Induction::latch(Strand s, std::uint32_t head) {
  const Position at = code_.head_position(s, s.frames.size(), head);
  const auto iteration = iterations_.find(at);
  if (iteration == iterations_.end()) return loop_state_.abandon_plan(at, "it is entered in several places");
  s.top().block = head;
  if (iteration->second.latch) {
    strands_.merge_into(*iteration->second.latch, s);
  } else {
    iteration->second.latch = std::move(s);
  }
}

// Ends an iteration in which nothing is left to do.
bool Induction::finish_iterations() {
  for (auto it = iterations_.rbegin(); it != iterations_.rend(); ++it) {
    if (!it->second.latch && it->second.left.empty() && !context_.compares()) continue;
    const Position at = it->first;
    if (loop_state_.is_occupied(at)) continue;
    if (const LoopPlan* plan = loop_state_.plan_at(at); plan != nullptr && plan->in_step()) {
      const std::set<Position> together = plan->together;
      if (!loops_in_step_.may_end_together(together)) continue;
      loops_in_step_.end_together(together);
      return true;
    }
    if (it->second.latch || context_.compares()) {
      end_iteration(at);
    } else {
      last_iterations_.release_left(it->second);
    }
    return true;
  }
  return false;
}

// Nothing moves, and somebody waits in an iteration for lanes that are back at the head.
bool Induction::fail_desynchronised_iterations() {
  bool any = false;
  for (const auto& [at, iteration] : iterations_) {
    if (!iteration.latch && iteration.left.empty()) continue;
    loops_in_step_.join_or_abandon(at, "its lanes run different iterations of it at one time");
    any = true;
  }
  for (const auto& [at, strand] : held_) {
    loop_state_.abandon_plan(at, "its iterations do not match those of other threads' loops");
    any = true;
  }
  return any;
}

// Do the lanes of a group that are at the head come back together? By structure first: the conditions that
// the iteration added to each lane's guard.
bool Induction::leaves_together(const Lanes& head, const Lanes& back, Grain grain) {
  if (grain == Grain::Lane) return true;
  const int size = grain == Grain::Block ? threads_ : warp_size_;
  for (int first = 0; first < threads_; first += size) {
    std::optional<Term> common;
    bool same = true;
    std::vector<Term> in, out;
    for (int t = first; t < std::min(threads_, first + size); ++t) {
      const Term h = head.at(t), b = back.at(t);
      if (g.is_false(h)) continue;
      in.push_back(b);
      out.push_back(g.land(h, g.lnot(b)));
      if (!same) continue;
      const auto had = g.conjuncts(h);
      std::vector<Term> added;
      for (const Term c : g.conjuncts(b)) {
        if (std::find(had.begin(), had.end(), c) == had.end()) added.push_back(c);
      }
      const Term condition = g.conj(added);
      same = (!common || *common == condition) && g.land(h, condition) == b;
      common = condition;
    }
    if (same) continue;
    if (!context_.infeasible(g.land(g.disj(in), g.disj(out)))) return false;
  }
  return true;
}

// Are the same arrivals pending at the barriers as when the iteration began, where anyone comes back? Those
// of the same threads with the same counts; from where, and when they came, the next iteration is followed
// for.
bool Induction::keeps_arrivals(const Iteration& iteration) {
  const Term back = ops_.any(iteration.latch->guard);
  struct Pending {
    Term is, count;
  };
  const auto pending = [&](const std::map<int, std::vector<Arrival>>& arrivals, int id, int t) {
    Pending out{g.truth(false), g.constant(32, 0)};
    const auto here = arrivals.find(id);
    for (std::size_t i = 0; here != arrivals.end() && i < here->second.size(); ++i) {
      const Term guard = here->second[i].guard.at(t);
      if (g.is_false(guard)) continue;
      out.is = g.lor(out.is, guard);
      out.count = g.ite(guard, here->second[i].count.at(t), out.count);
    }
    return Pending{given(g, out.is, back), given(g, out.count, back)};
  };
  std::set<Term> differ;
  for (int id = 0; id < spec::kBarrierIds; ++id) {
    if (!arrivals_.contains(id) && !iteration.arrivals.contains(id)) continue;
    for (int t = 0; t < threads_; ++t) {
      const Pending before = pending(iteration.arrivals, id, t), now = pending(arrivals_, id, t);
      if (before.is != now.is) differ.insert(g.land(back, g.lnot(g.eq(before.is, now.is))));
      if (before.count != now.count)
        differ.insert(
            g.conj(std::vector<Term>{back, now.is, before.is, g.lnot(g.eq(before.count, now.count))}));
    }
  }
  const std::vector<Term> any(differ.begin(), differ.end());
  const Term differs = g.disj(any);
  return g.is_false(differs) || context_.infeasible(differs);
}

// Weakens the plan where the iteration at hand breaks it. False: it did, or the plan is given up.
bool Induction::keeps_plan(const Position& at, LoopPlan& plan) {
  Iteration& iteration = iterations_.at(at);
  inductive_loops_.insert(code_.place_of_block(iteration.head.top().function, iteration.head.top().block));
  kept_plans_.insert(at);  // where it does not, nothing that was found counts
  if (!iteration.latch) return true;  // nobody ever comes back
  if (!holds_or_off(SideCondition::LoopLeftTogether,
                    leaves_together(iteration.head.guard, iteration.latch->guard, plan.scope))) {
    // Of any two threads each is all that is followed of its warp: that lanes of a warp leave together says nothing of
    // them, and as lanes they go on after the loop in a copy of their own (last_iterations.h).
    const bool by_warps = options_.shape.follow != Shape::Follow::TwoThreads;
    plan.scope = plan.scope == Grain::Block && by_warps ? Grain::Warp : Grain::Lane;
    plan.cells.clear();
    plans_changed_ = true;
    return false;
  }
  if (!holds_or_off(SideCondition::LoopArrivals, keeps_arrivals(iteration))) {
    loops_in_step_.join_or_abandon(at, "a barrier arrival outlasts an iteration of it");
    return false;
  }
  if (!holds_or_off(SideCondition::LoopWords, loop_words_.keeps_words(iteration, plan)))
    plans_changed_ = true;
  if (!head_conditions_.keeps(at, plan)) plans_changed_ = true;
  if (!loop_claims_.weaken_cells(at, plan)) return false;
  if (iteration.counted_by &&
      !iteration_numbers_.counts_as_iterations(*iteration.counted_by, iteration, plan)) {
    plan.uneven.insert(*iteration.counted_by);
    plans_changed_ = true;
  }
  return !plans_changed_;
}

// After its first iteration the loop goes on as it is until the copies of that iteration are done, so that
// they meet whatever may race with them. Where iterations wait for none, or for so few that some are pending
// still after a few iterations, or where iterations have no barrier of everyone, any later one follows.
void Induction::end_iteration(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  LoopPlan* plan = loop_state_.plan_at(at);
  if (plan == nullptr) {
    plans_changed_ = true;
    return;
  }
  if (iteration.number == 1) {
    if (!keeps_plan(at, *plan)) return;
    if (context_.compares()) return compared_loops_.end_compared_iteration(at);
    if (!loop_strides_.define_strides(at, *plan)) return;
    if (!iteration.commits && !iteration.waits && last_iterations_.leave_in_copy(at)) return;
    iteration_counts_.assume_iterations_before(iteration);
    last_iterations_.release_left(iteration);
    iteration.meets = meets_in_iteration(iteration);
    iteration.ends = races_.now();
    if (holds_or_off(SideCondition::LoopSecondIteration, !last_iterations_.needs_second_iteration(*plan)))
      return finish_loop(at);
    if (iteration.issues) own_copies_.note_moves(iteration, *plan);
    if (iteration.meets) return go_on_as_it_is(at);
  }
  if (iteration.jumped) return finish_loop(at);
  const bool copying = own_copies_.copies_are_pending(iteration);
  if (copying && iteration.waits && iteration.number < kMostIterationsOfACopy) return go_on_as_it_is(at);
  if (iteration.meets && !copying) return finish_loop(at);
  // All meet between this iteration and a later one, or that is the next: two neighbours have been followed.
  // Only copies outlast that.
  if (iteration.meets) races_.block_barrier(ops_.any(iteration.latch->guard));
  // What copies of later iterations do has been seen in the first one.
  races_.records().leave_out_copies(iteration.head.guard, iteration.ends);
  iteration.jumped = true;
  const Strand before = *iteration.latch;
  Strand later = begin_iteration(at, before.guard);
  loop_strides_.assume_later(iteration, *plan, before, later);
  enter_next_iteration(at, std::move(later));
}

// Does the whole block meet in each iteration that threads come back from?
bool Induction::meets_in_iteration(const Iteration& iteration) {
  if (iteration.barriers > 0) return true;
  if (!iteration.met || g.is_false(*iteration.met)) return false;
  const Term unmet = g.land(ops_.any(iteration.latch->guard), g.lnot(*iteration.met));
  return holds_or_off(SideCondition::LoopMeets, g.is_false(unmet) || context_.infeasible(unmet));
}

void Induction::go_on_as_it_is(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  Strand next = *iteration.latch;
  iteration.serial = ++iterations_begun_;
  iteration.latch.reset();
  // The intervals that are open are those of this iteration. Where words are kept, another one says no less.
  const LoopPlan* plan = loop_state_.plan_at(at);
  const bool keeps = plan != nullptr && loop_words_.keeps_any_words(*plan) &&
                     std::any_of(iteration.words.begin(), iteration.words.end(), [&](const auto& known) {
                       return !plan->changed_words.contains(known.first);
                     });
  if (keeps && loop_words_.is_met_by_all(next.guard))
    loop_words_.begin_interval_in(iteration, *plan, next.guard);
  enter_next_iteration(at, std::move(next));
}

// The iteration before is over: places that it passed are after this one.
void Induction::enter_next_iteration(const Position& at, Strand next) {
  Iteration& iteration = iterations_.at(at);
  ++iteration.number;
  const auto before = static_cast<std::uint64_t>(iteration.number - 1);
  const std::uint64_t key = loop_key(next, next.top().block);
  next.loops.at(key).iteration = ops_.map([&](Term n) { return g.add(n, g.constant(32, before)); },
                                          iteration.entry.loops.at(key).iteration);
  strands_.enter(std::move(next));
}

// Nobody who enters the loop comes out of it, nor ends in it. A function that it calls may end its threads.
bool Induction::is_endless(std::uint32_t function, std::uint32_t head) const {
  const FunctionGraph& graph = code_.graph_of(function);
  if (graph.can_end[head]) return false;
  const Function& f = program_.functions[function];
  return std::none_of(f.code.begin(), f.code.end(),
                      [](const Instruction& in) { return in.op == Opcode::Call; });
}

void Induction::finish_loop(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  const std::uint32_t function = iteration.head.top().function, head = iteration.head.top().block;
  if (is_endless(function, head)) {
    inductive_loops_.erase(code_.place_of_block(function, head));
    thread_sets_.give_up_threads(iteration.entry.guard, "the loop has no exit",
                                 code_.place_of_block(function, head));
  }
  cut_ = ops_.lor(cut_, ops_.lor(iteration.latch->guard, iteration.nobody));
  loop_state_.forget_assumed_in(at);
  if (iteration.number == 1) {
    for (const BlockMemory::Key& key : iteration.accessed) read_in_one_iteration_[key].insert(at);
  }
  iterations_.erase(at);
}

std::string Induction::why_not_inductive(const Strand& s, std::uint32_t head) const {
  if (options_.plans == nullptr) return {};
  const auto plan = options_.plans->find(code_.head_position(s, s.frames.size(), head));
  return plan == options_.plans->end() || plan->second.failed.empty()
             ? std::string()
             : ", nor proved by induction: " + plan->second.failed;
}

void Induction::note_inductive_loops() {
  for (const std::uint32_t place : inductive_loops_) {
    assumed_.insert("the loop at " + where(program_, place) +
                    " ends (it is proved for any number of iterations, by induction)");
  }
  if (memory_.read_forgotten_shared()) {
    assumed_.insert(options_.shape.is_sample()
                        ? "shared memory is initialised where it is read after a barrier"
                        : "shared memory that a loop stores to is initialised where it is read after that");
  }
}

void Induction::note_loop_write(const Strand& s, const std::optional<BlockMemory::Key>& key) {
  if (iterations_.empty()) return;
  for (const Position& at : loop_state_.planned_loops(s)) {
    LoopPlan* plan = loop_state_.plan_at(at);
    if (plan == nullptr) continue;
    if (key ? plan->written.insert(*key).second : !plan->writes_anywhere) plans_changed_ = true;
    if (!key) plan->writes_anywhere = true;
  }
}

// Called beside note_loop_write().
void Induction::note_loop_overwrite(const Strand& s, const BlockMemory::Key& key) {
  if (iterations_.empty()) return;
  for (const Position& at : loop_state_.planned_loops(s)) {
    LoopPlan* plan = loop_state_.plan_at(at);
    if (plan != nullptr && plan->overwritten.insert(key).second) plans_changed_ = true;
  }
}

void Induction::note_loop_collective(const Strand& s) {
  if (iterations_.empty()) return;
  for (const Position& at : loop_state_.planned_loops(s)) {
    LoopPlan* plan = loop_state_.plan_at(at);
    if (plan == nullptr || plan->scope != Grain::Lane || plan->collectives) continue;
    plan->collectives = true;
    plan->cells.clear();
    plans_changed_ = true;
  }
}

void Induction::note_loop_barrier(const Strand& s) {
  if (iterations_.empty()) return;
  for (const Position& at : loop_state_.planned_loops(s)) {
    const LoopPlan* plan = loop_state_.plan_at(at);
    if (plan != nullptr && plan->scope != Grain::Block)
      loop_state_.abandon_plan(at,
                               "a block barrier in a loop that threads may leave in different iterations");
  }
}

// Lanes that meet must be in the same iterations of the same loops.
void Induction::judge_loops_of(const std::vector<Parked>& partners) {
  if (iterations_.empty() || partners.empty()) return;
  // Of loops that go in step one stands for all.
  const auto steps_of = [&](const Strand& s) {
    auto out = loop_state_.planned_loops(s);
    for (Position& at : out) {
      if (const LoopPlan* plan = loop_state_.plan_at(at); plan != nullptr && plan->in_step())
        at = *plan->together.begin();
    }
    return out;
  };
  const auto first = steps_of(partners.front().strand);
  for (const Parked& other : partners) {
    if (steps_of(other.strand) == first) continue;
    for (const Strand* s : {&partners.front().strand, &other.strand}) {
      for (const Position& at : loop_state_.planned_loops(*s))
        loops_in_step_.join_or_abandon(at, "its lanes meet others at " + where(program_, other.place));
    }
    return;
  }
}

}  // namespace warpproof::symbolic
