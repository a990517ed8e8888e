#include "src/concrete/atomic.h"

#include <algorithm>
#include <array>

#include "src/machine/alu_float.h"
#include "src/term/float_eval.h"

namespace warpproof::concrete {
namespace {

std::uint64_t float_sum(Type type, bool global, std::uint64_t a, std::uint64_t b) {
  FloatOp op;
  op.code = FloatCode::Add;
  op.ftz = global && type == Type::F32;
  op.operand = op.result = alu::format_of_type(type);
  const auto add = [&](std::uint64_t x, std::uint64_t y) {
    const std::array<std::uint64_t, 2> operands{x, y};
    return float_eval(op.pack(), operands);
  };
  if (!alu::is_half_pair(type)) return add(a, b);
  return add(a >> 16, b >> 16) << 16 | add(a & 0xffff, b & 0xffff);
}

bool less(Type type, std::uint64_t a, std::uint64_t b) {
  const int shift = 64 - bits_of(type);
  return is_signed(type) ? static_cast<std::int64_t>(a << shift) < static_cast<std::int64_t>(b << shift)
                         : a < b;
}

}  // namespace

bool atomic_supported(const Instruction& in) {
  const int bits = bits_of(in.type);
  if (in.mod.vector != 1 || bits < 16 || bits > 64) return false;
  switch (in.mod.reduce) {
    case ReduceOp::Add:
      return true;
    case ReduceOp::And:
    case ReduceOp::Or:
    case ReduceOp::Xor:
    case ReduceOp::Exch:
    case ReduceOp::Cas:
      return !is_float(in.type);
    case ReduceOp::Min:
    case ReduceOp::Max:
      return !is_float(in.type) && bits >= 32;
    case ReduceOp::Inc:
    case ReduceOp::Dec:
      return bits == 32 && !is_float(in.type);
    case ReduceOp::None:
    case ReduceOp::Popc:
      break;
  }
  return false;
}

std::uint64_t atomic_result(const Instruction& in, bool global, std::uint64_t old, std::uint64_t b,
                            std::uint64_t c) {
  const int bits = bits_of(in.type);
  const std::uint64_t keep = bits >= 64 ? ~0ull : (1ull << bits) - 1;
  switch (in.mod.reduce) {
    case ReduceOp::Add:
      return is_float(in.type) ? float_sum(in.type, global, old, b) : (old + b) & keep;
    case ReduceOp::And:
      return old & b;
    case ReduceOp::Or:
      return old | b;
    case ReduceOp::Xor:
      return old ^ b;
    case ReduceOp::Exch:
      return b;
    case ReduceOp::Cas:
      return old == b ? c : old;
    case ReduceOp::Min:
      return less(in.type, b, old) ? b : old;
    case ReduceOp::Max:
      return less(in.type, old, b) ? b : old;
    case ReduceOp::Inc:
      return old >= b ? 0 : old + 1;
    case ReduceOp::Dec:
      return old == 0 || old > b ? b : old - 1;
    case ReduceOp::None:
    case ReduceOp::Popc:
      break;
  }
  return old;
}

}  // namespace warpproof::concrete
