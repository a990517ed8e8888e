// The schedule, and control flow within a function.

#include "src/concrete/machine.h"

#include <algorithm>

#include "src/base/effort.h"

namespace warpproof::concrete {

namespace {

Launch of_these_steps(Launch launch, const std::optional<std::uint64_t>& max_steps) {
  if (max_steps) launch.max_steps = *max_steps;
  return launch;
}

}  // namespace

Machine::Machine(const Setup& setup, const Launch& launch, const RunInputs& inputs, const RunOptions& options,
                 CellMemory& global, GridRaceMonitor* between, ReadOnlyMonitor* read_only)
    : setup_(setup),
      launch_(of_these_steps(launch, options.max_steps)),
      inputs_(inputs),
      options_(options),
      global_(global),
      report_(launch_),
      positions_(setup.graphs),
      running_(positions_, launch.warps()),
      leaving_(positions_, launch.warps()),
      alone_{kNoPosition, 0, Group(launch.warps(), 0)},
      sites_(setup.program, [this](std::uint32_t f) -> const FunctionGraph& { return *setup_.graphs[f]; }),
      races_(options.races ? launch.threads() : 0, static_cast<std::uint32_t>(launch.warp_size),
             [this](spec::Rule rule, const RaceMonitor::Access& earlier, const RaceMonitor::Access& later,
                    bool equal) { report_race(rule, earlier, later, equal); }),
      between_(options.races ? between : nullptr),
      read_only_(!judges_read_only(setup, options) ? nullptr : read_only != nullptr ? read_only : &own_read_only_),
      block_(static_cast<std::uint32_t>(launch.ctaid[0] +
                                        (launch.ctaid[1] + std::uint64_t{launch.ctaid[2]} * launch.grid[1]) *
                                            launch.grid[0])),
      stepping_(launch.warps(), 0) {
  effort::spend(effort::Work::Run);
  if (options.random_schedule) random_.emplace(*options.random_schedule + 0x9e3779b97f4a7c15ull * block_);
  try {
    if (!setup_.too_large.empty()) throw Stop{setup_.too_large, setup_.program.functions[setup_.root].place};
    holds_barrier_ = sites_.holds_barrier(setup_.root);
    counts_iterations_ = holds_barrier_ || random_.has_value() || options_.races || options_.loops != nullptr;
    const auto& grid = launch_.grid;
    if (setup_.may_spin && !random_ && std::uint64_t{grid[0]} * grid[1] * grid[2] == 1)
      next_look_ = kFirstLook;
    start_lanes();
    load_inputs();
  } catch (const Stop& stop) {
    stop_run(stop);
  }
}

void Machine::stop_run(const Stop& stop) {
  stopped_ = true;
  result_.outcome = RunResult::Outcome::Unknown;
  result_.unknown = stop.what;
  result_.unknown_place = stop.place;
}

void Machine::stop(const std::string& why) {
  stop_run(Stop{why, setup_.program.functions[setup_.root].place});
}

bool Machine::run_some(std::uint64_t limit) {
  try {
    for (; limit > 0 && !stopped_; --limit) {
      const std::uint64_t before = result_.steps;
      const bool more = step();
      effort::spend(effort::Work::Step);
      effort::spend(effort::Work::WarpInstruction, result_.steps - before);
      if (!more) return false;
      settle();
    }
  } catch (const Stop& stop) {
    stop_run(stop);
  } catch (const OutsideAssumptions& outside) {
    stopped_ = result_.outside_assumptions = true;
    result_.outside_place = outside.place;
  } catch (const LaunchEnded&) {
    stopped_ = result_.launch_ended = true;
  }
  return !stopped_;
}

RunResult Machine::finish() {
  stop_looking();
  if (!stopped_) standstill();
  if (options_.observer != nullptr) options_.observer->ended(block_, [this] { return snapshot(); });
  result_.findings = report_.take();
  for (const Warp& warp : warps_) result_.activemasks.push_back(warp.activemasks);
  return std::move(result_);
}

void Machine::start_lanes() {
  const std::uint32_t threads = launch_.threads();
  warps_.resize(launch_.warps());
  local_.resize(threads);
  result_.results.resize(setup_.program.functions[setup_.root].is_entry ? 0 : threads);
  const PositionId start = positions_.intern(kNoPosition, setup_.root, 0);
  for (std::uint32_t t = 0; t < threads; ++t) {
    warps_[t / launch_.warp_size].exists |= 1u << (t % launch_.warp_size);
  }
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    bank_of(w, start);
    enter(start, w, warps_[w].exists);
  }
}

void load_memory(const Setup& setup, const RunInputs& inputs, CellMemory& global) {
  const Program& program = setup.program;
  const Layout& layout = setup.layout;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    if (layout.allocation[v] != kNoAllocation && variable.initial) {
      global.write_bytes(layout.address[v], *variable.initial);
    }
  }
  for (const MemoryCells& cells : inputs.memory) {
    global.write_bytes(allocation_base(cells.allocation) + cells.offset, cells.bytes);
  }
}

void Machine::load_inputs() {
  const Program& program = setup_.program;
  const Layout& layout = setup_.layout;
  const Function& root = program.functions[setup_.root];
  for (std::size_t i = 0; i < root.parameters.size(); ++i) {
    const std::uint32_t variable = root.parameters[i];
    const std::uint64_t address = layout.address[variable];
    if (root.is_entry) {
      if (i < inputs_.params.size()) kernel_params_.write_bytes(address, inputs_.params[i]);
      kernel_param_bytes_ = address + program.variables[variable].size;
      continue;
    }
    for (std::uint32_t t = 0; t < launch_.threads(); ++t) {
      Bank& bank = *warps_[t / launch_.warp_size].banks[0][0];
      std::vector<std::uint8_t> bytes;
      if (t < inputs_.per_lane_params.size() && i < inputs_.per_lane_params[t].size()) {
        bytes = inputs_.per_lane_params[t][i];
      }
      bytes.resize(program.variables[variable].size);
      bank.params.write_bytes(t % launch_.warp_size * layout.param_size[setup_.root] + address, bytes);
    }
  }
}

// A block made by lowering may be empty: then the function's own place.
std::uint32_t Machine::place_of(PositionId p) const {
  const Function& f = function_at(p);
  const Block& block = f.blocks[positions_.at(p).block];
  return block.first < block.last ? f.code[block.first].place : f.place;
}

const Instruction& Machine::instruction_at(PositionId p) const {
  const Function& f = function_at(p);
  return f.code[f.blocks[positions_.at(p).block].first];
}

// Lanes go on to another block of the same frame.
void Machine::advance(PositionId from, std::uint32_t block, std::uint32_t w, LaneMask lanes) {
  if (lanes == 0) return;
  if (counts_iterations_) pass_loop_head(from, positions_.at(from).block, block, w, bank_of(w, from), lanes);
  enter(positions_.sibling(from, block), w, lanes);
}

// On to the block after one that has a single way out.
void Machine::advance(PositionId from, std::uint32_t w, LaneMask lanes) {
  advance(from, function_at(from).blocks[positions_.at(from).block].successors.at(0), w, lanes);
}

void Machine::count_step(std::uint32_t place) {
  if (++result_.steps <= launch_.max_steps) return;
  end_without_end(place,
                  "the run did not come to an end within " + std::to_string(launch_.max_steps) +
                      " warp instructions of a block; it was here when it was stopped",
                  "step limit");
}

void Machine::end_without_end(std::uint32_t place, const std::string& message, const std::string& what) {
  if (inputs_.extents && !inputs_.only_bounds)
    report(spec::Rule::LoopUnbounded, place, 0, warps_[0].live(), message);
  throw Stop{what, place};
}

bool Machine::step() {
  if (random_) return random_step();
  if (result_.steps >= next_look_ && spins_for_ever()) return false;
  if (alone_is_set_) {
    alone_is_set_ = false;
    stepping_.swap(alone_.group);
    if (standing_) note_moving(stepping_);
    const PositionId position = alone_.position;
    if (run_ahead(position, stepping_)) run_block(position, stepping_);
    return true;
  }
  RunQueue& from = leaving_.empty() ? running_ : leaving_;
  if (from.empty()) return false;
  RunQueue::Entry next = from.take(from.size() > 1 && &from == &running_ ? choose_fairly() : 0);
  if (standing_) note_moving(next.group);
  run_block(next.position, next.group);
  from.give_back(std::move(next.group));
  return true;
}

// The least position, unless some lane has been passed over for so long that others may be spinning on what
// it is to do (a lock between lanes). Then that lane goes ahead for a while: from sm_70 on every lane makes
// progress (CUDA C++ Programming Guide 13.0, independent thread scheduling). Older targets promise no such
// thing.
std::size_t Machine::choose_fairly() {
  ++schedule_time_;
  if (!spec::has_independent_thread_scheduling(spec::Target{launch_.target_sm})) return 0;
  if (favoured_steps_ == 0 && schedule_time_ % kPatienceCheck == 0) {
    for (std::size_t i = 0; i < running_.size(); ++i) {
      if (schedule_time_ - running_[i].since < kPatience) continue;
      favoured_warp_ = 0;
      while (running_[i].group[favoured_warp_] == 0) ++favoured_warp_;
      favoured_lane_ = std::countr_zero(running_[i].group[favoured_warp_]);
      favoured_steps_ = kFavouredSteps;
      break;
    }
  }
  if (favoured_steps_ == 0) return 0;
  --favoured_steps_;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    if ((running_[i].group[favoured_warp_] >> favoured_lane_) & 1) return i;
  }
  favoured_steps_ = 0;
  return 0;
}

void Machine::run_block(PositionId position, const Group& group) {
  const Function& f = function_at(position);
  const Block& block = f.blocks[positions_.at(position).block];
  current_ = position;
  if (options_.loops != nullptr) tell_going_on(position);
  if (holds_barrier_) note_passing(position, group);
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    if (run_fast(position, group, i)) {
      i += setup_.lanes[positions_.at(position).function].run[i] - 1;  // past all of them
      continue;
    }
    const Instruction& in = f.code[i];
    current_instruction_ = i;
    switch (in.op) {
      case Opcode::Bra:
      case Opcode::BrxIdx:
        return branch(in, block, group);
      case Opcode::Call:
        return call(in, position, group);
      case Opcode::Ret:
        return return_from(position, group);
      case Opcode::Exit:
        for (std::uint32_t w = 0; w < warps_.size(); ++w) exit_lanes(w, group[w]);
        return;
      case Opcode::Trap:
        return judge_stop(group, false);
      case Opcode::Barrier:
        note_informed(group);
        return arrive_at_barrier(in, position, group);
      case Opcode::Unsupported:
        throw Stop{in.name, in.place};
      default:
        break;
    }
    if (is_rendezvous(in.op)) {
      note_informed(group);
      return arrive_at_collective(in, position, group);
    }
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      if (group[w] != 0) execute(in, warps_[w], bank_of(w, position), group[w]);
    }
  }
  if (block.successors.empty()) {
    // Only lowering's own invariant could be broken here: a block that ends without a way on.
    throw Stop{"control runs past the end of " + f.name, f.place};
  }
  for (std::uint32_t w = 0; w < warps_.size(); ++w) advance(position, w, group[w]);
}

void Machine::execute(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  count_step(in.place);
  mask = guard_mask(in, warp, bank, mask);
  if (options_.trace_instructions && tracing()) {
    trace({TraceStep::Kind::Instruction,
           in.place,
           bank.function,
           current_instruction_,
           warp_index(warp),
           LaneSet{mask},
           0,
           {},
           {},
           ""});
  }
  if (mask == 0) return;
  perform(in, warp, bank, mask);
  if (options_.observer != nullptr) tell_written(in, bank, mask);
}

void Machine::perform(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  switch (info(in.op).cls) {
    case OpcodeClass::Alu:
      return scalar(in, warp, bank, mask);
    case OpcodeClass::Memory:
      return memory(in, warp, bank, mask);
    case OpcodeClass::AsyncCopy:
      return async_copy(in, warp, bank, mask);
    case OpcodeClass::Fence:
      return note_fence(in, warp_index(warp), mask);
    case OpcodeClass::Misc:
      return;  // hints
    case OpcodeClass::Control:
    case OpcodeClass::Warp:
    case OpcodeClass::Barrier:
      break;
  }
  throw Stop{std::string(info(in.op).mnemonic) + " inside a block", in.place};
}

void Machine::branch(const Instruction& in, const Block& block, const Group& group) {
  const PositionId position = current_;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    count_step(in.place);
    Warp& warp = warps_[w];
    Bank& bank = bank_of(w, position);
    if (in.op == Opcode::BrxIdx) {
      Read index;
      read_operand(in, in.sources.at(0), 32, warp, bank, group[w], index);
      report_use(index, group[w], in, warp, "the index of a branch");
      for_each_lane(group[w], [&](int lane) {
        const std::uint64_t i = index.word.at(lane);
        if (i >= in.targets.size()) throw Stop{"brx.idx with an index beyond its list", in.place};
        advance(position, in.targets[i], w, 1u << lane);
      });
      continue;
    }
    LaneMask taken;
    if (!decide_fast(in, bank, group[w], taken)) taken = guard_mask(in, warp, bank, group[w]);
    const LaneMask passed = group[w] & ~taken;
    if (taken != 0 && passed != 0 && tracing()) {
      trace({TraceStep::Kind::Branch,
             in.place,
             positions_.at(position).function,
             current_instruction_,
             w,
             LaneSet{group[w]},
             0,
             LaneSet{taken},
             {},
             ""});
    }
    advance(position, in.targets.at(0), w, taken);
    if (passed != 0) advance(position, block.successors.at(1), w, passed);
  }
}

void Machine::enter(PositionId position, std::uint32_t warp, LaneMask lanes) {
  if (lanes == 0) return;
  if (alone_is_set_ && alone_.position == position) {
    alone_.group[warp] |= lanes;
    return;
  }
  if (!alone_is_set_ && running_.empty() && leaving_.empty()) {
    alone_is_set_ = true;
    alone_.position = position;
    alone_.since = schedule_time_;
    std::fill(alone_.group.begin(), alone_.group.end(), 0);
    alone_.group[warp] = lanes;
    return;
  }
  spill_alone();
  (positions_.at_trivial_exit(position) ? leaving_ : running_).add(position, schedule_time_, warp, lanes);
}

void Machine::spill_alone() {
  if (!alone_is_set_) return;
  alone_is_set_ = false;
  RunQueue& into = positions_.at_trivial_exit(alone_.position) ? leaving_ : running_;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (alone_.group[w] != 0) into.add(alone_.position, alone_.since, w, alone_.group[w]);
  }
}

void Machine::exit_lanes(std::uint32_t warp, LaneMask lanes) {
  if (lanes == 0) return;
  leave_copies(warp, lanes);
  warps_[warp].exited |= lanes;
  unsettled_ = true;
}

void Machine::note_informed(const Group& group) {
  for (std::uint32_t w = 0; w < warps_.size(); ++w) warps_[w].informed |= group[w];
}

// A failing assertion or a trap, which policies judge (spec/policies.h).
void Machine::judge_stop(const Group& group, bool asserts) {
  const spec::Policies& policies = launch_.policies;
  const std::uint32_t place = instruction_at(current_).place;
  const bool assumed =
      asserts ? policies.device_assert == spec::DeviceAssert::Assume : policies.trap == spec::Trap::Assume;
  const bool judged =
      asserts ? policies.device_assert == spec::DeviceAssert::Check : policies.trap == spec::Trap::Check;
  // Who has learnt nothing but parameters and launch values fails a condition of the launch.
  bool launch_is_wrong = judged && asserts;
  for (std::uint32_t w = 0; w < warps_.size(); ++w)
    launch_is_wrong = launch_is_wrong && (group[w] & warps_[w].informed) == 0;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    count_step(place);
    if (judged && !launch_is_wrong) {
      report(spec::Rule::AssertDevice, place, w, group[w],
             asserts ? "the assertion fails, which ends the launch with an error"
                     : "__trap() is reached, which ends the launch with an error");
    }
    halt_lanes(w, group[w], asserts ? "an assertion fails" : "trap");
  }
  if (assumed || launch_is_wrong) throw OutsideAssumptions{place};
  if (judged) throw LaunchEnded{};
}

void Machine::halt_lanes(std::uint32_t warp, LaneMask lanes, const std::string& why) {
  if (lanes == 0) return;
  warps_[warp].halted |= lanes;
  unsettled_ = true;
  if (!result_.halted_at) result_.halted_at = instruction_at(current_).place;
  trace({TraceStep::Kind::Halt,
         instruction_at(current_).place,
         positions_.at(current_).function,
         current_instruction_,
         warp,
         LaneSet{lanes},
         0,
         {},
         {},
         why});
}

// Fires whatever can fire. Firing sets are disjoint, so the order does not change what happens.
void Machine::settle() {
  if (!unsettled_) return;
  unsettled_ = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    while (fire_one(w)) stop_looking();
  }
  for (std::uint32_t id = 0; id < barriers_.size(); ++id) {
    while (fire_barrier(id)) stop_looking();
  }
}

// What is said of findings is kept also where a long run has filled the trace.
void Machine::trace(TraceStep step) {
  constexpr std::size_t kMostBeyond = 64;
  const bool tells = step.kind == TraceStep::Kind::Finding || step.kind == TraceStep::Kind::Access ||
                     step.kind == TraceStep::Kind::Standstill;
  if (!tracing() && (!tells || !options_.trace || result_.trace.size() >= options_.max_trace + kMostBeyond))
    return;
  step.barrier = traced_barrier_;
  if (options_.observer != nullptr) return options_.observer->step(block_, step, [this] { return snapshot(); });
  if (step.kind == TraceStep::Kind::Halt && !result_.trace.empty()) {
    TraceStep& last = result_.trace.back();
    if (last.kind == step.kind && last.warp == step.warp && last.function == step.function &&
        last.instruction == step.instruction && last.text == step.text && last.barrier == step.barrier) {
      last.lanes.bits |= step.lanes.bits;
      return;
    }
  }
  result_.trace.push_back(std::move(step));
}

bool Machine::report(spec::Rule rule, std::uint32_t place, std::uint32_t warp, LaneMask lanes,
                     std::string message, std::vector<RelatedPlace> related) {
  const bool added = report_.add(rule, place, warp, lanes, message, std::move(related));
  if (added)
    trace({TraceStep::Kind::Finding, place, 0, 0, warp, LaneSet{lanes}, 0, {}, {}, std::move(message)});
  return added;
}

}  // namespace warpproof::concrete
