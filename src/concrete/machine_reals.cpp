// Operations on floating-point numbers that have no result for some real numbers.
#include <bit>
#include <cmath>
#include <optional>

#include "src/concrete/machine.h"
#include "src/term/float_eval.h"
#include "src/term/float_op.h"

namespace warpproof::concrete {
namespace {

double as_double(std::uint64_t bits, Type type) {
  if (type == Type::F64) return std::bit_cast<double>(bits);
  if (type == Type::F32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  FloatOp widen;
  widen.code = FloatCode::Cvt;
  widen.operand = type == Type::BF16 ? FloatFormat::BF16 : FloatFormat::F16;
  widen.result = FloatFormat::F64;
  const std::uint64_t in[] = {bits & 0xffff};
  return std::bit_cast<double>(float_eval(widen.pack(), in));
}

bool computes_one_number(const Instruction& in) {
  return in.type == Type::F16 || in.type == Type::BF16 || in.type == Type::F32 || in.type == Type::F64;
}

// The source that decides it; nothing for operations that have a result for all numbers.
std::optional<std::size_t> deciding_source(const Instruction& in) {
  if (!computes_one_number(in)) return {};
  if (in.op == Opcode::Div) return 1;
  const bool one = in.op == Opcode::Rcp || in.op == Opcode::Sqrt || in.op == Opcode::Rsqrt || in.op == Opcode::Lg2;
  return one ? std::optional<std::size_t>(0) : std::nullopt;
}

bool has_real_result(Opcode op, double x) {
  if (op == Opcode::Div || op == Opcode::Rcp) return x < 0 || x > 0;
  return op == Opcode::Sqrt ? x >= 0 : x > 0;
}

}  // namespace

void Machine::note_real_domain(const Instruction& in, LaneMask mask) {
  const auto source = deciding_source(in);
  if (!source) return;
  bool& inside = result_.real_domains[in.place];
  for_each_lane(mask, [&](int lane) {
    if (!inside) inside = has_real_result(in.op, as_double(words_[*source].at(lane), in.type));
  });
}

void Machine::note_real_sum(const Instruction& in, LaneMask mask) {
  const bool is_sum = in.op == Opcode::Add || in.op == Opcode::Sub || in.op == Opcode::Mul || in.op == Opcode::Fma ||
                      in.op == Opcode::Mad;
  if (!is_sum || !computes_one_number(in)) return;
  bool& inside = result_.real_domains[in.place];
  for_each_lane(mask, [&](int lane) {
    if (!inside) inside = !std::isnan(as_double(results_[0].at(lane), in.type));
  });
}

}  // namespace warpproof::concrete
