// What PTX's types, roundings, opcodes and comparisons are called in a FloatOp (src/term/float_op.h).
#pragma once

#include <optional>

#include "src/program/program.h"
#include "src/term/float_op.h"

namespace warpproof::alu {

constexpr bool is_half_pair(Type t) { return t == Type::F16x2 || t == Type::BF16x2; }

// The format of one element of the type.
constexpr FloatFormat format_of_type(Type t) {
  switch (t) {
    case Type::F16:
    case Type::F16x2:
      return FloatFormat::F16;
    case Type::BF16:
    case Type::BF16x2:
      return FloatFormat::BF16;
    case Type::F32:
      return FloatFormat::F32;
    case Type::F64:
      return FloatFormat::F64;
    default:
      break;
  }
  switch (bits_of(t)) {
    case 8:
      return FloatFormat::I8;
    case 16:
      return FloatFormat::I16;
    case 64:
      return FloatFormat::I64;
    default:
      return FloatFormat::I32;
  }
}

constexpr FloatRounding rounding_of(Rounding r) {
  switch (r) {
    case Rounding::Rz:
      return FloatRounding::Rz;
    case Rounding::Rm:
      return FloatRounding::Rm;
    case Rounding::Rp:
      return FloatRounding::Rp;
    case Rounding::Rni:
      return FloatRounding::Rni;
    case Rounding::Rzi:
      return FloatRounding::Rzi;
    case Rounding::Rmi:
      return FloatRounding::Rmi;
    case Rounding::Rpi:
      return FloatRounding::Rpi;
    case Rounding::None:
    case Rounding::Rn:
    case Rounding::Rna:
      break;
  }
  return FloatRounding::Rn;
}

constexpr std::optional<FloatCode> float_code_of(Opcode op) {
  switch (op) {
    case Opcode::Add:
      return FloatCode::Add;
    case Opcode::Sub:
      return FloatCode::Sub;
    case Opcode::Mul:
      return FloatCode::Mul;
    case Opcode::Div:
      return FloatCode::Div;
    case Opcode::Fma:
    case Opcode::Mad:
      return FloatCode::Fma;
    case Opcode::Sqrt:
      return FloatCode::Sqrt;
    case Opcode::Min:
      return FloatCode::Min;
    case Opcode::Max:
      return FloatCode::Max;
    case Opcode::Neg:
      return FloatCode::Neg;
    case Opcode::Abs:
      return FloatCode::Abs;
    case Opcode::Rcp:
      return FloatCode::Rcp;
    case Opcode::Rsqrt:
      return FloatCode::Rsqrt;
    case Opcode::Ex2:
      return FloatCode::Ex2;
    case Opcode::Lg2:
      return FloatCode::Lg2;
    case Opcode::Sin:
      return FloatCode::Sin;
    case Opcode::Cos:
      return FloatCode::Cos;
    case Opcode::Tanh:
      return FloatCode::Tanh;
    default:
      return std::nullopt;
  }
}

constexpr std::optional<FloatCode> float_code_of(Compare compare) {
  switch (compare) {
    case Compare::Eq:
      return FloatCode::Eq;
    case Compare::Ne:
      return FloatCode::Ne;
    case Compare::Lt:
      return FloatCode::Lt;
    case Compare::Le:
      return FloatCode::Le;
    case Compare::Gt:
      return FloatCode::Gt;
    case Compare::Ge:
      return FloatCode::Ge;
    case Compare::Equ:
      return FloatCode::Equ;
    case Compare::Neu:
      return FloatCode::Neu;
    case Compare::Ltu:
      return FloatCode::Ltu;
    case Compare::Leu:
      return FloatCode::Leu;
    case Compare::Gtu:
      return FloatCode::Gtu;
    case Compare::Geu:
      return FloatCode::Geu;
    case Compare::Num:
      return FloatCode::Num;
    case Compare::Nan:
      return FloatCode::Nan;
    default:
      return std::nullopt;
  }
}

}  // namespace warpproof::alu
