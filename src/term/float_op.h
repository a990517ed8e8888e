// One floating-point operation of PTX as a value that fits into Term's aux word.
//
// Source: PTX ISA 9.x, sections 9.7.3 and 9.7.4 (floating-point and half precision instructions), 9.7.5/9.7.6
// (comparisons: ordered ones are false and unordered ones true when an operand is NaN) and 9.7.9 cvt.
// Operands and results are bit patterns; see float_eval.h for what each operation computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpproof {

enum class FloatCode : std::uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Fma,
  Sqrt,
  Min,
  Max,
  Neg,
  Abs,
  Copysign,  // sign of operand 0, magnitude of operand 1 (PTX order)
  Rcp,
  Rsqrt,
  Ex2,
  Lg2,
  Sin,
  Cos,
  Tanh,
  Cvt,  // float to float; with an integer rounding (Rni..) the value becomes integral
  FromSigned,
  FromUnsigned,  // integer to float
  ToSigned,
  ToUnsigned,  // float to integer, clamped
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,  // ordered: false on NaN
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,  // unordered: true on NaN
  Num,
  Nan,  // both are numbers; one is NaN
};

enum class FloatFormat : std::uint8_t { F16, BF16, F32, F64, I8, I16, I32, I64, Pred };

// Nearest even, towards zero, towards -infinity, towards +infinity; and the same to an integral value.
enum class FloatRounding : std::uint8_t { Rn, Rz, Rm, Rp, Rni, Rzi, Rmi, Rpi };

constexpr int format_width(FloatFormat f) {
  switch (f) {
    case FloatFormat::I8:
      return 8;
    case FloatFormat::F16:
    case FloatFormat::BF16:
    case FloatFormat::I16:
      return 16;
    case FloatFormat::F32:
    case FloatFormat::I32:
      return 32;
    case FloatFormat::F64:
    case FloatFormat::I64:
      return 64;
    case FloatFormat::Pred:
      return 1;
  }
  return 0;
}

struct FloatOp {
  FloatCode code = FloatCode::Add;
  FloatFormat operand = FloatFormat::F32;
  FloatFormat result = FloatFormat::F32;
  FloatRounding rounding = FloatRounding::Rn;
  bool ftz = false;          // subnormal inputs and results become zeros of the same sign
  bool saturate = false;     // clamp to [0, 1], NaN to +0
  bool approximate = false;  // .approx: the hardware's result may differ from ours in the last bits
  bool nan = false;          // min.NaN, max.NaN: one NaN operand makes the result NaN

  bool operator==(const FloatOp&) const = default;

  constexpr std::uint64_t pack() const {
    return static_cast<std::uint64_t>(code) | static_cast<std::uint64_t>(operand) << 8 |
           static_cast<std::uint64_t>(result) << 12 | static_cast<std::uint64_t>(rounding) << 16 |
           static_cast<std::uint64_t>(ftz) << 20 | static_cast<std::uint64_t>(saturate) << 21 |
           static_cast<std::uint64_t>(approximate) << 22 | static_cast<std::uint64_t>(nan) << 23;
  }

  static constexpr FloatOp unpack(std::uint64_t p) {
    FloatOp op;
    op.code = static_cast<FloatCode>(p & 0xff);
    op.operand = static_cast<FloatFormat>(p >> 8 & 0xf);
    op.result = static_cast<FloatFormat>(p >> 12 & 0xf);
    op.rounding = static_cast<FloatRounding>(p >> 16 & 0xf);
    op.ftz = p >> 20 & 1;
    op.saturate = p >> 21 & 1;
    op.approximate = p >> 22 & 1;
    op.nan = p >> 23 & 1;
    return op;
  }

  constexpr bool is_comparison() const { return code >= FloatCode::Eq; }
  constexpr bool is_conversion() const { return code >= FloatCode::Cvt && code <= FloatCode::ToUnsigned; }

  constexpr std::size_t arity() const {
    if (code == FloatCode::Fma) return 3;
    const bool two = code == FloatCode::Add || code == FloatCode::Sub || code == FloatCode::Mul ||
                     code == FloatCode::Div || code == FloatCode::Min || code == FloatCode::Max ||
                     code == FloatCode::Copysign || is_comparison();
    return two ? 2 : 1;
  }

  // The first two operands may be exchanged.
  constexpr bool commutes() const {
    return code == FloatCode::Add || code == FloatCode::Mul || code == FloatCode::Fma ||
           code == FloatCode::Min || code == FloatCode::Max;
  }

  constexpr int operand_width() const { return format_width(operand); }
  constexpr int result_width() const { return is_comparison() ? 1 : format_width(result); }

  // +infinity of the operand's format; larger magnitudes are NaN.
  constexpr std::uint64_t infinity_bits() const {
    switch (operand) {
      case FloatFormat::F16:
        return 0x7c00;
      case FloatFormat::BF16:
        return 0x7f80;
      case FloatFormat::F64:
        return 0x7ff0000000000000ull;
      default:
        return 0x7f800000;
    }
  }

  std::string str() const {
    static constexpr const char* kCodes[] = {
        "add",  "sub",  "mul",      "div",         "fma",           "sqrt",      "min",         "max",
        "neg",  "abs",  "copysign", "rcp",         "rsqrt",         "ex2",       "lg2",         "sin",
        "cos",  "tanh", "cvt",      "from_signed", "from_unsigned", "to_signed", "to_unsigned", "feq",
        "fne",  "flt",  "fle",      "fgt",         "fge",           "fequ",      "fneu",        "fltu",
        "fleu", "fgtu", "fgeu",     "fnum",        "fnan"};
    static constexpr const char* kFormats[] = {"f16", "bf16", "f32", "f64", "i8",
                                               "i16", "i32",  "i64", "pred"};
    static constexpr const char* kRoundings[] = {"", ".rz", ".rm", ".rp", ".rni", ".rzi", ".rmi", ".rpi"};
    static_assert(sizeof(kCodes) / sizeof(*kCodes) == static_cast<std::size_t>(FloatCode::Nan) + 1);
    std::string out = kCodes[static_cast<std::size_t>(code)];
    out += kRoundings[static_cast<std::size_t>(rounding)];
    if (approximate) out += ".approx";
    if (ftz) out += ".ftz";
    if (saturate) out += ".sat";
    if (nan) out += ".NaN";
    if (is_conversion()) out += std::string(".") + kFormats[static_cast<std::size_t>(result)];
    return out + "." + kFormats[static_cast<std::size_t>(operand)];
  }
};

}  // namespace warpproof
