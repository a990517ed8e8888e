// Loops whose number of iterations is not known, by induction over their iterations.
//
// All lanes that entered a loop run its iterations in step: an iteration ends when each of them has left the
// loop or is back at its head. That is one of the schedules that independent thread scheduling allows, and
// for race-free programs one stands for all. Lanes of the loop that wait in an iteration for lanes that are
// back at the head, or for lanes of another loop, do not fit; such a loop is given up by name.
//
// Why one iteration is enough: it begins with any state that the plan allows (loop_plan.h), so what holds in
// it holds in every iteration. A second one follows where memory is written, since accesses of two iterations
// may race: the next iteration as it is where the whole block meets in each iteration, any later one where it
// does not. Lanes that would go on after that are not followed (cut_): they do what some other state at the
// head has been shown to do. That loops end is assumed.
#include <algorithm>

#include "checker/soundness_switches.h"
#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

namespace {

constexpr int kMostIterationsOfACopy = 8;

std::string where(const Program& program, std::uint32_t place) {
  return program.places[place].source().str();
}

}  // namespace

std::uint32_t Executor::place_of_block(std::uint32_t function, std::uint32_t block) const {
  const Function& f = program_.functions[function];
  return f.code[f.blocks[block].first].place;
}

// The position of a strand at the head of a loop that its frame number `depth` is in.
Executor::Position Executor::head_position(const Strand& s, std::size_t depth, std::uint32_t head) const {
  Position p;
  for (std::size_t i = 0; i < depth; ++i) {
    const Frame& f = s.frames[i];
    const std::uint32_t block = i + 1 < depth ? f.block : head;
    p.push_back(static_cast<std::uint32_t>(graph_of(f.function).order[block]));
    p.push_back(block);
    p.push_back(f.function);
  }
  return p;
}

LoopPlan* Executor::plan_at(const Position& head) const {
  if (options_.plans == nullptr) return nullptr;
  const auto it = options_.plans->find(head);
  return it == options_.plans->end() || !it->second.failed.empty() ? nullptr : &it->second;
}

// In an iteration of the loop with that head, inner calls included?
bool Executor::is_in_loop(const Strand& s, const Position& head) const {
  const std::size_t depth = head.size() / 3;
  if (s.frames.size() < depth) return false;
  for (std::size_t i = 0; i + 1 < depth; ++i) {
    if (s.frames[i].block != head[3 * i + 1] || s.frames[i].function != head[3 * i + 2]) return false;
  }
  const Frame& f = s.frames[depth - 1];
  const std::uint32_t block = head[head.size() - 2], function = head.back();
  if (f.function != function ||
      !graph_of(function).in_loop_of_head(static_cast<int>(block), static_cast<int>(f.block)))
    return false;
  const auto visit = s.loops.find(static_cast<std::uint64_t>(depth) << 32 | block);
  return visit != s.loops.end() && visit->second.begun;
}

bool Executor::loop_is_active(const Position& head) const {
  const auto iteration = iterations_.find(head);
  if (iteration == iterations_.end()) return false;
  if (iteration->second.latch || !iteration->second.left.empty()) return true;
  return is_occupied(head);
}

// Is anyone in an iteration of the loop, other than back at its head?
bool Executor::is_occupied(const Position& head) const {
  const auto inside = [&](const Strand& s) { return is_in_loop(s, head); };
  return std::any_of(runnable_.begin(), runnable_.end(), [&](const auto& e) { return inside(e.second); }) ||
         std::any_of(parked_.begin(), parked_.end(),
                     [&](const auto& e) { return inside(e.second.strand); }) ||
         std::any_of(iterations_.begin(), iterations_.end(), [&](const auto& e) {
           const Iteration& other = e.second;
           return e.first != head && ((other.latch && inside(*other.latch)) ||
                                      std::any_of(other.left.begin(), other.left.end(), inside) ||
                                      (compares() && inside(other.entry)));
         });
}

std::vector<Executor::Position> Executor::planned_loops(const Strand& s) const {
  std::vector<Position> out;
  for (const auto& [key, visit] : s.loops) {
    if (!visit.begun) continue;
    const auto depth = static_cast<std::size_t>(key >> 32);
    out.push_back(head_position(s, depth, static_cast<std::uint32_t>(key)));
  }
  return out;
}

void Executor::abandon_plan(const Position& head, const std::string& why) {
  if (LoopPlan* plan = plan_at(head)) plan->failed = why;
  plans_changed_ = true;
}

Lanes Executor::mask_of(const Lanes& guard) const {
  std::vector<Term> out(static_cast<std::size_t>(threads_));
  for (int w = 0; w < warps_; ++w) {
    std::vector<Term> bits;
    for (int l = 31; l >= 0; --l) {
      const int t = w * warp_size_ + l;
      bits.push_back(l < warp_size_ && t < threads_ ? guard.at(t) : g.truth(false));
    }
    const Term mask = g.concat(bits);
    for (int t = w * warp_size_; t < std::min(threads_, (w + 1) * warp_size_); ++t) out[t] = mask;
  }
  return Lanes::each(std::move(out));
}

// One unknown for each group of threads that holds anyone.
Lanes Executor::unknowns_for(Grain grain, int width, const Lanes& guard, std::uint32_t place,
                             const LoopUnknown* name, std::uint32_t loop) {
  const auto fresh = [&](int thread) {
    if (name != nullptr) {
      LoopUnknown own = *name;
      own.first = thread - thread % threads_sharing(grain);
      return options_.comparison->unknown(loop, own, width);
    }
    const Term t = g.var(width, "iteration");
    inputs_.push_back(Input{Input::Kind::Choice, t, 0, 0, thread, g.truth(true), place, std::nullopt});
    return t;
  };
  if (grain == Grain::Block) return Lanes(fresh(0));
  std::vector<Term> out(static_cast<std::size_t>(threads_), g.constant(width, 0));
  std::optional<Term> of_warp;
  for (int t = 0; t < threads_; ++t) {
    if (t % warp_size_ == 0) of_warp.reset();
    if (g.is_false(guard.at(t))) continue;
    if (grain == Grain::Lane || !of_warp) of_warp = fresh(t);
    out[t] = *of_warp;
  }
  return Lanes::each(std::move(out));
}

Executor::Strand Executor::begin_loop(Strand s, std::uint32_t head) {
  const FunctionGraph& graph = graph_of(s.top().function);
  const Position at = head_position(s, s.frames.size(), head);
  s.loops[loop_key(s, head)].begun = true;
  Iteration iteration;
  iteration.entry = s;
  iteration.terms = g.size();
  iteration.inputs = inputs_.size();
  iteration.assumptions = assumptions_.size();
  iteration.contents = memory_.next_contents();
  iteration.scope = scope_;
  iteration.begins = races_.now();
  if (const LoopPlan* plan = plan_at(at)) iteration.words = words_at(s.guard, *plan);
  iterations_[at] = std::move(iteration);
  if (compares()) number_loop(at);
  for (const auto& loop : graph.loops) {
    if (loop.head == static_cast<int>(head) && loop.irreducible)
      abandon_plan(at, "it is entered in several places");
  }
  return compares() ? begin_compared_iteration(at) : begin_iteration(at, s.guard);
}

// Nothing reads them before it writes them.
void Executor::forget_dead_registers(Strand& s) const {
  const auto& live = graph_of(s.top().function).live_in[s.top().block];
  for (std::size_t r = 0; r < live.size(); ++r) {
    if (!live[r]) s.top().registers[r] = Value{};
  }
}

// Any state that the plan allows, for the lanes of `guard` that are still in the loop.
Executor::Strand Executor::begin_iteration(const Position& at, const Lanes& guard) {
  Iteration& iteration = iterations_.at(at);
  Strand head = iteration.entry;
  const LoopPlan* plan = plan_at(at);
  if (plan == nullptr) return head;  // abandoned: this execution ends anyway
  const std::uint32_t place = place_of_block(head.top().function, head.top().block);
  head.informed = true;  // an earlier iteration may have told the threads anything (stops.cpp)
  head.guard = guard;
  Lanes away = ops_.no();
  if (plan->lanes_part()) {
    const Lanes stays = unknowns_for(Grain::Lane, 1, guard, place);
    away = ops_.land(guard, ops_.lnot(stays));
    head.guard = ops_.land(guard, stays);
  }
  for (const BlockMemory::Key& key : plan->written) {
    if (!is_off(SideCondition::LoopForgetsWritten)) memory_.forget(key);
  }
  if (plan->writes_anywhere) memory_.havoc_all(true);
  if (other_blocks_) note_iteration_of_others(head, *plan);
  if (counts_iterations()) count_iterations(iteration, *plan, head.guard, place);
  forget_dead_registers(head);
  for (const auto& [cell, form] : plan->cells) {
    write_cell(head, cell,
               instance(form, read_cell(iteration.entry, cell, place), head.guard, place,
                        stride_of(iteration, cell, form), nullptr, 0,
                        iteration.count ? &*iteration.count : nullptr));
  }
  copy_groups_.pass_over_done(head.storage, head.guard);
  iteration.head = head;
  iteration.began = races_.now();
  iteration.serial = ++iterations_begun_;
  iteration.latch.reset();
  iteration.barriers = 0;
  iteration.met.reset();
  iteration.arrivals = arrivals_;
  begin_interval_in(iteration, *plan, head.guard);
  if (plan->lanes_part()) leave_early(at, iteration.entry, away);
  return head;
}

// What was assumed in an iteration was said of one iteration's values; behind the loop lanes meet that left
// in different ones.
void Executor::forget_assumed_in(const Position& head) {
  const auto iteration = iterations_.find(head);
  if (iteration == iterations_.end()) return;
  set_scope(iteration->second.scope);
}

void Executor::latch(Strand s, std::uint32_t head) {
  const Position at = head_position(s, s.frames.size(), head);
  const auto iteration = iterations_.find(at);
  if (iteration == iterations_.end()) return abandon_plan(at, "it is entered in several places");
  s.top().block = head;
  if (iteration->second.latch) {
    merge_into(*iteration->second.latch, s);
  } else {
    iteration->second.latch = std::move(s);
  }
}

// Ends an iteration in which nothing is left to do.
bool Executor::finish_iterations() {
  for (auto it = iterations_.rbegin(); it != iterations_.rend(); ++it) {
    if (!it->second.latch && it->second.left.empty() && !compares()) continue;
    const Position at = it->first;
    if (is_occupied(at)) continue;
    if (const LoopPlan* plan = plan_at(at); plan != nullptr && plan->in_step()) {
      const std::set<Position> together = plan->together;
      if (!may_end_together(together)) continue;
      end_together(together);
      return true;
    }
    if (it->second.latch || compares()) {
      end_iteration(at);
    } else {
      release_left(it->second);
    }
    return true;
  }
  return false;
}

// Nothing moves, and somebody waits in an iteration for lanes that are back at the head.
bool Executor::fail_desynchronised_iterations() {
  bool any = false;
  for (const auto& [at, iteration] : iterations_) {
    if (!iteration.latch && iteration.left.empty()) continue;
    join_or_abandon(at, "its lanes run different iterations of it at one time");
    any = true;
  }
  for (const auto& [at, strand] : held_) {
    abandon_plan(at, "its iterations do not match those of other threads' loops");
    any = true;
  }
  return any;
}

// Do the lanes of a group that are at the head come back together? By structure first: the conditions that
// the iteration added to each lane's guard.
bool Executor::leaves_together(const Lanes& head, const Lanes& back, Grain grain) {
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
    if (!infeasible_(g.land(g.disj(in), g.disj(out)))) return false;
  }
  return true;
}

// Are the same arrivals pending at the barriers as when the iteration began, where anyone comes back? Those
// of the same threads with the same counts; from where, and when they came, the next iteration is followed
// for.
bool Executor::keeps_arrivals(const Iteration& iteration) {
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
  return g.is_false(differs) || infeasible_(differs);
}

// Weakens the plan where the iteration at hand breaks it. False: it did, or the plan is given up.
bool Executor::keeps_plan(const Position& at, LoopPlan& plan) {
  Iteration& iteration = iterations_.at(at);
  inductive_loops_.insert(place_of_block(iteration.head.top().function, iteration.head.top().block));
  kept_plans_.insert(at);  // where it does not, nothing that was found counts
  if (!iteration.latch) return true;  // nobody ever comes back
  if (!holds_or_off(SideCondition::LoopLeftTogether,
                    leaves_together(iteration.head.guard, iteration.latch->guard, plan.scope))) {
    plan.scope = plan.scope == Grain::Block ? Grain::Warp : Grain::Lane;
    plan.cells.clear();
    plans_changed_ = true;
    return false;
  }
  if (!holds_or_off(SideCondition::LoopArrivals, keeps_arrivals(iteration))) {
    join_or_abandon(at, "a barrier arrival outlasts an iteration of it");
    return false;
  }
  if (!holds_or_off(SideCondition::LoopWords, keeps_words(iteration, plan))) plans_changed_ = true;
  if (!weaken_cells(at, plan)) return false;
  if (iteration.counted_by && !counts_as_iterations(*iteration.counted_by, iteration, plan)) {
    plan.uneven.insert(*iteration.counted_by);
    plans_changed_ = true;
  }
  return !plans_changed_;
}

// After its first iteration the loop goes on as it is until the copies of that iteration are done, so that
// they meet whatever may race with them. Where iterations wait for none, or for so few that some are pending
// still after a few iterations, or where iterations have no barrier of everyone, any later one follows.
void Executor::end_iteration(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  LoopPlan* plan = plan_at(at);
  if (plan == nullptr) {
    plans_changed_ = true;
    return;
  }
  if (iteration.number == 1) {
    if (!keeps_plan(at, *plan)) return;
    if (compares()) return end_compared_iteration(at);
    if (!define_strides(at, *plan)) return;
    if (!iteration.commits && !iteration.waits && leave_in_copy(at)) return;
    assume_iterations_before(iteration);
    release_left(iteration);
    iteration.meets = meets_in_iteration(iteration);
    iteration.ends = races_.now();
    if (holds_or_off(SideCondition::LoopSecondIteration, !needs_second_iteration(*plan)))
      return finish_loop(at);
    if (iteration.issues) note_moves(iteration, *plan);
    if (iteration.meets) return go_on_as_it_is(at);
  }
  if (iteration.jumped) return finish_loop(at);
  const bool copying = copies_are_pending(iteration);
  if (copying && iteration.waits && iteration.number < kMostIterationsOfACopy) return go_on_as_it_is(at);
  if (iteration.meets && !copying) return finish_loop(at);
  // All meet between this iteration and a later one, or that is the next: two neighbours have been followed.
  // Only copies outlast that.
  if (iteration.meets) races_.block_barrier(ops_.any(iteration.latch->guard));
  // What copies of later iterations do has been seen in the first one.
  races_.leave_out_copies(iteration.head.guard, iteration.ends);
  iteration.jumped = true;
  const Strand before = *iteration.latch;
  Strand later = begin_iteration(at, before.guard);
  assume_later(iteration, *plan, before, later);
  enter_next_iteration(at, std::move(later));
}

// Does the whole block meet in each iteration that threads come back from?
bool Executor::meets_in_iteration(const Iteration& iteration) {
  if (iteration.barriers > 0) return true;
  if (!iteration.met || g.is_false(*iteration.met)) return false;
  const Term unmet = g.land(ops_.any(iteration.latch->guard), g.lnot(*iteration.met));
  return holds_or_off(SideCondition::LoopMeets, g.is_false(unmet) || infeasible_(unmet));
}

void Executor::go_on_as_it_is(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  Strand next = *iteration.latch;
  iteration.serial = ++iterations_begun_;
  iteration.latch.reset();
  // The intervals that are open are those of this iteration. Where words are kept, another one says no less.
  const LoopPlan* plan = plan_at(at);
  const bool keeps = plan != nullptr && keeps_any_words(*plan) &&
                     std::any_of(iteration.words.begin(), iteration.words.end(), [&](const auto& known) {
                       return !plan->changed_words.contains(known.first);
                     });
  if (keeps && is_met_by_all(next.guard)) begin_interval_in(iteration, *plan, next.guard);
  enter_next_iteration(at, std::move(next));
}

// The iteration before is over: places that it passed are behind this one.
void Executor::enter_next_iteration(const Position& at, Strand next) {
  Iteration& iteration = iterations_.at(at);
  ++iteration.number;
  const auto before = static_cast<std::uint64_t>(iteration.number - 1);
  const std::uint64_t key = loop_key(next, next.top().block);
  next.loops.at(key).iteration = ops_.map([&](Term n) { return g.add(n, g.constant(32, before)); },
                                          iteration.entry.loops.at(key).iteration);
  enter(std::move(next));
}

// Nobody who enters the loop comes out of it, nor ends in it. A function that it calls may end its threads.
bool Executor::is_endless(std::uint32_t function, std::uint32_t head) const {
  const FunctionGraph& graph = graph_of(function);
  if (graph.can_end[head]) return false;
  const Function& f = program_.functions[function];
  return std::none_of(f.code.begin(), f.code.end(),
                      [](const Instruction& in) { return in.op == Opcode::Call; });
}

void Executor::finish_loop(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  const std::uint32_t function = iteration.head.top().function, head = iteration.head.top().block;
  if (is_endless(function, head)) {
    inductive_loops_.erase(place_of_block(function, head));
    give_up_threads(iteration.entry.guard, "the loop has no exit", place_of_block(function, head));
  }
  cut_ = ops_.lor(cut_, iteration.latch->guard);
  forget_assumed_in(at);
  if (iteration.number == 1) {
    for (const BlockMemory::Key& key : iteration.accessed) read_in_one_iteration_[key].insert(at);
  }
  iterations_.erase(at);
}

std::string Executor::why_not_inductive(const Strand& s, std::uint32_t head) const {
  if (options_.plans == nullptr) return {};
  const auto plan = options_.plans->find(head_position(s, s.frames.size(), head));
  return plan == options_.plans->end() || plan->second.failed.empty()
             ? std::string()
             : ", nor proved by induction: " + plan->second.failed;
}

void Executor::note_inductive_loops() {
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

void Executor::note_loop_write(const Strand& s, const std::optional<BlockMemory::Key>& key) {
  if (iterations_.empty()) return;
  for (const Position& at : planned_loops(s)) {
    LoopPlan* plan = plan_at(at);
    if (plan == nullptr) continue;
    if (key ? plan->written.insert(*key).second : !plan->writes_anywhere) plans_changed_ = true;
    if (!key) plan->writes_anywhere = true;
  }
}

void Executor::note_loop_collective(const Strand& s) {
  if (iterations_.empty()) return;
  for (const Position& at : planned_loops(s)) {
    LoopPlan* plan = plan_at(at);
    if (plan == nullptr || plan->scope != Grain::Lane || plan->collectives) continue;
    plan->collectives = true;
    plan->cells.clear();
    plans_changed_ = true;
  }
}

void Executor::note_loop_barrier(const Strand& s) {
  if (iterations_.empty()) return;
  for (const Position& at : planned_loops(s)) {
    const LoopPlan* plan = plan_at(at);
    if (plan != nullptr && plan->scope != Grain::Block)
      abandon_plan(at, "a block barrier in a loop that threads may leave in different iterations");
  }
}

// Lanes that meet must be in the same iterations of the same loops.
void Executor::judge_loops_of(const std::vector<Parked>& partners) {
  if (iterations_.empty() || partners.empty()) return;
  // Of loops that go in step one stands for all.
  const auto steps_of = [&](const Strand& s) {
    auto out = planned_loops(s);
    for (Position& at : out) {
      if (const LoopPlan* plan = plan_at(at); plan != nullptr && plan->in_step())
        at = *plan->together.begin();
    }
    return out;
  };
  const auto first = steps_of(partners.front().strand);
  for (const Parked& other : partners) {
    if (steps_of(other.strand) == first) continue;
    for (const Strand* s : {&partners.front().strand, &other.strand}) {
      for (const Position& at : planned_loops(*s))
        join_or_abandon(at, "its lanes meet others at " + where(program_, other.place));
    }
    return;
  }
}

}  // namespace warpproof::symbolic
