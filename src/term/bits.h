// Arithmetic on words of 1..64 bits held in 64-bit integers; bits above the width are 0.
#pragma once

#include <bit>
#include <cstdint>

namespace warpproof {

constexpr std::uint64_t mask_of(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
constexpr std::uint64_t sign_bit_of(int width) { return 1ull << (width - 1); }

constexpr std::int64_t as_signed(std::uint64_t value, int width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

// The number of zero bits below the lowest one; the width for 0.
constexpr int trailing_zeros(std::uint64_t value, int width) {
  return value == 0 ? width : std::countr_zero(value);
}

constexpr int bit_length(std::uint64_t value) { return 64 - std::countl_zero(value); }

constexpr bool is_power_of_two(std::uint64_t value) { return std::has_single_bit(value); }

// The inverse of an odd number modulo 2^64 (Newton's iteration doubles the right bits each time).
constexpr std::uint64_t odd_inverse(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace warpproof
