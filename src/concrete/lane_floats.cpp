#include "src/concrete/lane_floats.h"

#include <bit>

#include "src/term/float_eval.h"
#include "src/term/float_op.h"

namespace warpproof::concrete {
namespace {

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

LaneWord compare_floats(LaneEmitter& out, std::uint64_t packed_op, const LaneWord& a, const LaneWord& b) {
  const auto holds = [&](LaneOp op, const LaneWord& x, const LaneWord& y) {
    return out.test(op, x, y, packed_op);
  };
  const auto negated = [&](const LaneWord& p) { return out.logic(LaneOp::Not, LaneMove::PredNot, p, p); };
  const auto either = [&](const LaneWord& p, const LaneWord& q) {
    return out.logic(LaneOp::Or, LaneMove::PredOr, p, q);
  };
  const auto both = [&](const LaneWord& p, const LaneWord& q) {
    return out.logic(LaneOp::And, LaneMove::PredAnd, p, q);
  };
  switch (FloatOp::unpack(packed_op).code) {
    case FloatCode::Eq:
      return holds(LaneOp::FloatEq, a, b);
    case FloatCode::Neu:
      return negated(holds(LaneOp::FloatEq, a, b));
    case FloatCode::Ne:
      return either(holds(LaneOp::FloatLt, a, b), holds(LaneOp::FloatLt, b, a));
    case FloatCode::Equ:
      return negated(either(holds(LaneOp::FloatLt, a, b), holds(LaneOp::FloatLt, b, a)));
    case FloatCode::Lt:
      return holds(LaneOp::FloatLt, a, b);
    case FloatCode::Le:
      return holds(LaneOp::FloatLe, a, b);
    case FloatCode::Gt:
      return holds(LaneOp::FloatLt, b, a);
    case FloatCode::Ge:
      return holds(LaneOp::FloatLe, b, a);
    case FloatCode::Ltu:
      return negated(holds(LaneOp::FloatLe, b, a));
    case FloatCode::Leu:
      return negated(holds(LaneOp::FloatLt, b, a));
    case FloatCode::Gtu:
      return negated(holds(LaneOp::FloatLe, a, b));
    case FloatCode::Geu:
      return negated(holds(LaneOp::FloatLt, a, b));
    case FloatCode::Num:
      return both(holds(LaneOp::FloatEq, a, a), holds(LaneOp::FloatEq, b, b));
    default:
      return negated(both(holds(LaneOp::FloatEq, a, a), holds(LaneOp::FloatEq, b, b)));
  }
}

}  // namespace

// Round to nearest of f32 and f64 is what vector units compute; the rest goes through float_eval.
LaneWord emit_float_op(LaneEmitter& out, std::uint64_t packed_op, int result_width,
                       std::span<const LaneWord> operands) {
  const FloatOp op = FloatOp::unpack(packed_op);
  const bool is_f32 = op.operand == FloatFormat::F32, native = is_f32 || op.operand == FloatFormat::F64;
  if (native && op.is_comparison() && !op.ftz)
    return compare_floats(out, packed_op, operands[0], operands[1]);
  if (op.code == FloatCode::FromSigned && op.operand == FloatFormat::I32 && op.result == FloatFormat::F32 &&
      op.rounding == FloatRounding::Rn && !op.saturate)
    return out.emit(out.kernel(LaneMove::SignedToF32), 32, packed_op, operands);
  const bool plain = native && op.operand == op.result && op.rounding == FloatRounding::Rn && !op.saturate;
  const auto arithmetic = [&](LaneOp kernel) {
    return out.emit(out.kernel(kernel, result_width), result_width, packed_op, operands);
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
    if (op.code == FloatCode::Add)
      return out.emit(out.kernel(LaneMove::FloatAddFtz), 32, packed_op, operands);
    if (op.code == FloatCode::Mul)
      return out.emit(out.kernel(LaneMove::FloatMulFtz), 32, packed_op, operands);
    if (op.code == FloatCode::Fma)
      return out.emit(out.kernel(LaneMove::FloatFmaFtz), 32, packed_op, operands);
  }
  const LaneKernel general = general_float_kernel(LaneEmitter::is_wide(op.operand_width()), result_width);
  return out.emit({general, general}, result_width, packed_op, operands);
}

}  // namespace warpproof::concrete
