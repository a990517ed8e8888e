// Scalar instructions made ready to run on whole warps: each is a short list of lane kernels, found by
// executing the one text of its meaning (execute_alu, src/machine/alu.h) once, over words that stand for
// slots and operations that write down the kernel to call. Operations on constants are done right then.
//
// What a kernel cannot do (division, special registers, addresses of local memory) is left to the machine's
// general way, and so is every execution with an undefined operand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/concrete/lane_kernels.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::concrete {

struct alignas(kSlotAlignment) Line {
  std::array<std::byte, kSlotAlignment> bytes;
};

// Where a kernel finds a slot: an offset from one of three starts.
struct SlotPlace {
  enum Base : std::uint32_t { kRegister, kTemporary, kConstant };
  Base base = kRegister;
  std::uint32_t offset = 0;  // bytes
};

struct LaneStep {
  LaneKernel full = nullptr, masked = nullptr;
  SlotPlace d, a, b, c;
  std::uint64_t imm = 0;
};

struct FastInstruction {
  bool is_fast = false;
  bool negated = false;                // the guard
  std::int32_t guard = -1;             // its register
  std::uint32_t first = 0, count = 0;  // steps
  // Registers. Unused places hold LaneProgram::nothing(), so that checks need no branches.
  std::uint32_t read_count = 0, write_count = 0;
  std::array<std::uint32_t, 5> reads{}, writes{};
};

// A function's registers in memory, and its instructions. The carry flag is the register after the last.
struct LaneProgram {
  std::vector<std::uint32_t> offset;  // by register, in the register file
  std::vector<int> width;             // by register, in bits
  std::size_t register_lines = 0;     // size of a register file
  std::uint32_t carry() const { return static_cast<std::uint32_t>(offset.size() - 1); }
  std::uint32_t nothing() const { return static_cast<std::uint32_t>(offset.size()); }
  std::vector<FastInstruction> instructions;
  std::vector<std::uint32_t> run;  // by instruction: how many fast ones from here on in one block
  // By block: nothing but fast instructions and perhaps a branch with one target at the end; or a collective
  // alone. A full warp may run through such blocks by itself.
  enum class BlockKind : std::uint8_t { Other, Plain, Collective };
  std::vector<BlockKind> kinds;
  std::vector<LaneStep> steps;
  std::vector<Line> constants;
  // Fast instructions in a row, for lanes in which all that they need from before is defined: then no
  // instruction has to look, and those without a guard are one list of steps.
  struct Piece {
    std::int32_t guarded = -1;           // the one instruction of the piece, if that has a guard
    std::uint32_t first = 0, count = 0;  // steps
  };
  struct Segment {
    std::vector<std::uint32_t> needs;   // registers, guards among them
    std::vector<std::uint32_t> writes;  // registers that instructions without a guard write
    std::vector<Piece> pieces;
  };
  std::vector<std::uint32_t> segment_at;  // by instruction: number in `segments`, from 1, where a row starts
  std::vector<Segment> segments;
  std::size_t temporary_lines = 0;
};

LaneProgram prepare(const Program& program, const Function& function, const Layout& layout,
                    const LaneKernels& kernels = lane_kernels());

// Every lane of `mask` that the guard lets execute, in `executing`; false when some value that this takes is
// undefined. `defined` is by register, and all ones for nothing().
inline bool may_execute(const LaneProgram& lanes, const FastInstruction& in, const std::byte* registers,
                        const std::uint32_t* defined, std::uint32_t mask, std::uint32_t& executing) {
  if (in.guard >= 0) {
    const auto guard = static_cast<std::size_t>(in.guard);
    if ((mask & ~defined[guard]) != 0) return false;
    const std::uint32_t holds = *reinterpret_cast<const std::uint32_t*>(registers + lanes.offset[guard]);
    mask &= in.negated ? ~holds : holds;
  }
  executing = mask;
  std::uint32_t known = defined[in.reads[0]] & defined[in.reads[1]] & defined[in.reads[2]];
  if (in.read_count > 3) known &= defined[in.reads[3]] & defined[in.reads[4]];
  return (mask & ~known) == 0;
}

// Executes `count` steps from `first` on for the lanes of the mask.
inline void execute_steps(const LaneProgram& lanes, std::uint32_t first, std::uint32_t count,
                          std::byte* registers, std::byte* temporaries, std::uint32_t mask) {
  std::byte* const base[] = {registers, temporaries,
                             reinterpret_cast<std::byte*>(const_cast<Line*>(lanes.constants.data()))};
  const LaneStep* step = lanes.steps.data() + first;
  const LaneStep* const end = step + count;
  const auto at = [&](SlotPlace p) { return base[p.base] + p.offset; };
  if (mask == ~0u) {
    for (; step != end; ++step)
      step->full(at(step->d), at(step->a), at(step->b), at(step->c), mask, step->imm);
  } else {
    for (; step != end; ++step)
      step->masked(at(step->d), at(step->a), at(step->b), at(step->c), mask, step->imm);
  }
}

// The steps of one instruction.
inline void execute_steps(const LaneProgram& lanes, const FastInstruction& in, std::byte* registers,
                          std::byte* temporaries, std::uint32_t mask) {
  execute_steps(lanes, in.first, in.count, registers, temporaries, mask);
}

}  // namespace warpproof::concrete
