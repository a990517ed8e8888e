#include "src/machine/approximation.h"

namespace warpproof {
namespace {

constexpr std::string_view kNone = "no bound given";

std::string_view by_type(const Instruction& in, std::string_view f32, std::string_view f16,
                         std::string_view bf16, std::string_view f64) {
  switch (in.type) {
    case Type::F16:
    case Type::F16x2:
      return f16;
    case Type::BF16:
    case Type::BF16x2:
      return bf16;
    case Type::F64:
      return f64;
    default:
      return f32;
  }
}

}  // namespace

std::string_view documented_error(const Instruction& in) {
  if (!is_approximate(in)) return {};
  switch (in.op) {
    case Opcode::Div:
      return in.mod.full ? "2 ulp" : "2 ulp for divisors of magnitude 2^-126 to 2^126; 0 beyond";
    case Opcode::Rcp:
      return by_type(in, "1 ulp", kNone, kNone, "the upper 20 bits of the fraction count, the lower 32 are 0");
    case Opcode::Sqrt:
      return by_type(in, "relative 2^-23", kNone, kNone, kNone);
    case Opcode::Rsqrt:
      return by_type(in, "relative 2^-22.9", kNone, kNone, kNone);
    case Opcode::Sin:
    case Opcode::Cos:
      return "absolute 2^-20.5 within 2 pi of 0, 2^-14.7 within 100 pi, else none given";
    case Opcode::Lg2:
      return "absolute 2^-22 for operands in (0.5, 2), else relative 2^-22";
    case Opcode::Ex2:
      return by_type(in, "2 ulp", "relative 2^-9.9", "relative 2^-7", kNone);
    case Opcode::Tanh:
      return by_type(in, "relative 2^-11", "absolute 2^-10.987", "absolute 2^-8", kNone);
    default:
      return kNone;
  }
}

}  // namespace warpproof
