// Loops whose number of rounds is not known, by induction over their rounds.
//
// All lanes that entered a loop run its rounds in step: a round ends when each of them has left the loop or
// is back at its head. That is one of the schedules that independent thread scheduling allows, and for
// race-free programs one stands for all. Lanes of the loop that wait in a round for lanes that are back at
// the head, or for lanes of another loop, do not fit; such a loop is given up by name.
//
// Why one round is enough: it begins with any state that the plan allows (loop_plan.h), so what holds in it
// holds in every round. A second one follows where memory is written, since accesses of two rounds may race:
// the next round as it is where the whole block meets in each round, any later one where it does not. Lanes
// that would go on after that are not followed (cut_): they do what some other state at the head has been
// shown to do. That loops end is assumed.
#include <algorithm>

#include "checker/soundness_switches.h"
#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

namespace {

constexpr int kMostRoundsOfACopy = 8;

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

// In a round of the loop with that head, inner calls included?
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
  const auto round = rounds_.find(head);
  if (round == rounds_.end()) return false;
  if (round->second.latch || !round->second.left.empty()) return true;
  return is_occupied(head);
}

// Is anyone in a round of the loop, other than back at its head?
bool Executor::is_occupied(const Position& head) const {
  const auto inside = [&](const Strand& s) { return is_in_loop(s, head); };
  return std::any_of(runnable_.begin(), runnable_.end(), [&](const auto& e) { return inside(e.second); }) ||
         std::any_of(parked_.begin(), parked_.end(),
                     [&](const auto& e) { return inside(e.second.strand); }) ||
         std::any_of(rounds_.begin(), rounds_.end(), [&](const auto& e) {
           const Round& other = e.second;
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
    const Term t = g.var(width, "round");
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
  Round round;
  round.entry = s;
  round.terms = g.size();
  round.inputs = inputs_.size();
  round.assumptions = assumptions_.size();
  round.contents = memory_.next_contents();
  round.scope = scope_;
  round.begins = races_.now();
  if (const LoopPlan* plan = plan_at(at)) round.words = words_at(s.guard, *plan);
  rounds_[at] = std::move(round);
  if (compares()) number_loop(at);
  for (const auto& loop : graph.loops) {
    if (loop.head == static_cast<int>(head) && loop.irreducible)
      abandon_plan(at, "it is entered in several places");
  }
  return compares() ? begin_compared_round(at) : begin_round(at, s.guard);
}

// Nothing reads them before it writes them.
void Executor::forget_dead_registers(Strand& s) const {
  const auto& live = graph_of(s.top().function).live_in[s.top().block];
  for (std::size_t r = 0; r < live.size(); ++r) {
    if (!live[r]) s.top().registers[r] = Value{};
  }
}

// Any state that the plan allows, for the lanes of `guard` that are still in the loop.
Executor::Strand Executor::begin_round(const Position& at, const Lanes& guard) {
  Round& round = rounds_.at(at);
  Strand head = round.entry;
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
  if (counts_rounds()) count_rounds(round, *plan, head.guard, place);
  forget_dead_registers(head);
  for (const auto& [cell, form] : plan->cells) {
    write_cell(head, cell,
               instance(form, read_cell(round.entry, cell, place), head.guard, place,
                        stride_of(round, cell, form), nullptr, 0, round.count ? &*round.count : nullptr));
  }
  copy_groups_.pass_over_done(head.storage, head.guard);
  round.head = head;
  round.began = races_.now();
  round.serial = ++rounds_begun_;
  round.latch.reset();
  round.barriers = 0;
  round.met.reset();
  round.arrivals = arrivals_;
  begin_interval_in(round, *plan, head.guard);
  if (plan->lanes_part()) leave_early(at, round.entry, away);
  return head;
}

// What was assumed in a round was said of one round's values; behind the loop lanes meet that left in
// different ones.
void Executor::forget_assumed_in(const Position& head) {
  const auto round = rounds_.find(head);
  if (round == rounds_.end()) return;
  set_scope(round->second.scope);
}

void Executor::latch(Strand s, std::uint32_t head) {
  const Position at = head_position(s, s.frames.size(), head);
  const auto round = rounds_.find(at);
  if (round == rounds_.end()) return abandon_plan(at, "it is entered in several places");
  s.top().block = head;
  if (round->second.latch) {
    merge_into(*round->second.latch, s);
  } else {
    round->second.latch = std::move(s);
  }
}

// Ends a round in which nothing is left to do.
bool Executor::finish_rounds() {
  for (auto it = rounds_.rbegin(); it != rounds_.rend(); ++it) {
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
      end_round(at);
    } else {
      release_left(it->second);
    }
    return true;
  }
  return false;
}

// Nothing moves, and somebody waits in a round for lanes that are back at the head.
bool Executor::fail_desynchronised_rounds() {
  bool any = false;
  for (const auto& [at, round] : rounds_) {
    if (!round.latch && round.left.empty()) continue;
    join_or_abandon(at, "its lanes run different rounds of it at one time");
    any = true;
  }
  for (const auto& [at, strand] : held_) {
    abandon_plan(at, "it does not go in step with loops of other threads");
    any = true;
  }
  return any;
}

// Do the lanes of a group that are at the head come back together? By structure first: the conditions that
// the round added to each lane's guard.
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

// Are the same arrivals pending at the barriers as when the round began, where anyone comes back? Those of
// the same threads with the same counts; from where, and when they came, the next round is followed for.
bool Executor::keeps_arrivals(const Round& round) {
  const Term back = ops_.any(round.latch->guard);
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
    if (!arrivals_.contains(id) && !round.arrivals.contains(id)) continue;
    for (int t = 0; t < threads_; ++t) {
      const Pending before = pending(round.arrivals, id, t), now = pending(arrivals_, id, t);
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

// Weakens the plan where the round at hand breaks it. False: it did, or the plan is given up.
bool Executor::keeps_plan(const Position& at, LoopPlan& plan) {
  Round& round = rounds_.at(at);
  inductive_loops_.insert(place_of_block(round.head.top().function, round.head.top().block));
  if (!round.latch) return true;  // nobody ever comes back
  if (!holds_or_off(SideCondition::LoopLeftTogether,
                    leaves_together(round.head.guard, round.latch->guard, plan.scope))) {
    plan.scope = plan.scope == Grain::Block ? Grain::Warp : Grain::Lane;
    plan.cells.clear();
    plans_changed_ = true;
    return false;
  }
  if (!holds_or_off(SideCondition::LoopArrivals, keeps_arrivals(round))) {
    join_or_abandon(at, "a barrier arrival outlasts a round of it");
    return false;
  }
  if (!holds_or_off(SideCondition::LoopWords, keeps_words(round, plan))) plans_changed_ = true;
  if (!weaken_cells(at, plan)) return false;
  if (round.counted_by && !counts_iterations(*round.counted_by, round, plan)) {
    plan.uneven.insert(*round.counted_by);
    plans_changed_ = true;
  }
  return !plans_changed_;
}

// After its first round the loop goes on as it is until the copies of that round are done, so that they meet
// whatever may race with them. Where rounds wait for none, or for so few that some are pending still after a
// few rounds, or where rounds have no barrier of everyone, any later one follows.
void Executor::end_round(const Position& at) {
  Round& round = rounds_.at(at);
  LoopPlan* plan = plan_at(at);
  if (plan == nullptr) {
    plans_changed_ = true;
    return;
  }
  if (round.number == 1) {
    if (!keeps_plan(at, *plan)) return;
    if (compares()) return end_compared_round(at);
    if (!define_strides(at, *plan)) return;
    if (!round.commits && !round.waits && leave_in_copy(at)) return;
    assume_rounds_before(round);
    release_left(round);
    round.meets = meets_in_round(round);
    round.ends = races_.now();
    if (holds_or_off(SideCondition::LoopSecondIteration, !needs_second_round(*plan))) return finish_loop(at);
    if (round.issues) note_moves(round, *plan);
    if (round.meets) return go_on_as_it_is(at);
  }
  if (round.jumped) return finish_loop(at);
  const bool copying = copies_are_pending(round);
  if (copying && round.waits && round.number < kMostRoundsOfACopy) return go_on_as_it_is(at);
  if (round.meets && !copying) return finish_loop(at);
  // All meet between this round and a later one, or that is the next: two neighbours have been followed. Only
  // copies outlast that.
  if (round.meets) races_.block_barrier(ops_.any(round.latch->guard));
  // What copies of later rounds do has been seen in the first one.
  races_.leave_out_copies(round.head.guard, round.ends);
  round.jumped = true;
  const Strand before = *round.latch;
  Strand later = begin_round(at, before.guard);
  assume_later(round, *plan, before, later);
  enter_next_round(at, std::move(later));
}

// Does the whole block meet in each round that threads come back from?
bool Executor::meets_in_round(const Round& round) {
  if (round.barriers > 0) return true;
  if (!round.met || g.is_false(*round.met)) return false;
  const Term unmet = g.land(ops_.any(round.latch->guard), g.lnot(*round.met));
  return holds_or_off(SideCondition::LoopMeets, g.is_false(unmet) || infeasible_(unmet));
}

void Executor::go_on_as_it_is(const Position& at) {
  Round& round = rounds_.at(at);
  Strand next = *round.latch;
  round.serial = ++rounds_begun_;
  round.latch.reset();
  // The intervals that are open are those of this round. Where words are kept, another one says no less.
  const LoopPlan* plan = plan_at(at);
  const bool keeps = plan != nullptr && keeps_any_words(*plan) &&
                     std::any_of(round.words.begin(), round.words.end(), [&](const auto& known) {
                       return !plan->changed_words.contains(known.first);
                     });
  if (keeps && is_met_by_all(next.guard)) begin_interval_in(round, *plan, next.guard);
  enter_next_round(at, std::move(next));
}

// The round before is over: places that it passed are behind this one.
void Executor::enter_next_round(const Position& at, Strand next) {
  Round& round = rounds_.at(at);
  ++round.number;
  const auto before = static_cast<std::uint64_t>(round.number - 1);
  const std::uint64_t key = loop_key(next, next.top().block);
  next.loops.at(key).round =
      ops_.map([&](Term n) { return g.add(n, g.constant(32, before)); }, round.entry.loops.at(key).round);
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
  Round& round = rounds_.at(at);
  const std::uint32_t function = round.head.top().function, head = round.head.top().block;
  if (is_endless(function, head)) {
    inductive_loops_.erase(place_of_block(function, head));
    give_up_threads(round.entry.guard, "the loop has no way out", place_of_block(function, head));
  }
  cut_ = ops_.lor(cut_, round.latch->guard);
  forget_assumed_in(at);
  if (round.number == 1) {
    for (const BlockMemory::Key& key : round.accessed) read_in_one_round_[key].insert(at);
  }
  rounds_.erase(at);
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
                    " ends (it is proved for any number of rounds, by induction)");
  }
  if (memory_.read_forgotten_shared()) {
    assumed_.insert(options_.shape.is_sample()
                        ? "shared memory is initialised where it is read after a barrier"
                        : "shared memory that a loop stores to is initialised where it is read after that");
  }
}

void Executor::note_loop_write(const Strand& s, const std::optional<BlockMemory::Key>& key) {
  if (rounds_.empty()) return;
  for (const Position& at : planned_loops(s)) {
    LoopPlan* plan = plan_at(at);
    if (plan == nullptr) continue;
    if (key ? plan->written.insert(*key).second : !plan->writes_anywhere) plans_changed_ = true;
    if (!key) plan->writes_anywhere = true;
  }
}

void Executor::note_loop_collective(const Strand& s) {
  if (rounds_.empty()) return;
  for (const Position& at : planned_loops(s)) {
    LoopPlan* plan = plan_at(at);
    if (plan == nullptr || plan->scope != Grain::Lane || plan->collectives) continue;
    plan->collectives = true;
    plan->cells.clear();
    plans_changed_ = true;
  }
}

void Executor::note_loop_barrier(const Strand& s) {
  if (rounds_.empty()) return;
  for (const Position& at : planned_loops(s)) {
    const LoopPlan* plan = plan_at(at);
    if (plan != nullptr && plan->scope != Grain::Block)
      abandon_plan(at, "a block barrier in a loop that threads may leave in different rounds");
  }
}

// Lanes that meet must be in the same rounds of the same loops.
void Executor::judge_loops_of(const std::vector<Parked>& partners) {
  if (rounds_.empty() || partners.empty()) return;
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
