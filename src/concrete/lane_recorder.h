// A word builder (src/machine/alu.h) that writes down lane kernels instead of computing.
#pragma once

#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "src/concrete/lane_program.h"

namespace warpproof::concrete {

// Thrown by operations that have no kernel.
struct NoKernel {};

class LaneRecorder {
 public:
  struct Word {
    int width = 0;
    SlotPlace place;
    bool is_constant = false;
    std::uint64_t value = 0;  // of a constant
  };

  LaneRecorder(LaneProgram& out, const LaneKernels& kernels) : out_(out), kernels_(kernels) {}

  // A new instruction: temporaries may be used again.
  void begin();
  // The value of a step's result becomes that of a register.
  void assign(const Word& from, SlotPlace to);

  static int width(const Word& a) { return a.width; }
  Word constant(int width, std::uint64_t value);
  Word add(const Word& a, const Word& b) { return word(LaneOp::Add, a.width, a, b); }
  Word sub(const Word& a, const Word& b) { return word(LaneOp::Sub, a.width, a, b); }
  Word neg(const Word& a) { return word(LaneOp::Neg, a.width, a, a); }
  Word mul(const Word& a, const Word& b) { return word(LaneOp::Mul, a.width, a, b); }
  Word udiv(const Word&, const Word&) { throw NoKernel{}; }
  Word sdiv(const Word&, const Word&) { throw NoKernel{}; }
  Word urem(const Word&, const Word&) { throw NoKernel{}; }
  Word srem(const Word&, const Word&) { throw NoKernel{}; }
  Word mulhi_u(const Word& a, const Word& b) { return word(LaneOp::MulHiUnsigned, a.width, a, b); }
  Word mulhi_s(const Word& a, const Word& b) { return word(LaneOp::MulHiSigned, a.width, a, b); }
  Word bit_and(const Word& a, const Word& b) { return logic(LaneOp::And, LaneMove::PredAnd, a, b); }
  Word bit_or(const Word& a, const Word& b) { return logic(LaneOp::Or, LaneMove::PredOr, a, b); }
  Word bit_xor(const Word& a, const Word& b) { return logic(LaneOp::Xor, LaneMove::PredXor, a, b); }
  Word bit_not(const Word& a) { return logic(LaneOp::Not, LaneMove::PredNot, a, a); }
  Word shl(const Word& a, const Word& amount) { return word(LaneOp::Shl, a.width, a, amount); }
  Word lshr(const Word& a, const Word& amount) { return word(LaneOp::Lshr, a.width, a, amount); }
  Word ashr(const Word& a, const Word& amount) { return word(LaneOp::Ashr, a.width, a, amount); }
  Word popc(const Word& a) { return word(LaneOp::Popc, a.width, a, a); }
  Word clz(const Word& a) { return word(LaneOp::Clz, a.width, a, a); }
  Word brev(const Word& a) { return word(LaneOp::Brev, a.width, a, a); }
  Word extract(const Word& a, int high, int low);
  Word bit(const Word& a, int index) { return extract(a, index, index); }
  Word zext(const Word& a, int width);
  Word sext(const Word& a, int width);
  Word concat(std::span<const Word> most_significant_first);
  Word eq(const Word& a, const Word& b);
  Word ult(const Word& a, const Word& b);
  Word ule(const Word& a, const Word& b) { return bit_not(ult(b, a)); }
  Word slt(const Word& a, const Word& b);
  Word sle(const Word& a, const Word& b) { return bit_not(slt(b, a)); }
  Word ite(const Word& condition, const Word& a, const Word& b);
  Word float_op(std::uint64_t packed_op, int result_width, std::span<const Word> operands);

 private:
  using Pair = LaneKernels::Pair;
  static bool is_wide(int width) { return width > 32; }
  const Pair& pair(LaneOp op, int width) const {
    const auto i = static_cast<std::size_t>(op);
    return is_wide(width) ? kernels_.word64[i] : kernels_.word32[i];
  }
  const Pair& pair(LaneMove op) const { return kernels_.moves[static_cast<std::size_t>(op)]; }

  Word word(LaneOp op, int width, const Word& a, const Word& b);
  Word test(LaneOp op, const Word& a, const Word& b, std::uint64_t imm);
  Word logic(LaneOp op, LaneMove on_predicates, const Word& a, const Word& b);
  Word move(LaneMove op, int width, const Word& a, const Word& b, std::uint64_t imm);
  Word compare_floats(std::uint64_t packed_op, const Word& a, const Word& b);
  // The result of a kernel in a new temporary, or a constant when all operands are.
  Word emit(const Pair& kernel, int width, std::uint64_t imm, std::span<const Word> operands);

  LaneProgram& out_;
  const LaneKernels& kernels_;
  std::size_t temporaries_ = 0;  // lines in use
  std::size_t begun_ = 0;        // steps before this instruction
  std::map<std::pair<int, std::uint64_t>, std::uint32_t> constants_;
};

}  // namespace warpproof::concrete
