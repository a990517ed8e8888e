#include "src/concrete/lane_recorder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/term/float_eval.h"
#include "src/term/float_op.h"

namespace warpproof::concrete {
namespace {

std::uint64_t ones(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

std::size_t lines_of(int width) { return width == 1 ? 1 : (width > 32 ? kSlot64 : kSlot32) / sizeof(Line); }

// The first lane of a slot.
std::uint64_t first_lane(const std::byte* slot, int width) {
  if (width == 1) return static_cast<std::uint64_t>(*slot) & 1;
  std::uint64_t out = 0;
  std::memcpy(&out, slot, width > 32 ? 8 : 4);
  return out;
}

template <class T>
std::uint64_t read_lane(const void* slot, int i) {
  return static_cast<const T*>(slot)[i];
}

// Any float operation, lane by lane. The sizes of slots are those of the operation's formats.
template <class From, class To>
void float_kernel(void* d, const void* a, const void* b, const void* c, std::uint32_t mask,
                  std::uint64_t op) {
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    static_cast<To*>(d)[i] = static_cast<To>(
        internal::evaluate_float(op, read_lane<From>(a, i), read_lane<From>(b, i), read_lane<From>(c, i)));
  }
}
template <class From>
void float_test_kernel(void* d, const void* a, const void* b, const void*, std::uint32_t mask,
                       std::uint64_t op) {
  std::uint32_t out = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    const std::uint64_t holds = internal::evaluate_float(op, read_lane<From>(a, i), read_lane<From>(b, i), 0);
    out |= static_cast<std::uint32_t>(holds) << i;
  }
  auto* to = static_cast<std::uint32_t*>(d);
  *to = (*to & ~mask) | out;
}

LaneKernel general_float_kernel(bool wide_operand, int result_width) {
  if (result_width == 1)
    return wide_operand ? float_test_kernel<std::uint64_t> : float_test_kernel<std::uint32_t>;
  if (wide_operand)
    return result_width > 32 ? float_kernel<std::uint64_t, std::uint64_t>
                             : float_kernel<std::uint64_t, std::uint32_t>;
  return result_width > 32 ? float_kernel<std::uint32_t, std::uint64_t>
                           : float_kernel<std::uint32_t, std::uint32_t>;
}

}  // namespace

void LaneRecorder::begin() {
  temporaries_ = 0;
  begun_ = out_.steps.size();
}

LaneRecorder::Word LaneRecorder::constant(int width, std::uint64_t value) {
  value &= ones(width);
  const auto [it, added] = constants_.try_emplace({width == 1 ? 1 : width > 32 ? 64 : 32, value}, 0);
  if (added) {
    it->second = static_cast<std::uint32_t>(out_.constants.size() * sizeof(Line));
    out_.constants.resize(out_.constants.size() + lines_of(width), Line{});
    std::byte* slot = reinterpret_cast<std::byte*>(out_.constants.data()) + it->second;
    const std::uint32_t all = value != 0 ? ~0u : 0u;
    if (width == 1) std::memcpy(slot, &all, 4);
    for (std::size_t i = 0; width > 1 && i < 32; ++i) {
      std::memcpy(slot + i * (width > 32 ? 8 : 4), &value, width > 32 ? 8 : 4);  // little endian
    }
  }
  return {width, {SlotPlace::kConstant, it->second}, true, value};
}

LaneRecorder::Word LaneRecorder::emit(const Pair& kernel, int width, std::uint64_t imm,
                                      std::span<const Word> operands) {
  const auto at = [&](std::size_t i) { return operands[std::min(i, operands.size() - 1)].place; };
  if (std::all_of(operands.begin(), operands.end(), [](const Word& w) { return w.is_constant; })) {
    std::array<Line, kSlot64 / sizeof(Line)> result{};
    const auto* pool = reinterpret_cast<const std::byte*>(out_.constants.data());
    kernel.full(result.data(), pool + at(0).offset, pool + at(1).offset, pool + at(2).offset, ~0u, imm);
    return constant(width, first_lane(reinterpret_cast<const std::byte*>(result.data()), width));
  }
  const SlotPlace to{SlotPlace::kTemporary, static_cast<std::uint32_t>(temporaries_ * sizeof(Line))};
  temporaries_ += lines_of(width);
  out_.temporary_lines = std::max(out_.temporary_lines, temporaries_);
  out_.steps.push_back({kernel.full, kernel.masked, to, at(0), at(1), at(2), imm});
  return {width, to, false, 0};
}

void LaneRecorder::assign(const Word& from, SlotPlace to) {
  const Pair& copy = from.width == 1 ? pair(LaneMove::PredCopy) : pair(LaneOp::Copy, from.width);
  out_.steps.push_back({copy.full, copy.masked, to, from.place, from.place, from.place, 0});
}

LaneRecorder::Word LaneRecorder::word(LaneOp op, int width, const Word& a, const Word& b) {
  if (a.width == 1) throw NoKernel{};  // arithmetic on single bits does not occur
  const std::array<Word, 2> operands{a, b};
  return emit(pair(op, a.width), width, static_cast<std::uint64_t>(a.width), operands);
}

LaneRecorder::Word LaneRecorder::test(LaneOp op, const Word& a, const Word& b, std::uint64_t imm) {
  const std::array<Word, 2> operands{a, b};
  return emit(pair(op, a.width), 1, imm, operands);
}

LaneRecorder::Word LaneRecorder::logic(LaneOp op, LaneMove on_predicates, const Word& a, const Word& b) {
  return a.width == 1 ? move(on_predicates, 1, a, b, 0) : word(op, a.width, a, b);
}

LaneRecorder::Word LaneRecorder::move(LaneMove op, int width, const Word& a, const Word& b,
                                      std::uint64_t imm) {
  const std::array<Word, 2> operands{a, b};
  return emit(pair(op), width, imm, operands);
}

LaneRecorder::Word LaneRecorder::extract(const Word& a, int high, int low) {
  const int width = high - low + 1;
  if (a.width == width) return a;
  if (width == 1) return test(LaneOp::TestBit, a, a, static_cast<std::uint64_t>(low));
  const std::uint64_t imm = static_cast<std::uint64_t>(low) | static_cast<std::uint64_t>(width) << 8;
  if (is_wide(a.width) && !is_wide(width)) return move(LaneMove::Narrow, width, a, a, imm);
  const std::array<Word, 1> operands{a};
  return emit(pair(LaneOp::Extract, a.width), width, imm, operands);
}

LaneRecorder::Word LaneRecorder::zext(const Word& a, int width) {
  if (a.width == width) return a;
  if (a.is_constant) return constant(width, a.value);
  if (a.width == 1) {
    const std::array<Word, 1> operands{a};
    return emit(pair(LaneOp::FromPred, width), width, 1, operands);
  }
  if (is_wide(width) && !is_wide(a.width)) return move(LaneMove::Widen, width, a, a, 0);
  Word out = a;  // the bits above are 0 already
  out.width = width;
  return out;
}

LaneRecorder::Word LaneRecorder::sext(const Word& a, int width) {
  if (a.width == width) return a;
  const std::array<Word, 1> operands{a};
  if (a.width == 1) return emit(pair(LaneOp::FromPred, width), width, ones(width), operands);
  const std::uint64_t imm = static_cast<std::uint64_t>(a.width) | static_cast<std::uint64_t>(width) << 8;
  if (is_wide(width) && !is_wide(a.width)) return move(LaneMove::WidenSigned, width, a, a, imm);
  return emit(pair(LaneOp::SignExtend, width), width, imm, operands);
}

LaneRecorder::Word LaneRecorder::concat(std::span<const Word> parts) {
  int width = 0;
  for (const Word& part : parts) width += part.width;
  int below = width;
  Word out;
  for (const Word& part : parts) {
    below -= part.width;
    Word shifted = zext(part, width);
    if (below > 0) shifted = shl(shifted, constant(width, static_cast<std::uint64_t>(below)));
    out = out.width == 0 ? shifted : bit_or(out, shifted);
  }
  return out;
}

LaneRecorder::Word LaneRecorder::eq(const Word& a, const Word& b) {
  if (a.width == 1) return bit_not(bit_xor(a, b));
  return test(LaneOp::Eq, a, b, static_cast<std::uint64_t>(a.width));
}

LaneRecorder::Word LaneRecorder::ult(const Word& a, const Word& b) {
  if (a.width == 1) return bit_and(bit_not(a), b);
  return test(LaneOp::Ult, a, b, static_cast<std::uint64_t>(a.width));
}

LaneRecorder::Word LaneRecorder::slt(const Word& a, const Word& b) {
  if (a.width == 1) return bit_and(a, bit_not(b));  // one signed bit: 1 is -1
  return test(LaneOp::Slt, a, b, static_cast<std::uint64_t>(a.width));
}

LaneRecorder::Word LaneRecorder::ite(const Word& condition, const Word& a, const Word& b) {
  if (condition.is_constant) return condition.value != 0 ? a : b;
  const std::array<Word, 3> operands{a, b, condition};
  return emit(a.width == 1 ? pair(LaneMove::PredSelect) : pair(LaneOp::Select, a.width), a.width, 0,
              operands);
}

LaneRecorder::Word LaneRecorder::compare_floats(std::uint64_t packed_op, const Word& a, const Word& b) {
  const auto holds = [&](LaneOp op, const Word& x, const Word& y) { return test(op, x, y, packed_op); };
  switch (FloatOp::unpack(packed_op).code) {
    case FloatCode::Eq:
      return holds(LaneOp::FloatEq, a, b);
    case FloatCode::Neu:
      return bit_not(holds(LaneOp::FloatEq, a, b));
    case FloatCode::Ne:
      return bit_or(holds(LaneOp::FloatLt, a, b), holds(LaneOp::FloatLt, b, a));
    case FloatCode::Equ:
      return bit_not(bit_or(holds(LaneOp::FloatLt, a, b), holds(LaneOp::FloatLt, b, a)));
    case FloatCode::Lt:
      return holds(LaneOp::FloatLt, a, b);
    case FloatCode::Le:
      return holds(LaneOp::FloatLe, a, b);
    case FloatCode::Gt:
      return holds(LaneOp::FloatLt, b, a);
    case FloatCode::Ge:
      return holds(LaneOp::FloatLe, b, a);
    case FloatCode::Ltu:
      return bit_not(holds(LaneOp::FloatLe, b, a));
    case FloatCode::Leu:
      return bit_not(holds(LaneOp::FloatLt, b, a));
    case FloatCode::Gtu:
      return bit_not(holds(LaneOp::FloatLe, a, b));
    case FloatCode::Geu:
      return bit_not(holds(LaneOp::FloatLt, a, b));
    case FloatCode::Num:
      return bit_and(holds(LaneOp::FloatEq, a, a), holds(LaneOp::FloatEq, b, b));
    default:
      return bit_not(bit_and(holds(LaneOp::FloatEq, a, a), holds(LaneOp::FloatEq, b, b)));
  }
}

// Round to nearest of f32 and f64 is what vector units compute; the rest goes through float_eval.
LaneRecorder::Word LaneRecorder::float_op(std::uint64_t packed_op, int result_width,
                                          std::span<const Word> operands) {
  const FloatOp op = FloatOp::unpack(packed_op);
  const bool is_f32 = op.operand == FloatFormat::F32, native = is_f32 || op.operand == FloatFormat::F64;
  if (native && op.is_comparison() && !op.ftz) return compare_floats(packed_op, operands[0], operands[1]);
  if (op.code == FloatCode::FromSigned && op.operand == FloatFormat::I32 && op.result == FloatFormat::F32 &&
      op.rounding == FloatRounding::Rn && !op.saturate)
    return emit(pair(LaneMove::SignedToF32), 32, packed_op, operands);
  const bool plain = native && op.operand == op.result && op.rounding == FloatRounding::Rn && !op.saturate;
  const auto arithmetic = [&](LaneOp kernel) {
    return emit(pair(kernel, result_width), result_width, packed_op, operands);
  };
  if (plain && !op.ftz) {
    switch (op.code) {
      case FloatCode::Add:
        return arithmetic(LaneOp::FloatAdd);
      case FloatCode::Sub:
        return arithmetic(LaneOp::FloatSub);
      case FloatCode::Mul:
        return arithmetic(LaneOp::FloatMul);
      case FloatCode::Fma:
        return arithmetic(LaneOp::FloatFma);
      case FloatCode::Div:
        return arithmetic(LaneOp::FloatDiv);
      case FloatCode::Sqrt:
        return arithmetic(LaneOp::FloatSqrt);
      default:
        break;
    }
  }
  if (plain && op.ftz && is_f32) {
    if (op.code == FloatCode::Add) return emit(pair(LaneMove::FloatAddFtz), 32, packed_op, operands);
    if (op.code == FloatCode::Mul) return emit(pair(LaneMove::FloatMulFtz), 32, packed_op, operands);
    if (op.code == FloatCode::Fma) return emit(pair(LaneMove::FloatFmaFtz), 32, packed_op, operands);
  }
  const LaneKernel general = general_float_kernel(is_wide(op.operand_width()), result_width);
  return emit({general, general}, result_width, packed_op, operands);
}

}  // namespace warpproof::concrete
