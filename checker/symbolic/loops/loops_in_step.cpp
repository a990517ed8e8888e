#include "checker/symbolic/loops/loops_in_step.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/loops/iteration_counts.h"
#include "checker/symbolic/loops/last_iterations.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loop_strides.h"
#include "checker/symbolic/race.h"

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

LoopsInStep::LoopsInStep(const Parts& parts)
    : program_(parts.code.program()),
      options_(parts.context.options),
      ops_(parts.context.ops),
      context_(parts.context),
      iterations_(parts.loop_state.iterations),
      held_(parts.loop_state.held),
      some_in_step_(parts.loop_state.some_in_step),
      plans_changed_(parts.loop_state.plans_changed),
      arrivals_(parts.strands.arrivals),
      races_(parts.races),
      code_(parts.code),
      strands_(parts.strands),
      loop_state_(parts.loop_state),
      induction_(parts.induction),
      iteration_counts_(parts.iteration_counts),
      last_iterations_(parts.last_iterations),
      loop_strides_(parts.loop_strides) {}

// Finds outermost loops with barriers that a thread of this one never comes to, nor threads of them to this
// one. False: there are none, or that did not help.
bool LoopsInStep::join(const Position& at) {
  if (options_.plans == nullptr || context_.compares() || options_.shape.is_sample() || at.size() != 3)
    return false;
  const std::uint32_t function = at.back();
  const FunctionGraph& graph = code_.graph_of(function);
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

void LoopsInStep::join_or_abandon(const Position& at, const std::string& why) {
  if (!join(at)) loop_state_.abandon_plan(at, why);
}

// Threads have come to the head of one of these loops. All begin at once.
void LoopsInStep::hold(Strand s, const Position& at) {
  if (plans_changed_) return;  // this execution ends anyway
  if (!loop_state_.planned_loops(s).empty())
    return loop_state_.abandon_plan(at, "it goes in step with others within a loop");
  const auto [own, fresh] = held_.try_emplace(at, s);
  if (!fresh) strands_.merge_into(own->second, s);
  const std::set<Position> together = loop_state_.plan_at(at)->together;
  if (!std::all_of(together.begin(), together.end(), [&](const Position& p) { return held_.contains(p); }))
    return;
  for (const Position& p : together) {
    auto node = held_.extract(p);
    strands_.enter(induction_.begin_loop(std::move(node.mapped()), p[1]));
  }
}

// The iteration with which this one shares its count, if that is another one.
const Iteration* LoopsInStep::first_of(const LoopPlan& plan, const Iteration& iteration) const {
  if (!plan.in_step()) return nullptr;
  const auto first = iterations_.find(*plan.together.begin());
  return first == iterations_.end() || &first->second == &iteration ? nullptr : &first->second;
}

bool LoopsInStep::may_end_together(const std::set<Position>& together) const {
  return std::all_of(together.begin(), together.end(), [&](const Position& p) {
    const auto iteration = iterations_.find(p);
    return iteration != iterations_.end() && iteration->second.latch && !loop_state_.is_occupied(p);
  });
}

// Does everyone who began the iteration come back where anyone does?
bool LoopsInStep::leave_in_one_iteration(const std::set<Position>& together) {
  Lanes began = ops_.no(), back = ops_.no();
  for (const Position& p : together) {
    began = ops_.lor(began, iterations_.at(p).head.guard);
    back = ops_.lor(back, iterations_.at(p).latch->guard);
  }
  return induction_.leaves_together(began, back, Grain::Block);
}

// Threads in iterations of these loops meet each other only, or those whose arrivals were pending when the
// iteration began, as they are when it ends. What else threads outside do is done once, and not in each
// iteration.
void LoopsInStep::judge_steps_of(int id, const std::vector<Parked>& partners) {
  if (!some_in_step_) return;
  for (const auto& [at, iteration] : iterations_) {
    const LoopPlan* plan = loop_state_.plan_at(at);
    if (plan == nullptr || !plan->in_step() || *plan->together.begin() != at) continue;
    bool inside = false, outside = false;
    for (const Parked& p : partners) {
      const auto loops = loop_state_.planned_loops(p.strand);
      const bool is_in = std::any_of(loops.begin(), loops.end(),
                                     [&](const Position& p) { return plan->together.contains(p); });
      (is_in ? inside : outside) = true;
    }
    for (const Arrival& a : arrivals_[id]) {
      const bool is_in = std::any_of(plan->together.begin(), plan->together.end(), [&](const Position& p) {
        return a.at[2] == p[2] &&
               code_.graph_of(p[2]).in_loop_of_head(static_cast<int>(p[1]), static_cast<int>(a.at[1]));
      });
      inside = inside || is_in;
      outside = outside || (!is_in && a.time > iteration.began);
    }
    if (!inside || !outside) continue;
    return loop_state_.abandon_plan(at, "threads in it meet others that are in no iteration of it");
  }
}

// False: a plan was weakened or given up.
bool LoopsInStep::keep_plans(const std::set<Position>& together) {
  for (const Position& p : together) {
    LoopPlan* plan = loop_state_.plan_at(p);
    if (plan == nullptr) {
      plans_changed_ = true;
      continue;
    }
    const Iteration& iteration = iterations_.at(p);
    if (plan->scope != Grain::Block || iteration.issues || iteration.commits || iteration.waits) {
      loop_state_.abandon_plan(p, "its iterations in step with those of other loops are not followed");
    } else if (induction_.keeps_plan(p, *plan)) {
      loop_strides_.define_strides(p, *plan);
    }
  }
  if (plans_changed_) return false;
  if (leave_in_one_iteration(together)) return true;
  loop_state_.abandon_plan(*together.begin(),
                           "threads of loops that go in step leave them in different iterations");
  return false;
}

void LoopsInStep::end_together(const std::set<Position>& together) {
  const auto end = [&](auto f) {
    for (const Position& p : together) f(p, iterations_.at(p));
  };
  if (iterations_.at(*together.begin()).number > 1) {
    for (const Position& p : together) induction_.finish_loop(p);
    return;
  }
  if (!keep_plans(together)) return;
  bool again = false, meets = false;
  end([&](const Position& p, Iteration& iteration) {
    iteration_counts_.assume_iterations_before(iteration);
    last_iterations_.release_left(iteration);
    iteration.meets = induction_.meets_in_iteration(iteration);
    iteration.ends = races_.now();
    meets = meets || iteration.meets;
    again = again || last_iterations_.needs_second_iteration(*loop_state_.plan_at(p));
  });
  if (!again) {
    for (const Position& p : together) induction_.finish_loop(p);
    return;
  }
  end([&](const Position& p, Iteration& iteration) {
    if (meets) return induction_.go_on_as_it_is(p);
    iteration.jumped = true;
    induction_.enter_next_iteration(p, induction_.begin_iteration(p, iteration.latch->guard));
  });
}

}  // namespace warpproof::symbolic
