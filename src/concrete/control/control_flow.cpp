#include "src/concrete/control/control_flow.h"

#include <algorithm>

#include "src/base/effort.h"
#include "src/concrete/control/calls.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/fast_runs.h"
#include "src/concrete/control/loop_iterations.h"
#include "src/concrete/control/observed.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/scalar_instructions.h"
#include "src/concrete/control/schedule.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/ends.h"
#include "src/concrete/meetings/block_barriers.h"
#include "src/concrete/meetings/bypasses.h"
#include "src/concrete/meetings/collectives.h"
#include "src/concrete/memory/access_recorder.h"
#include "src/concrete/memory/async_copies.h"
#include "src/concrete/memory/loads_and_stores.h"
#include "src/concrete/observer.h"
#include "src/machine/collective.h"

namespace warpproof::concrete {

ControlFlow::ControlFlow(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      options_(parts.context.options),
      positions_(parts.code.positions),
      current_(parts.code.current),
      current_instruction_(parts.code.current_instruction),
      holds_barrier_(parts.code.holds_barrier),
      warps_(parts.threads.warps),
      unsettled_(parts.threads.unsettled),
      result_(parts.record.result),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record),
      registers_(parts.registers),
      schedule_(parts.schedule),
      loop_iterations_(parts.loop_iterations),
      scalar_instructions_(parts.scalar_instructions),
      fast_runs_(parts.fast_runs),
      calls_(parts.calls),
      observed_(parts.observed),
      loads_and_stores_(parts.loads_and_stores),
      async_copies_(parts.async_copies),
      access_recorder_(parts.access_recorder),
      collectives_(parts.collectives),
      block_barriers_(parts.block_barriers),
      bypasses_(parts.bypasses) {}

// Lanes go on to another block of the same frame.
void ControlFlow::advance(PositionId from, std::uint32_t block, std::uint32_t w, LaneMask lanes) {
  if (lanes == 0) return;
  if (loop_iterations_.counts_iterations())
    loop_iterations_.pass_loop_head(from, positions_.at(from).block, block, w, threads_.bank_of(w, from),
                                    lanes);
  schedule_.enter(positions_.sibling(from, block), w, lanes);
}

// On to the block after one that has a single way out.
void ControlFlow::advance(PositionId from, std::uint32_t w, LaneMask lanes) {
  advance(from, code_.function_at(from).blocks[positions_.at(from).block].successors.at(0), w, lanes);
}

void ControlFlow::run_block(PositionId position, const Group& group) {
  const Function& f = code_.function_at(position);
  const Block& block = f.blocks[positions_.at(position).block];
  const std::vector<std::uint32_t>& fast = setup_.lanes[positions_.at(position).function].run;
  current_ = position;
  if (options_.loops != nullptr) loop_iterations_.tell_going_on(position);
  if (holds_barrier_) bypasses_.note_passing(position, group);
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    if (fast[i] != 0 && fast_runs_.run_fast(position, group, i)) {
      i += fast[i] - 1;  // past all of them
      continue;
    }
    const Instruction& in = f.code[i];
    current_instruction_ = i;
    switch (in.op) {
      case Opcode::Bra:
      case Opcode::BrxIdx:
        return branch(in, block, group);
      case Opcode::Call:
        return calls_.call(in, position, group);
      case Opcode::Ret:
        return calls_.return_from(position, group);
      case Opcode::Exit:
        for (std::uint32_t w = 0; w < warps_.size(); ++w) exit_lanes(w, group[w]);
        return;
      case Opcode::Trap:
        return judge_stop(group, false);
      case Opcode::Barrier:
        note_informed(group);
        return block_barriers_.arrive_at_barrier(in, position, group);
      case Opcode::Unsupported:
        throw Stop{in.name, in.place};
      default:
        break;
    }
    if (is_rendezvous(in.op)) {
      note_informed(group);
      return collectives_.arrive_at_collective(in, position, group);
    }
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      if (group[w] != 0) execute(in, warps_[w], threads_.bank_of(w, position), group[w]);
    }
  }
  if (block.successors.empty()) {
    // Only lowering's own invariant could be broken here: a block that ends without a way on.
    throw Stop{"control runs past the end of " + f.name, f.place};
  }
  for (std::uint32_t w = 0; w < warps_.size(); ++w) advance(position, w, group[w]);
}

void ControlFlow::execute(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  record_.count_step(in.place);
  mask = registers_.guard_mask(in, warp, bank, mask);
  if (options_.trace_instructions && record_.tracing()) {
    record_.trace({TraceStep::Kind::Instruction,
           in.place,
           bank.function,
           current_instruction_,
           threads_.warp_index(warp),
           LaneSet{mask},
           0,
           {},
           {},
           ""});
  }
  if (mask == 0) return;
  perform(in, warp, bank, mask);
  if (options_.observer != nullptr) observed_.tell_written(in, bank, mask);
}

void ControlFlow::perform(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  switch (info(in.op).cls) {
    case OpcodeClass::Alu:
      return scalar_instructions_.scalar(in, warp, bank, mask);
    case OpcodeClass::Memory:
      return loads_and_stores_.memory(in, warp, bank, mask);
    case OpcodeClass::AsyncCopy:
      return async_copies_.async_copy(in, warp, bank, mask);
    case OpcodeClass::Fence:
      return access_recorder_.note_fence(in, threads_.warp_index(warp), mask);
    case OpcodeClass::Misc:
      return;  // hints
    case OpcodeClass::Control:
    case OpcodeClass::Warp:
    case OpcodeClass::Barrier:
      break;
  }
  throw Stop{std::string(info(in.op).mnemonic) + " inside a block", in.place};
}

void ControlFlow::branch(const Instruction& in, const Block& block, const Group& group) {
  const PositionId position = current_;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    record_.count_step(in.place);
    Warp& warp = warps_[w];
    Bank& bank = threads_.bank_of(w, position);
    if (in.op == Opcode::BrxIdx) {
      Read index;
      registers_.read_operand(in, in.sources.at(0), 32, warp, bank, group[w], index);
      registers_.report_use(index, group[w], in, warp, "the index of a branch");
      for_each_lane(group[w], [&](int lane) {
        const std::uint64_t i = index.word.at(lane);
        if (i >= in.targets.size()) throw Stop{"brx.idx with an index beyond its list", in.place};
        advance(position, in.targets[i], w, 1u << lane);
      });
      continue;
    }
    LaneMask taken;
    if (!fast_runs_.decide_fast(in, bank, group[w], taken))
      taken = registers_.guard_mask(in, warp, bank, group[w]);
    const LaneMask passed = group[w] & ~taken;
    if (taken != 0 && passed != 0 && record_.tracing()) {
      record_.trace({TraceStep::Kind::Branch,
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

void ControlFlow::exit_lanes(std::uint32_t warp, LaneMask lanes) {
  if (lanes == 0) return;
  async_copies_.leave_copies(warp, lanes);
  warps_[warp].exited |= lanes;
  unsettled_ = true;
}

void ControlFlow::note_informed(const Group& group) {
  for (std::uint32_t w = 0; w < warps_.size(); ++w) warps_[w].informed |= group[w];
}

// A failing assertion or a trap, which policies judge (spec/policies.h).
void ControlFlow::judge_stop(const Group& group, bool asserts) {
  const spec::Policies& policies = launch_.policies;
  const std::uint32_t place = code_.instruction_at(current_).place;
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
    record_.count_step(place);
    if (judged && !launch_is_wrong) {
      record_.report(spec::Rule::AssertDevice, place, w, group[w],
             asserts ? "the assertion fails, which ends the launch with an error"
                     : "__trap() is reached, which ends the launch with an error");
    }
    halt_lanes(w, group[w], asserts ? "an assertion fails" : "trap");
  }
  if (assumed || launch_is_wrong) throw OutsideAssumptions{place};
  if (judged) throw LaunchEnded{};
}

void ControlFlow::halt_lanes(std::uint32_t warp, LaneMask lanes, const std::string& why) {
  if (lanes == 0) return;
  warps_[warp].halted |= lanes;
  unsettled_ = true;
  if (!result_.halted_at) result_.halted_at = code_.instruction_at(current_).place;
  record_.trace({TraceStep::Kind::Halt,
         code_.instruction_at(current_).place,
         positions_.at(current_).function,
         current_instruction_,
         warp,
         LaneSet{lanes},
         0,
         {},
         {},
         why});
}

}  // namespace warpproof::concrete
