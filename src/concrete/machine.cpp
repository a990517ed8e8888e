// The schedule, and control flow within a function.

#include "src/concrete/machine.h"

#include <algorithm>

#include "src/machine/alu.h"

namespace warpproof::concrete {

Machine::Machine(const Setup& setup, const RunInputs& inputs, const RunOptions& options)
    : setup_(setup),
      launch_(setup.launch),
      inputs_(inputs),
      options_(options),
      report_(setup.launch),
      positions_(setup.graphs),
      running_(Before{&positions_}),
      leaving_(Before{&positions_}) {}

RunResult Machine::run() {
  try {
    if (!setup_.too_large.empty()) throw Stop{setup_.too_large, setup_.program.functions[setup_.root].place};
    start_lanes();
    load_inputs();
    while (step()) settle();
    standstill();
  } catch (const Stop& stop) {
    result_.outcome = RunResult::Outcome::Unknown;
    result_.unknown = stop.what;
    result_.unknown_place = stop.place;
  }
  result_.findings = report_.take();
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

void Machine::load_inputs() {
  const Program& program = setup_.program;
  const Layout& layout = setup_.layout;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    if (layout.allocation[v] != kNoAllocation && variable.initial) {
      result_.global.write_bytes(layout.address[v], *variable.initial);
    }
  }
  for (const MemoryCells& cells : inputs_.memory) {
    result_.global.write_bytes(allocation_base(cells.allocation) + cells.offset, cells.bytes);
  }
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

const Instruction& Machine::instruction_at(PositionId p) const {
  const Function& f = function_at(p);
  return f.code[f.blocks[positions_.at(p).block].first];
}

PositionId Machine::after(PositionId p) {
  return positions_.sibling(p, function_at(p).blocks[positions_.at(p).block].successors.at(0));
}

void Machine::count_step(std::uint32_t place) {
  if (++result_.steps > launch_.max_steps) throw Stop{"step limit", place};
}

bool Machine::step() {
  Groups& from = leaving_.empty() ? running_ : leaving_;
  if (from.empty()) return false;
  const auto first = from.begin();
  const PositionId position = first->first;
  const Group group = std::move(first->second);
  from.erase(first);
  run_block(position, group);
  return true;
}

void Machine::run_block(PositionId position, const Group& group) {
  const Function& f = function_at(position);
  const Block& block = f.blocks[positions_.at(position).block];
  current_ = position;
  for (std::uint32_t w = 0; w < warps_.size() && !blocked_sites_.empty(); ++w) {
    if (group[w] != 0) check_bypass(position, w, group[w]);
  }
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const Instruction& in = f.code[i];
    current_instruction_ = i;
    switch (in.op) {
      case Opcode::Bra:
      case Opcode::BrxIdx: return branch(in, block, group);
      case Opcode::Call: return call(in, position, group);
      case Opcode::Ret: return return_from(position, group);
      case Opcode::Exit:
        for (std::uint32_t w = 0; w < warps_.size(); ++w) exit_lanes(w, group[w]);
        return;
      case Opcode::Trap:
        for (std::uint32_t w = 0; w < warps_.size(); ++w) halt_lanes(w, group[w], "trap");
        return;
      case Opcode::Barrier: return arrive_at_barrier(in, position, group);
      case Opcode::Unsupported: throw Stop{in.name, in.place};
      default: break;
    }
    if (is_rendezvous(in.op)) return arrive_at_collective(in, position, group);
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      if (group[w] != 0) execute(in, warps_[w], bank_of(w, position), group[w]);
    }
  }
  if (block.successors.empty()) {
    // Only lowering's own invariant could be broken here: a block that ends without a way on.
    throw Stop{"control runs past the end of " + f.name, f.place};
  }
  const PositionId next = positions_.sibling(position, block.successors[0]);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) enter(next, w, group[w]);
}

void Machine::execute(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  count_step(in.place);
  mask = guard_mask(in, warp, bank, mask);
  if (mask == 0) return;
  switch (info(in.op).cls) {
    case OpcodeClass::Alu: return scalar(in, warp, bank, mask);
    case OpcodeClass::Memory: return memory(in, warp, bank, mask);
    case OpcodeClass::Fence:
    case OpcodeClass::Misc: return;  // fences order, hints hint: no effect on one canonical schedule
    case OpcodeClass::Control:
    case OpcodeClass::Warp:
    case OpcodeClass::Barrier: break;
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
        enter(positions_.sibling(position, in.targets[i]), w, 1u << lane);
      });
      continue;
    }
    const LaneMask taken = guard_mask(in, warp, bank, group[w]);
    const LaneMask passed = group[w] & ~taken;
    if (taken != 0 && passed != 0 && tracing()) {
      trace({TraceStep::Kind::Branch, in.place, positions_.at(position).function, current_instruction_, w,
             LaneSet{group[w]}, 0, LaneSet{taken}, {}, ""});
    }
    enter(positions_.sibling(position, in.targets.at(0)), w, taken);
    if (passed != 0) enter(positions_.sibling(position, block.successors.at(1)), w, passed);
  }
}

void Machine::enter(PositionId position, std::uint32_t warp, LaneMask lanes) {
  if (lanes == 0) return;
  Groups& into = positions_.at_trivial_exit(position) ? leaving_ : running_;
  Group& group = into.try_emplace(position, warps_.size(), 0).first->second;
  group[warp] |= lanes;
}

// Lanes wait at an aligned barrier without a count, and these lanes come to a place that every path from that barrier
// leads to: they went around it.
void Machine::check_bypass(PositionId position, std::uint32_t warp, LaneMask lanes) {
  for (const PositionId site : blocked_sites_) {
    const Positions::Common common = positions_.common_frame(site, position);
    const FunctionGraph& graph = *setup_.graphs[common.function];
    const int there_block = static_cast<int>(common.b_block);
    if (!graph.post_dominates(there_block, static_cast<int>(common.a_block))) continue;
    if (graph.is_trivial_exit[common.b_block]) continue;
    if (!bypassed_.insert({site, common.b_block}).second) continue;
    const Instruction& barrier = instruction_at(site);
    const Function& f = setup_.program.functions[common.function];
    const std::uint32_t there = f.code.empty() ? f.place : f.code[f.blocks[common.b_block].first].place;
    ThreadSet waiting;
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      for_each_lane(warps_[w].waiting, [&](int lane) {
        if (warps_[w].waits[lane].position == site) waiting.add(static_cast<int>(w), lane);
      });
    }
    const ThreadSet passing(static_cast<int>(warp), LaneSet{lanes});
    const std::string message = "the barrier stands under a condition that is not the same in all threads: " +
                                waiting.str() + " wait here, " + passing.str() + " went around it";
    if (report_.add(spec::Rule::BarrierDivergent, report_.level(spec::Rule::BarrierDivergent), barrier.place, waiting,
                    message, {{there, "reached by " + passing.str() + " without the barrier"}})) {
      trace({TraceStep::Kind::Finding, barrier.place, 0, 0, warp, LaneSet{lanes}, 0, {}, {}, message});
    }
  }
}

void Machine::exit_lanes(std::uint32_t warp, LaneMask lanes) {
  if (lanes == 0) return;
  warps_[warp].exited |= lanes;
  unsettled_ = true;
}

void Machine::halt_lanes(std::uint32_t warp, LaneMask lanes, const std::string& why) {
  if (lanes == 0) return;
  warps_[warp].halted |= lanes;
  unsettled_ = true;
  trace({TraceStep::Kind::Halt, instruction_at(current_).place, positions_.at(current_).function,
         current_instruction_, warp, LaneSet{lanes}, 0, {}, {}, why});
}

// Fires whatever can fire. Firing sets are disjoint, so the order does not change what happens.
void Machine::settle() {
  if (!unsettled_) return;
  unsettled_ = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    while (fire_one(w)) {
    }
  }
  for (std::uint32_t id = 0; id < barriers_.size(); ++id) {
    while (fire_barrier(id)) {
    }
  }
}

void Machine::trace(TraceStep step) {
  if (tracing()) result_.trace.push_back(std::move(step));
}

bool Machine::report(spec::Rule rule, std::uint32_t place, std::uint32_t warp, LaneMask lanes, std::string message,
                     std::vector<RelatedPlace> related) {
  const bool added = report_.add(rule, place, warp, lanes, message, std::move(related));
  if (added) trace({TraceStep::Kind::Finding, place, 0, 0, warp, LaneSet{lanes}, 0, {}, {}, std::move(message)});
  return added;
}

}  // namespace warpproof::concrete
