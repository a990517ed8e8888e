#include "checker/symbolic/control/control_flow.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/launch_assumptions.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/stops.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/loops/compared_loops.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/loops/last_iterations.h"
#include "checker/symbolic/loops/loop_exits.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loops_in_step.h"
#include "checker/symbolic/meetings/grid_meetings.h"
#include "checker/symbolic/meetings/warp_meetings.h"
#include "checker/symbolic/memory/async_copies.h"
#include "checker/symbolic/memory/loads_and_stores.h"
#include "checker/symbolic/memory/memory_order.h"
#include "checker/symbolic/memory/order_recorder.h"
#include "spec/rules.h"
#include "src/base/effort.h"
#include "src/machine/alu.h"
#include "src/machine/collective.h"
#include "src/machine/outside_calls.h"

namespace warpproof::symbolic {

namespace {

// Call stacks deeper than this are given up: recursion, or hostile input.
constexpr std::size_t kDeepestCall = 64;

// Of a block that does nothing but end, or go on to one that does.
bool ends_in_return(const Function& f, std::uint32_t block) {
  for (;;) {
    const Block& b = f.blocks[block];
    const Opcode op = b.last > b.first ? f.code[b.first].op : Opcode::Bra;
    if (op != Opcode::Bra) return op == Opcode::Ret;
    block = b.successors.front();
  }
}

// A loop that folds is concrete; this only bounds hostile input.
constexpr int kMostFoldedIterations = 1 << 20;
// Iterations that are followed in any case.
constexpr int kLongLoop = 16, kLongLoopOfASample = 3;
constexpr int kIterationsOfASample = 12;  // of a loop that halves or doubles something up to a block's size

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

}  // namespace

ControlFlow::ControlFlow(const Parts& parts)
    : program_(parts.code.program()),
      root_(parts.code.root()),
      g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      layout_(parts.code.layout()),
      unknowns_(parts.record.unknowns),
      approximations_(parts.record.approximations),
      code_(parts.code),
      record_(parts.record),
      thread_sets_(parts.thread_sets),
      strands_(parts.strands),
      scalar_instructions_(parts.scalar_instructions),
      launch_assumptions_(parts.launch_assumptions),
      stops_(parts.stops),
      loads_and_stores_(parts.loads_and_stores),
      async_copies_(parts.async_copies),
      memory_order_(parts.memory_order),
      order_recorder_(parts.order_recorder),
      loop_state_(parts.loop_state),
      induction_(parts.induction),
      loop_exits_(parts.loop_exits),
      loops_in_step_(parts.loops_in_step),
      compared_loops_(parts.compared_loops),
      last_iterations_(parts.last_iterations),
      warp_meetings_(parts.warp_meetings),
      grid_meetings_(parts.grid_meetings) {}

void ControlFlow::execute_block(Strand s) {
  const Function& f = program_.functions[s.top().function];
  const std::uint32_t index = s.top().block;
  const Block& block = f.blocks[index];
  if (const auto loop = s.loops.find(loop_key(s, index)); loop != s.loops.end()) {
    if (loop->second.planned && !loop->second.begun) {
      const Position at = code_.head_position(s, s.frames.size(), index);
      const LoopPlan* plan = loop_state_.plan_at(at);
      if (plan != nullptr && plan->in_step()) return loops_in_step_.hold(std::move(s), at);
      s = induction_.begin_loop(std::move(s), index);
    } else {
      loop->second.guard = s.guard;
      loop->second.parted = false;
    }
  }
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const Instruction& ins = f.code[i];
    steps_ += static_cast<std::uint64_t>(threads_);
    effort::spend(effort::Work::Followed, static_cast<std::uint64_t>(threads_));
    if (steps_ > options_.max_thread_steps) return thread_sets_.give_up(s, "step limit reached", ins.place);
    if (options_.out_of_time && options_.out_of_time())
      return thread_sets_.give_up(s, "out of effort", ins.place);
    const OpcodeClass cls = info(ins.op).cls;
    if (is_rendezvous(ins.op)) {
      s.informed = true;
      return warp_meetings_.arrive(std::move(s), ins);
    }
    switch (ins.op) {
      case Opcode::Unsupported:
        return thread_sets_.give_up(s, "unsupported instruction " + in_quotes(ins.name), ins.place);
      case Opcode::Bra:
        return branch(std::move(s), ins);
      case Opcode::BrxIdx:
        return branch_indexed(std::move(s), ins);
      case Opcode::Call:
        return call(std::move(s), ins);
      case Opcode::Ret:
        return leave(std::move(s));
      case Opcode::Exit:
        return thread_sets_.exit_threads(s);
      case Opcode::Trap:
        return stops_.judge_stop(s, ins.place, false);
      case Opcode::Ld:
      case Opcode::Ldu:
        loads_and_stores_.load(s, ins);
        break;
      case Opcode::St:
        loads_and_stores_.store(s, ins);
        break;
      case Opcode::Atom:
      case Opcode::Red:
        loads_and_stores_.atomic(s, ins);
        break;
      case Opcode::CpAsync:
      case Opcode::CpAsyncCommitGroup:
      case Opcode::CpAsyncWaitGroup:
      case Opcode::CpAsyncWaitAll:
        async_copies_.async_copy(s, ins);
        break;
      case Opcode::Membar:
      case Opcode::Fence:  // no effect on a race-free program's values, but on the order of atomics
        fence(s, ins);
        break;
      default:
        if (cls == OpcodeClass::Alu) {
          std::string why;
          if (!alu_supported(ins, &why))
            return thread_sets_.give_up(s, "unsupported instruction " + in_quotes(why), ins.place);
          scalar_instructions_.execute_alu_instruction(s, ins);
        }
        break;  // hints have no effect on values
    }
  }
  if (block.successors.empty()) return leave(std::move(s));
  go_to(std::move(s), block.successors.front());
}

// Of the threads whose guard holds.
void ControlFlow::fence(Strand& s, const Instruction& ins) {
  const Lanes active = ops_.land(s.guard, scalar_instructions_.guard_of(s, ins));
  order_recorder_.trace_fence(active, ins);
  memory_order_.note_fence(active, ins);
}

void ControlFlow::branch(Strand s, const Instruction& bra) {
  const Block& block = program_.functions[s.top().function].blocks[s.top().block];
  const bool chosen = bra.mod.chosen != Choice::None && context_.compares();
  if (bra.guard.reg < 0 && !chosen) return go_to(std::move(s), bra.targets.front());
  const Lanes taken_when =
      chosen ? compared_loops_.who_goes_on(s, bra) : scalar_instructions_.guard_of(s, bra);
  if (bra.mod.certain && context_.compares()) {
    compared_loops_.take_for_certain(s, taken_when);
    return go_to(std::move(s), bra.targets.front());
  }
  const std::uint32_t target = bra.targets.front();
  const std::uint32_t next = block.successors.back();
  const Lanes whole = s.guard;
  Strand taken = s;
  taken.guard = ops_.land(s.guard, taken_when);
  s.guard = ops_.land(s.guard, ops_.lnot(taken_when));
  strands_.note_split(whole, taken.guard, s.guard);
  if (!ops_.all_false(taken.guard) && !ops_.all_false(s.guard)) {
    note_parting(taken, next);
    note_parting(s, target);
  }
  go_to(std::move(taken), target);
  go_to(std::move(s), next);
}

void ControlFlow::branch_indexed(Strand s, const Instruction& ins) {
  const Value index = scalar_instructions_.read(s, ins.sources.front(), Type::U32, ins.place);
  scalar_instructions_.use(s.guard, index, ins.place, "branch index");
  Lanes rest = s.guard;
  for (std::size_t i = 0; i < ins.targets.size(); ++i) {
    const Lanes here = ops_.map([&](Term x) { return g.eq(x, g.constant(g.width(x), i)); }, index.bits);
    Strand taken = s;
    taken.guard = ops_.land(s.guard, here);
    for (const std::uint32_t other : ins.targets) note_parting(taken, other);
    rest = ops_.land(rest, ops_.lnot(here));
    go_to(std::move(taken), ins.targets[i]);
  }
  s.guard = rest;
  if (!ops_.all_false(rest) && !context_.infeasible(ops_.any(rest)))
    thread_sets_.give_up(s, "branch index outside its table", ins.place);
}

// Others go to `block`: is that outside of a loop that the strand is in?
void ControlFlow::note_parting(Strand& s, std::uint32_t block) {
  const FunctionGraph& graph = code_.graph_of(s.top().function);
  for (auto& [key, visit] : s.loops) {
    const auto head = static_cast<int>(static_cast<std::uint32_t>(key));
    if (key >> 32 == s.frames.size() && !graph.in_loop_of_head(head, static_cast<int>(block))) visit.parted = true;
  }
}

void ControlFlow::go_to(Strand s, std::uint32_t block) {
  if (ops_.all_false(s.guard)) return;
  const FunctionGraph& graph = code_.graph_of(s.top().function);
  s.top().block = block;
  const std::uint64_t depth = s.frames.size();
  std::vector<Position> compared, iterations;  // loops that are left
  for (auto it = s.loops.begin(); it != s.loops.end();) {
    const auto head = static_cast<std::uint32_t>(it->first);
    const bool left =
        it->first >> 32 == depth && !graph.in_loop_of_head(static_cast<int>(head), static_cast<int>(block));
    if (left && it->second.begun) {
      const Position at = code_.head_position(s, depth, head);
      context_.compares() ? compared.push_back(at) : iterations.push_back(at);
      if (!context_.compares()) loop_exits_.note_exit(s, at, block);
    }
    it = left && !(context_.compares() && it->second.begun) ? s.loops.erase(it) : std::next(it);
  }
  if (!compared.empty()) return compared_loops_.leave_compared(s, compared, block);
  if (iterations.size() == 1 && last_iterations_.waits_for_iteration(iterations.front()))
    return last_iterations_.wait_for_iteration(std::move(s), iterations.front());
  enter_block(std::move(s));
}

// Its loops know where it comes from; what if it begins one, or another iteration of one?
void ControlFlow::enter_block(Strand s) {
  const FunctionGraph& graph = code_.graph_of(s.top().function);
  const std::uint32_t block = s.top().block;
  const std::uint64_t depth = s.frames.size();
  if (graph.is_loop_head(static_cast<int>(block))) {
    const auto visit = s.loops.find(loop_key(s, block));
    if (visit == s.loops.end()) {
      LoopVisit fresh;
      fresh.iteration = ops_.constant(32, 0);
      if (options_.plans != nullptr) {
        const Position head = code_.head_position(s, depth, block);
        fresh.planned = loop_state_.plan_at(head) != nullptr;
        if (fresh.planned && loop_state_.loop_is_active(head))
          return loop_state_.abandon_plan(head, "lanes enter the loop while other lanes are inside");
      }
      if (!fresh.planned) repeats_.try_emplace(code_.head_position(s, depth, block), 0);
      s.loops[loop_key(s, block)] = fresh;
    } else if (visit->second.begun) {
      return induction_.latch(std::move(s), block);
    } else if (loop_may_continue(s, block)) {
      int& most = repeats_[code_.head_position(s, depth, block)];
      most = std::max(most, s.loops[loop_key(s, block)].iterations);
    } else {
      return;
    }
  }
  if (depth == 1 && graph.is_trivial_exit[block]) {
    if (ends_in_return(program_.functions[root_], block)) keep_results(s);
    return thread_sets_.exit_threads(s);
  }
  strands_.enter(std::move(s));
}

// A loop whose condition folds runs as long as it folds. Otherwise the solver is asked whether anyone is
// still in it, and the bound on unrolling ends the attempt.
bool ControlFlow::loop_may_continue(Strand& s, std::uint32_t head) {
  LoopVisit& visit = s.loops[loop_key(s, head)];
  // The condition folded when nobody left, or when some thread comes back under the very guard it had at the head.
  bool decided = !visit.parted, plan_it = false;
  for (int t = 0; t < threads_ && !decided; ++t) {
    decided = !g.is_false(s.guard.at(t)) && s.guard.at(t) == visit.guard.at(t);
    if (s.guard.is_uniform() && visit.guard.is_uniform()) break;
  }
  ++visit.iterations;
  visit.iteration = ops_.map([&](Term n) { return g.add(n, g.constant(32, 1)); }, visit.iteration);
  if (decided && !induction_.is_endless(s.top().function, head)) {
    const int most = options_.shape.is_sample() ? kLongLoopOfASample : kLongLoop;
    const bool is_long = visit.iterations > most && options_.cuts_long_loops && options_.cuts_long_loops() &&
                         induction_.why_not_inductive(s, head).empty();  // else it is followed, as no plan is known
    if (!is_long && visit.iterations <= kMostFoldedIterations) return true;
    cut_a_long_loop_ = cut_a_long_loop_ || is_long;
  } else {
    // A sample plans a loop at once, and unrolls one whose plan failed.
    const bool is_sample = options_.shape.is_sample();
    const bool plan_failed = is_sample && !induction_.why_not_inductive(s, head).empty();
    const int most = plan_failed ? std::max(options_.unroll, kIterationsOfASample) : options_.unroll;
    plan_it = is_sample && options_.unroll == 0 && !plan_failed;
    if (!plan_it && context_.infeasible(ops_.any(s.guard))) return false;
    const bool enough = options_.cuts_loops && options_.cuts_loops();
    if (++visit.undecided <= most && !enough) return true;
  }
  // After a loop that was cut off others may only seem to go on: who was cut off is missing there.
  const Position at = code_.head_position(s, s.frames.size(), head);
  const bool planned = options_.plans != nullptr && options_.plans->contains(at);
  if (planned || !cut_a_loop_) unbounded_loops_.insert(at);
  cut_a_loop_ = cut_a_loop_ || !planned;
  if (!planned &&
      (plan_it || options_.stop_at_open_loops)) {  // what follows is looked at once the loop has a plan
    stopped_ = true;
    return false;
  }
  const std::size_t unknowns = unknowns_.size();
  thread_sets_.give_up(s,
          "loop not proved to end within " + std::to_string(visit.iterations - 1) + " iterations" +
              induction_.why_not_inductive(s, head),
          code_.place_of_block(s.top().function, head));
  // Only for what makes the verdict unknown; of a loop that nobody gets to the others are followed on.
  const bool goes_on = unknowns_.size() > unknowns;
  stopped_ = stopped_ || (goes_on && plan_it);
  return false;
}

void ControlFlow::keep_results(const Strand& s) {
  const Function& root = program_.functions[root_];
  if (root.is_entry) return;
  const int undefined = record_.event(spec::Rule::ValueUninitialised, root.place);
  std::uint64_t start = 0;  // of a result variable among all
  for (const std::uint32_t variable : root.results) {
    const std::uint64_t size = program_.variables[variable].size;
    const std::uint64_t at = code_.param_address(0, variable);
    for (std::uint64_t done = 0; done < size;) {
      // Whole words where the size allows, else what was written byte by byte: padding is no result.
      std::uint64_t bytes = 8;
      while (done + bytes > size || done % bytes != 0 ||
             (bytes > 1 && !s.storage.written(at + done, static_cast<int>(bytes))))
        bytes /= 2;
      if (s.storage.written(at + done, static_cast<int>(bytes))) {
        const Value now = s.storage.load(ops_, at + done, static_cast<int>(bytes), undefined);
        const auto [it, fresh] = returned_.try_emplace(start + done, Value{});
        if (fresh)
          it->second = Value{ops_.constant(now.width, 0), ops_.yes(), single_origin(undefined), now.width};
        if (it->second.width == now.width) {
          it->second = ops_.select(s.guard, now, it->second);
        } else {
          returned_unevenly_ = true;
        }
      }
      done += bytes;
    }
    start += size;
  }
}

// Undefined where what it is given is.
void ControlFlow::take_any_word(Strand& s, const Instruction& ins) {
  constexpr int kBytes = kAnyWordBytes;
  const std::size_t frame = s.frames.size() - 1;
  const int undefined = record_.event(spec::Rule::ValueUninitialised, ins.place);
  Value word = s.storage.load(ops_, code_.param_address(frame, ins.call_arguments.front()), kBytes, undefined);
  std::vector<Term> in_runs;
  for (int t = 0; t < threads_; ++t) in_runs.push_back(word.bits.at(t));
  approximations_.insert("random numbers are treated as unknown");
  word.bits = scalar_instructions_.fresh_choices(s, 8 * kBytes, ins.place, "random", &in_runs);
  s.storage.store(ops_, code_.param_address(frame, ins.call_results.front()), word);
}

void ControlFlow::call(Strand s, const Instruction& ins) {
  const std::uint32_t next = program_.functions[s.top().function].blocks[s.top().block].successors.front();
  if (ins.callee < 0 || !program_.functions[ins.callee].has_body) {
    const OutsideCall kind = outside_call(ins.name);
    if (kind == OutsideCall::Assume || kind == OutsideCall::AssertThat) {
      launch_assumptions_.judge_claim(s, ins, kind == OutsideCall::Assume);
      return go_to(std::move(s), next);
    }
    if (kind == OutsideCall::GridMeeting) {
      grid_meetings_.judge_grid_meeting(s, ins.place);
      return go_to(std::move(s), next);
    }
    // printf's device half writes to a buffer that no checked kernel reads; a failed assertion ends the
    // kernel.
    if (kind == OutsideCall::Print) {
      approximations_.insert("output of printf is ignored; its result is treated as unknown");
      s.informed = true;
      const std::vector<Term> zeros(static_cast<std::size_t>(threads_), g.constant(32, 0));  // in replays
      for (const std::uint32_t result : ins.call_results) {
        s.storage.store(
            ops_, code_.param_address(s.frames.size() - 1, result),
            ops_.defined(scalar_instructions_.fresh_choices(s, 32, ins.place, "printf", &zeros), 32));
      }
      return go_to(std::move(s), next);
    }
    const auto is_word = [&](const std::vector<std::uint32_t>& variables) {
      return variables.size() == 1 && program_.variables[variables.front()].size == kAnyWordBytes;
    };
    if (kind == OutsideCall::AnyWord && is_word(ins.call_arguments) && is_word(ins.call_results)) {
      take_any_word(s, ins);
      return go_to(std::move(s), next);
    }
    if (kind == OutsideCall::AssertFail) return stops_.judge_stop(s, ins.place, true);
    return thread_sets_.give_up(s, "call of " + in_quotes(ins.name) + ", which has no body here", ins.place);
  }
  if (s.frames.size() >= kDeepestCall) return thread_sets_.give_up(s, "calls nested too deep", ins.place);
  const Function& callee = program_.functions[ins.callee];
  const std::size_t depth = s.frames.size();
  const int undefined = record_.event(spec::Rule::ValueUninitialised, ins.place);
  for (std::size_t i = 0; i < ins.call_arguments.size() && i < callee.parameters.size(); ++i) {
    copy_param(s, code_.param_address(depth - 1, ins.call_arguments[i]),
               code_.param_address(depth, callee.parameters[i]),
               program_.variables[callee.parameters[i]].size, undefined);
  }
  Frame frame;
  frame.function = static_cast<std::uint32_t>(ins.callee);
  frame.registers.resize(callee.registers.size() + 1);
  s.frames.push_back(std::move(frame));
  strands_.enter(std::move(s));
}

void ControlFlow::leave(Strand s) {
  if (s.frames.size() == 1) {
    keep_results(s);
    return thread_sets_.exit_threads(s);
  }
  const std::size_t depth = s.frames.size() - 1;
  const Function& callee = program_.functions[s.top().function];
  const std::uint64_t local_from = code_.local_base(s);
  const std::uint64_t local_to = local_from + layout_.local_size[s.top().function];
  s.frames.pop_back();
  s.top().carry() = Value{};  // no call preserves it (spec/carry.h)
  const Instruction& ins = code_.instruction_at(s);
  const int undefined = record_.event(spec::Rule::ValueUninitialised, ins.place);
  for (std::size_t i = 0; i < ins.call_results.size() && i < callee.results.size(); ++i) {
    copy_param(s, code_.param_address(depth, callee.results[i]),
               code_.param_address(depth - 1, ins.call_results[i]),
               program_.variables[callee.results[i]].size, undefined);
  }
  s.storage.erase(code_.param_address_base(depth), code_.param_address_base(depth + 1));
  s.storage.erase(local_from, local_to);
  std::erase_if(s.loops, [&](const auto& entry) { return entry.first >> 32 > depth; });
  go_to(std::move(s), program_.functions[s.top().function].blocks[s.top().block].successors.front());
}

void ControlFlow::copy_param(Strand& s, std::uint64_t from, std::uint64_t to, std::uint64_t size,
                          int undefined_event) {
  std::uint64_t done = 0;
  while (done < size) {
    // Copy whole cells where they line up, so that values keep their terms.
    int bytes = 1;
    for (const int candidate : {8, 4, 2}) {
      if (done + static_cast<std::uint64_t>(candidate) > size) continue;
      const auto* cells = s.storage.cells();
      const auto cell = cells == nullptr ? decltype(cells->begin()){} : cells->find(from + done);
      if (cells != nullptr && cell != cells->end() && cell->second.width == candidate * 8) {
        bytes = candidate;
        break;
      }
    }
    if (bytes > 1 || s.storage.written(from + done, bytes)) {
      s.storage.store(ops_, to + done, s.storage.load(ops_, from + done, bytes, undefined_event));
    }
    done += static_cast<std::uint64_t>(bytes);
  }
}

}  // namespace warpproof::symbolic
