#include "src/concrete/control/fast_runs.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "spec/redux.h"
#include "spec/shfl.h"
#include "spec/vote.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/control_flow.h"
#include "src/concrete/control/endless_loops.h"
#include "src/concrete/control/loop_iterations.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/schedule.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/meetings/fast_collectives.h"

namespace warpproof::concrete {

FastRuns::FastRuns(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      inputs_(parts.context.inputs),
      options_(parts.context.options),
      positions_(parts.code.positions),
      current_(parts.code.current),
      current_instruction_(parts.code.current_instruction),
      sites_(parts.code.sites),
      holds_barrier_(parts.code.holds_barrier),
      warps_(parts.threads.warps),
      result_(parts.record.result),
      threads_(parts.threads),
      registers_(parts.registers),
      schedule_(parts.schedule),
      loop_iterations_(parts.loop_iterations),
      control_flow_(parts.control_flow),
      endless_loops_(parts.endless_loops),
      fast_collectives_(parts.fast_collectives) {}

// Runs the fast instructions from `first` on, as many as stand in a row in this block; false when there is
// none, or when each instruction must be seen by itself. Scalar instructions of different warps do not touch
// each other, so each warp runs all of them before the next one.
bool FastRuns::run_fast(PositionId position, const Group& group, std::uint32_t first) {
  const std::uint32_t function = positions_.at(position).function;
  const LaneProgram& lanes = setup_.lanes[function];
  const std::uint32_t count = lanes.run[first];
  if (count == 0 || options_.trace_instructions || inputs_.notes_real_domains || inputs_.notes_real_sums)
    return false;
  if (result_.steps + std::uint64_t{count} * warps_.size() > launch_.max_steps) return false;
  if (temporaries_.size() < lanes.temporary_lines) temporaries_.resize(lanes.temporary_lines);
  const std::vector<Instruction>& code = setup_.program.functions[function].code;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] != 0) run_fast(lanes, code, first, count, w, threads_.bank_of(w, position), group[w]);
  }
  return true;
}

// The same for one warp. Where an operand is not defined, that instruction takes the general way.
void FastRuns::run_fast(const LaneProgram& lanes, const std::vector<Instruction>& code, std::uint32_t first,
                       std::uint32_t count, std::uint32_t w, Bank& bank, LaneMask mask) {
  auto* const temporaries = reinterpret_cast<std::byte*>(temporaries_.data());
  auto* const registers = reinterpret_cast<std::byte*>(bank.registers.data());
  LaneMask *const defined = bank.defined.data(), *const tainted = bank.tainted.data();
  result_.steps += count;
  if (run_segment(lanes, first, bank, mask)) return;
  const FastInstruction* in = &lanes.instructions[first];
  for (std::uint32_t i = first; i < first + count; ++i, ++in) {
    LaneMask executing;
    if (!may_execute(lanes, *in, registers, defined, mask, executing)) {
      current_instruction_ = i;
      --result_.steps;  // counted by execute()
      control_flow_.execute(code[i], warps_[w], bank, mask);
      continue;
    }
    if (executing == 0) continue;
    execute_steps(lanes, *in, registers, temporaries, executing);
    defined[in->writes[0]] |= executing;
    tainted[in->writes[0]] &= ~executing;
    for (std::uint32_t k = 1; k < in->write_count; ++k) {
      defined[in->writes[k]] |= executing;
      tainted[in->writes[k]] &= ~executing;
    }
  }
}

// All fast instructions from `first` on; false, and nothing has happened, where a row of them does not start
// there or something that they need is not defined in all lanes.
bool FastRuns::run_segment(const LaneProgram& lanes, std::uint32_t first, Bank& bank, LaneMask mask) {
  const std::uint32_t number = lanes.segment_at[first];
  if (number == 0) return false;
  const LaneProgram::Segment& segment = lanes.segments[number - 1];
  LaneMask known = ~0u;
  for (const std::uint32_t reg : segment.needs) known &= bank.defined[reg];
  if ((mask & ~known) != 0) return false;
  auto* const temporaries = reinterpret_cast<std::byte*>(temporaries_.data());
  auto* const registers = reinterpret_cast<std::byte*>(bank.registers.data());
  const auto write = [&](std::uint32_t reg, LaneMask executing) {
    bank.defined[reg] |= executing;
    bank.tainted[reg] &= ~executing;
  };
  for (const LaneProgram::Piece& piece : segment.pieces) {
    LaneMask executing = mask;
    if (piece.guarded >= 0) {
      const FastInstruction& in = lanes.instructions[static_cast<std::size_t>(piece.guarded)];
      const auto guard = static_cast<std::size_t>(in.guard);
      std::uint32_t holds;
      std::memcpy(&holds, registers + lanes.offset[guard], sizeof holds);
      executing &= in.negated ? ~holds : holds;
      if (executing == 0) continue;
      for (std::uint32_t k = 0; k < in.write_count; ++k) write(in.writes[k], executing);
    }
    execute_steps(lanes, piece.first, piece.count, registers, temporaries, executing);
  }
  for (const std::uint32_t reg : segment.writes) write(reg, mask);
  return true;
}

// Where everyone who can go on is in one place, and whole warps are: each warp by itself runs through blocks
// that touch neither memory nor other warps, as far as it stays together. Leaves in `group` those that got
// nowhere; false when there are none. What a warp does there cannot be distinguished from another order, as long as no
// step is traced and the places are none after a barrier, which note who passes.
bool FastRuns::run_ahead(PositionId position, Group& group) {
  const Positions::Node& node = positions_.at(position);
  const LaneProgram& lanes = setup_.lanes[node.function];
  // Observers of loops are called in the order of the schedule.
  if (lanes.kinds[node.block] == LaneProgram::BlockKind::Other || options_.trace ||
      options_.loops != nullptr || !may_run_ahead(position))
    return true;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] != 0 && !threads_.is_whole(w, group[w])) return true;
  }
  if (temporaries_.size() < lanes.temporary_lines) temporaries_.resize(lanes.temporary_lines);
  bool rest = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    if (run_ahead(position, w)) {
      group[w] = 0;
    } else {
      rest = true;
    }
  }
  return rest;
}

// No place of the callers is after a barrier.
bool FastRuns::may_run_ahead(PositionId position) {
  if (!holds_barrier_) return true;
  for (PositionId p = positions_.at(position).caller; p != kNoPosition; p = positions_.at(p).caller) {
    if (sites_.is_past_barrier(positions_.at(p).function, positions_.at(p).block)) return false;
  }
  return true;
}

// False when the warp gets nowhere.
bool FastRuns::run_ahead(PositionId position, std::uint32_t w) {
  constexpr int kMostBlocks = 4096;
  const std::uint32_t function = positions_.at(position).function;
  const Function& f = setup_.program.functions[function];
  const LaneProgram& lanes = setup_.lanes[function];
  Bank& bank = threads_.bank_of(w, position);
  std::uint32_t at = positions_.at(position).block;
  const auto go = [&](std::uint32_t next) {
    loop_iterations_.pass_loop_head(position, at, next, w, bank, ~0u);
    at = next;
  };
  int blocks = 0;
  for (; blocks < kMostBlocks; ++blocks) {
    const Block& block = f.blocks[at];
    const std::uint32_t count = block.last - block.first;
    const LaneProgram::BlockKind kind = lanes.kinds[at];
    if (kind == LaneProgram::BlockKind::Other || result_.steps + count > launch_.max_steps) break;
    if (blocks > 0 && endless_loops_.is_time_to_look()) break;
    if (holds_barrier_ && sites_.is_past_barrier(function, at)) break;
    if (kind == LaneProgram::BlockKind::Collective) {
      if (!fast_collectives_.collective_at_once(f.code[block.first], block.first, w, bank)) break;
      ++result_.steps;
      go(block.successors[0]);
      continue;
    }
    const bool is_branch = count > 0 && f.code[block.last - 1].op == Opcode::Bra;
    const std::uint32_t fast = count - (is_branch ? 1 : 0);
    if (fast > 0 && run_segment(lanes, block.first, bank, ~0u)) {
      result_.steps += fast;
    } else {
      current_ = positions_.sibling(position, at);
      if (fast > 0) run_fast(lanes, f.code, block.first, fast, w, bank, ~0u);
    }
    if (!is_branch) {
      go(block.successors[0]);
      continue;
    }
    const Instruction& branch = f.code[block.last - 1];
    current_instruction_ = block.last - 1;
    ++result_.steps;
    LaneMask taken;
    if (!decide_fast(branch, bank, ~0u, taken)) {
      current_ = positions_.sibling(position, at);
      taken = registers_.guard_mask(branch, warps_[w], bank, ~0u);
    }
    if (taken != 0 && taken != ~0u) {
      loop_iterations_.pass_loop_head(position, at, branch.targets[0], w, bank, taken);
      loop_iterations_.pass_loop_head(position, at, block.successors[1], w, bank, ~taken);
      schedule_.enter(positions_.sibling(position, branch.targets[0]), w, taken);
      schedule_.enter(positions_.sibling(position, block.successors[1]), w, ~taken);
      return true;
    }
    go(taken != 0 ? branch.targets[0] : block.successors[1]);
  }
  if (blocks == 0) return false;
  schedule_.enter(positions_.sibling(position, at), w, ~0u);
  return true;
}

// The lanes that take a branch; false when its guard is undefined in one of them.
bool FastRuns::decide_fast(const Instruction& in, const Bank& bank, LaneMask mask, LaneMask& taken) const {
  taken = mask;
  if (in.guard.reg < 0) return true;
  const auto guard = static_cast<std::uint32_t>(in.guard.reg);
  if ((mask & ~bank.defined[guard]) != 0) return false;
  LaneVector holds(1);
  bank.load(guard, holds);
  taken = mask & (in.guard.negated ? ~holds.mask : holds.mask);
  return true;
}

}  // namespace warpproof::concrete
