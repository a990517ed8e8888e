#include "src/concrete/lane_recorder.h"

#include <array>

namespace warpproof::concrete {

LaneWord LaneRecorder::extract(const LaneWord& a, int high, int low) {
  const int width = high - low + 1;
  if (a.width == width) return a;
  if (width == 1) return out_.test(LaneOp::TestBit, a, a, static_cast<std::uint64_t>(low));
  const std::uint64_t imm = static_cast<std::uint64_t>(low) | static_cast<std::uint64_t>(width) << 8;
  if (LaneEmitter::is_wide(a.width) && !LaneEmitter::is_wide(width))
    return out_.move(LaneMove::Narrow, width, a, a, imm);
  const std::array<LaneWord, 1> operands{a};
  return out_.emit(out_.kernel(LaneOp::Extract, a.width), width, imm, operands);
}

LaneWord LaneRecorder::zext(const LaneWord& a, int width) {
  if (a.width == width) return a;
  if (a.is_constant) return constant(width, a.value);
  if (a.width == 1) {
    const std::array<LaneWord, 1> operands{a};
    return out_.emit(out_.kernel(LaneOp::FromPred, width), width, 1, operands);
  }
  if (LaneEmitter::is_wide(width) && !LaneEmitter::is_wide(a.width))
    return out_.move(LaneMove::Widen, width, a, a, 0);
  LaneWord out = a;  // the bits above are 0 already
  out.width = width;
  return out;
}

LaneWord LaneRecorder::sext(const LaneWord& a, int width) {
  if (a.width == width) return a;
  const std::array<LaneWord, 1> operands{a};
  if (a.width == 1)
    return out_.emit(out_.kernel(LaneOp::FromPred, width), width, ~0ull >> (64 - width), operands);
  const std::uint64_t imm = static_cast<std::uint64_t>(a.width) | static_cast<std::uint64_t>(width) << 8;
  if (LaneEmitter::is_wide(width) && !LaneEmitter::is_wide(a.width))
    return out_.move(LaneMove::WidenSigned, width, a, a, imm);
  return out_.emit(out_.kernel(LaneOp::SignExtend, width), width, imm, operands);
}

LaneWord LaneRecorder::concat(std::span<const LaneWord> parts) {
  int width = 0;
  for (const LaneWord& part : parts) width += part.width;
  int below = width;
  LaneWord out;
  for (const LaneWord& part : parts) {
    below -= part.width;
    LaneWord shifted = zext(part, width);
    if (below > 0) shifted = shl(shifted, constant(width, static_cast<std::uint64_t>(below)));
    out = out.width == 0 ? shifted : bit_or(out, shifted);
  }
  return out;
}

LaneWord LaneRecorder::eq(const LaneWord& a, const LaneWord& b) {
  if (a.width == 1) return bit_not(bit_xor(a, b));
  return out_.test(LaneOp::Eq, a, b, static_cast<std::uint64_t>(a.width));
}

LaneWord LaneRecorder::ult(const LaneWord& a, const LaneWord& b) {
  if (a.width == 1) return bit_and(bit_not(a), b);
  return out_.test(LaneOp::Ult, a, b, static_cast<std::uint64_t>(a.width));
}

LaneWord LaneRecorder::slt(const LaneWord& a, const LaneWord& b) {
  if (a.width == 1) return bit_and(a, bit_not(b));  // one signed bit: 1 is -1
  return out_.test(LaneOp::Slt, a, b, static_cast<std::uint64_t>(a.width));
}

LaneWord LaneRecorder::ite(const LaneWord& condition, const LaneWord& a, const LaneWord& b) {
  if (condition.is_constant) return condition.value != 0 ? a : b;
  const std::array<LaneWord, 3> operands{a, b, condition};
  return out_.emit(a.width == 1 ? out_.kernel(LaneMove::PredSelect) : out_.kernel(LaneOp::Select, a.width),
                   a.width, 0, operands);
}

}  // namespace warpproof::concrete
