// Writes the steps of a lane program: kernels called on slots, whose results lie in temporaries. A kernel whose operands
// are all constants is called right then.
#pragma once

#include <map>
#include <span>
#include <utility>

#include "src/concrete/lane_program.h"

namespace warpproof::concrete {

// Thrown by operations that have no kernel.
struct NoKernel {};

// What stands in a slot.
struct LaneWord {
  int width = 0;
  SlotPlace place;
  bool is_constant = false;
  std::uint64_t value = 0;  // of a constant
};

class LaneEmitter {
 public:
  using Pair = LaneKernels::Pair;

  LaneEmitter(LaneProgram& out, const LaneKernels& kernels) : out_(out), kernels_(kernels) {}

  // A new instruction: temporaries may be used again.
  void begin() { temporaries_ = 0; }
  // The value of a step's result becomes that of a register.
  void assign(const LaneWord& from, SlotPlace to);

  LaneWord constant(int width, std::uint64_t value);
  // The result of a kernel in a new temporary, or a constant when all operands are.
  LaneWord emit(const Pair& kernel, int width, std::uint64_t imm, std::span<const LaneWord> operands);
  // The kernel for operands of that width.
  const Pair& kernel(LaneOp op, int width) const {
    const auto i = static_cast<std::size_t>(op);
    return is_wide(width) ? kernels_.word64[i] : kernels_.word32[i];
  }
  const Pair& kernel(LaneMove op) const { return kernels_.moves[static_cast<std::size_t>(op)]; }

  // Of words; the kernel gets the operands' width.
  LaneWord word(LaneOp op, int width, const LaneWord& a, const LaneWord& b);
  // A predicate of words.
  LaneWord test(LaneOp op, const LaneWord& a, const LaneWord& b, std::uint64_t imm);
  // Of words or predicates.
  LaneWord logic(LaneOp op, LaneMove on_predicates, const LaneWord& a, const LaneWord& b);
  LaneWord move(LaneMove op, int width, const LaneWord& a, const LaneWord& b, std::uint64_t imm);

  static bool is_wide(int width) { return width > 32; }

 private:
  LaneProgram& out_;
  const LaneKernels& kernels_;
  std::size_t temporaries_ = 0;  // lines in use
  std::map<std::pair<int, std::uint64_t>, std::uint32_t> constants_;
};

}  // namespace warpproof::concrete
