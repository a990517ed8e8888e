#include "src/program/literals.h"

#include <bit>

namespace warpproof::lowering {
namespace {

using Kind = ptx::Operand::Kind;

std::uint64_t to_float(Kind kind, std::uint64_t bits) {
  if (kind == Kind::Float32) return bits;
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
}

std::uint64_t to_double(Kind kind, std::uint64_t bits) {
  if (kind == Kind::Float64) return bits;
  return std::bit_cast<std::uint64_t>(
      static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
}

}  // namespace

std::optional<std::uint64_t> immediate_bits(Kind kind, std::uint64_t bits, Type type, std::string& error) {
  const int width = bits_of(type);
  if (kind == Kind::Integer) {
    if (type == Type::Pred) return bits != 0 ? 1 : 0;
    if (is_float(type)) {
      error = "an integer constant where a floating-point operand is expected";
      return std::nullopt;
    }
    return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
  }
  if (type == Type::F32) return to_float(kind, bits);
  if (type == Type::F64) return to_double(kind, bits);
  // An untyped operand takes the constant's own bits, when they fill it.
  const int own = kind == Kind::Float32 ? 32 : 64;
  const bool is_packed = type == Type::F16x2 || type == Type::BF16x2;
  if (width == own && type != Type::Pred && !is_packed) return bits;
  error = "a floating-point constant of " + std::to_string(own) + " bits where " +
          (type == Type::Pred ? std::string("a predicate") : std::to_string(width) + " bits") +
          " are expected";
  return std::nullopt;
}

}  // namespace warpproof::lowering
