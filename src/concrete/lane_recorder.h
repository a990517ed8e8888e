// A word builder (src/machine/alu.h) that writes down lane kernels instead of computing: the operations, each by the
// kernels that it is made of.
#pragma once

#include <span>

#include "src/concrete/lane_emitter.h"
#include "src/concrete/lane_floats.h"

namespace warpproof::concrete {

class LaneRecorder {
 public:
  using Word = LaneWord;

  explicit LaneRecorder(LaneEmitter& out) : out_(out) {}

  static int width(const Word& a) { return a.width; }
  Word constant(int width, std::uint64_t value) { return out_.constant(width, value); }
  Word add(const Word& a, const Word& b) { return out_.word(LaneOp::Add, a.width, a, b); }
  Word sub(const Word& a, const Word& b) { return out_.word(LaneOp::Sub, a.width, a, b); }
  Word neg(const Word& a) { return out_.word(LaneOp::Neg, a.width, a, a); }
  Word mul(const Word& a, const Word& b) { return out_.word(LaneOp::Mul, a.width, a, b); }
  Word udiv(const Word&, const Word&) { throw NoKernel{}; }
  Word sdiv(const Word&, const Word&) { throw NoKernel{}; }
  Word urem(const Word&, const Word&) { throw NoKernel{}; }
  Word srem(const Word&, const Word&) { throw NoKernel{}; }
  Word mulhi_u(const Word& a, const Word& b) { return out_.word(LaneOp::MulHiUnsigned, a.width, a, b); }
  Word mulhi_s(const Word& a, const Word& b) { return out_.word(LaneOp::MulHiSigned, a.width, a, b); }
  Word bit_and(const Word& a, const Word& b) { return out_.logic(LaneOp::And, LaneMove::PredAnd, a, b); }
  Word bit_or(const Word& a, const Word& b) { return out_.logic(LaneOp::Or, LaneMove::PredOr, a, b); }
  Word bit_xor(const Word& a, const Word& b) { return out_.logic(LaneOp::Xor, LaneMove::PredXor, a, b); }
  Word bit_not(const Word& a) { return out_.logic(LaneOp::Not, LaneMove::PredNot, a, a); }
  Word shl(const Word& a, const Word& amount) { return out_.word(LaneOp::Shl, a.width, a, amount); }
  Word lshr(const Word& a, const Word& amount) { return out_.word(LaneOp::Lshr, a.width, a, amount); }
  Word ashr(const Word& a, const Word& amount) { return out_.word(LaneOp::Ashr, a.width, a, amount); }
  Word popc(const Word& a) { return out_.word(LaneOp::Popc, a.width, a, a); }
  Word clz(const Word& a) { return out_.word(LaneOp::Clz, a.width, a, a); }
  Word brev(const Word& a) { return out_.word(LaneOp::Brev, a.width, a, a); }
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
  Word float_op(std::uint64_t packed_op, int result_width, std::span<const Word> operands) {
    return emit_float_op(out_, packed_op, result_width, operands);
  }

 private:
  LaneEmitter& out_;
};

}  // namespace warpproof::concrete
