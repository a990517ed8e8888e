// Loops of different threads that go in step: of producers and of consumers, say, which hand over to each
// other by barriers with counts in every round.
//
// Each by itself keeps no plan: a round of it ends with arrivals at barriers that the others have not used
// yet. So their rounds are taken together. All of them begin when the threads of each have come to the
// head of their loop; a common round ends when all threads are back at the heads. One number counts the
// rounds of all (round_count.cpp). That the threads of one loop go on where those of another do is shown
// of every round; with it, and with the same arrivals pending at its end as at its begin, a common round
// is a round of one loop whose body has a branch for each kind of thread, and the argument of
// induction.cpp holds of that: each state in which all are at the heads is one that the plans allow, for
// one count.
//
// That threads of different loops wait for each other at their heads is one of the schedules there are, as
// long as nobody needs what another one does in a later round; where somebody does, nothing moves in the
// common round and the loops are given up by name.
#include <algorithm>

#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

namespace {

// Is there a barrier in this function, or in one that it calls?
bool meets(const Program& program, std::uint32_t function, std::set<std::uint32_t>& seen);

bool meets(const Program& program, const Instruction& in, std::set<std::uint32_t>& seen) {
  if (in.op == Opcode::Barrier) return true;
  return in.op == Opcode::Call && in.callee >= 0 &&
         meets(program, static_cast<std::uint32_t>(in.callee), seen);
}

bool meets(const Program& program, std::uint32_t function, std::set<std::uint32_t>& seen) {
  const auto& code = program.functions[function].code;
  return seen.insert(function).second && std::any_of(code.begin(), code.end(), [&](const Instruction& in) {
           return meets(program, in, seen);
         });
}

}  // namespace

// Finds outermost loops with barriers that a thread of this one never comes to, nor threads of them to this
// one. False: there are none, or that did not help.
bool Executor::join(const Position& at) {
  if (options_.plans == nullptr || compares() || options_.shape.is_sample() || at.size() != 3) return false;
  const std::uint32_t function = at.back();
  const FunctionGraph& graph = graph_of(function);
  const Function& f = program_.functions[function];
  const auto has_barrier = [&](int b) {
    const Block& block = f.blocks[static_cast<std::size_t>(b)];
    std::set<std::uint32_t> seen;
    return std::any_of(f.code.begin() + block.first, f.code.begin() + block.last,
                       [&](const Instruction& in) { return meets(program_, in, seen); });
  };
  std::set<Position> together{at};
  for (const auto& loop : graph.loops) {
    const auto block = static_cast<std::uint32_t>(loop.head);
    const auto apart = [&](const Position& other) {
      const int head = static_cast<int>(other[1]);
      return !graph.reaches(head, loop.head) && !graph.reaches(loop.head, head);
    };
    if (loop.parent >= 0 || !std::any_of(loop.blocks.begin(), loop.blocks.end(), has_barrier) ||
        !std::all_of(together.begin(), together.end(), apart))
      continue;
    together.insert({static_cast<std::uint32_t>(graph.order[block]), block, function});
  }
  const bool tried = std::any_of(together.begin(), together.end(), [&](const Position& p) {
    const auto plan = options_.plans->find(p);
    return plan != options_.plans->end() && plan->second.in_step();
  });
  if (tried) return !some_in_step_;  // they are to begin together from the next execution on
  if (together.size() < 2) return false;
  for (const Position& p : together) {
    (*options_.plans)[p] = LoopPlan{};
    (*options_.plans)[p].together = together;
  }
  plans_changed_ = true;
  return true;
}

void Executor::join_or_abandon(const Position& at, const std::string& why) {
  if (!join(at)) abandon_plan(at, why);
}

// Threads have come to the head of one of these loops. All begin at once.
void Executor::hold(Strand s, const Position& at) {
  if (plans_changed_) return;  // this execution ends anyway
  if (!planned_loops(s).empty()) return abandon_plan(at, "it goes in step with others within a loop");
  const auto [own, fresh] = held_.try_emplace(at, s);
  if (!fresh) merge_into(own->second, s);
  const std::set<Position> together = plan_at(at)->together;
  if (!std::all_of(together.begin(), together.end(), [&](const Position& p) { return held_.contains(p); }))
    return;
  for (const Position& p : together) {
    auto node = held_.extract(p);
    enter(begin_loop(std::move(node.mapped()), p[1]));
  }
}

// The round with which this one shares its count, if that is another one.
const Executor::Round* Executor::first_of(const LoopPlan& plan, const Round& round) const {
  if (!plan.in_step()) return nullptr;
  const auto first = rounds_.find(*plan.together.begin());
  return first == rounds_.end() || &first->second == &round ? nullptr : &first->second;
}

bool Executor::may_end_together(const std::set<Position>& together) const {
  return std::all_of(together.begin(), together.end(), [&](const Position& p) {
    const auto round = rounds_.find(p);
    return round != rounds_.end() && round->second.latch && !is_occupied(p);
  });
}

// Does everyone who began the round come back where anyone does?
bool Executor::leave_in_one_round(const std::set<Position>& together) {
  Lanes began = ops_.no(), back = ops_.no();
  for (const Position& p : together) {
    began = ops_.lor(began, rounds_.at(p).head.guard);
    back = ops_.lor(back, rounds_.at(p).latch->guard);
  }
  return leaves_together(began, back, Grain::Block);
}

// Threads in rounds of these loops meet each other only, or those whose arrivals were pending when the round
// began, as they are when it ends. What else threads outside do is done once, and not in each round.
void Executor::judge_steps_of(int id, const std::vector<Parked>& partners) {
  if (!some_in_step_) return;
  for (const auto& [at, round] : rounds_) {
    const LoopPlan* plan = plan_at(at);
    if (plan == nullptr || !plan->in_step() || *plan->together.begin() != at) continue;
    bool inside = false, outside = false;
    for (const Parked& p : partners) {
      const auto loops = planned_loops(p.strand);
      const bool is_in = std::any_of(loops.begin(), loops.end(),
                                     [&](const Position& p) { return plan->together.contains(p); });
      (is_in ? inside : outside) = true;
    }
    for (const Arrival& a : arrivals_[id]) {
      const bool is_in = std::any_of(plan->together.begin(), plan->together.end(), [&](const Position& p) {
        return a.at[2] == p[2] &&
               graph_of(p[2]).in_loop_of_head(static_cast<int>(p[1]), static_cast<int>(a.at[1]));
      });
      inside = inside || is_in;
      outside = outside || (!is_in && a.time > round.began);
    }
    if (!inside || !outside) continue;
    return abandon_plan(at, "threads in it meet others that are in no round of it");
  }
}

// False: a plan was weakened or given up.
bool Executor::keep_plans(const std::set<Position>& together) {
  for (const Position& p : together) {
    LoopPlan* plan = plan_at(p);
    if (plan == nullptr) {
      plans_changed_ = true;
      continue;
    }
    const Round& round = rounds_.at(p);
    if (plan->scope != Grain::Block || round.issues || round.commits || round.waits) {
      abandon_plan(p, "its rounds in step with those of other loops are not followed");
    } else if (keeps_plan(p, *plan)) {
      define_strides(p, *plan);
    }
  }
  if (plans_changed_) return false;
  if (leave_in_one_round(together)) return true;
  abandon_plan(*together.begin(), "threads of loops that go in step leave them in different rounds");
  return false;
}

void Executor::end_together(const std::set<Position>& together) {
  const auto end = [&](auto f) {
    for (const Position& p : together) f(p, rounds_.at(p));
  };
  if (rounds_.at(*together.begin()).number > 1) {
    for (const Position& p : together) finish_loop(p);
    return;
  }
  if (!keep_plans(together)) return;
  bool again = false, meets = false;
  end([&](const Position& p, Round& round) {
    assume_rounds_before(round);
    release_left(round);
    round.meets = meets_in_round(round);
    round.ends = races_.now();
    meets = meets || round.meets;
    again = again || needs_second_round(*plan_at(p));
  });
  if (!again) {
    for (const Position& p : together) finish_loop(p);
    return;
  }
  end([&](const Position& p, Round& round) {
    if (meets) return go_on_as_it_is(p);
    round.jumped = true;
    enter_next_round(p, begin_round(p, round.latch->guard));
  });
}

}  // namespace warpproof::symbolic
