// The concrete word builder: one operation computes all lanes of a warp.
//
// A LaneVector holds one word of one width for each of 32 lanes, zero-extended to 64 bits; a predicate (width
// 1) is a bit mask instead, bit i for lane i. Operations have the names and meanings of TermGraph's builders,
// so that execute_alu (src/machine/alu.h) runs on either. Loops run over all 32 lanes whether active or not,
// which lets the compiler use vector instructions; operations too dear for that (division, floats) look at
// `active` first.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace warpproof {

inline constexpr int kLanes = 32;

struct LaneVector {
  int width = 0;
  std::uint32_t mask = 0;                              // the value when width == 1
  alignas(32) std::array<std::uint64_t, kLanes> lane;  // the values when width > 1; else unspecified

  LaneVector() {}  // leaves the lanes unset: they are written before they are read
  explicit LaneVector(int w) : width(w) {}
  LaneVector(const LaneVector& other) { *this = other; }
  LaneVector& operator=(const LaneVector& other) {
    width = other.width;
    mask = other.mask;
    if (width > 1) std::memcpy(lane.data(), other.lane.data(), sizeof lane);
    return *this;
  }

  std::uint64_t at(int i) const { return width == 1 ? (mask >> i) & 1 : lane[i]; }
  void set(int i, std::uint64_t value) {
    if (width == 1) {
      mask = (mask & ~(1u << i)) | (static_cast<std::uint32_t>(value & 1) << i);
    } else {
      lane[i] = value;
    }
  }
};

class VectorDomain {
 public:
  using Word = LaneVector;

  std::uint32_t active = ~0u;  // lanes whose values matter

  static Word predicate(std::uint32_t mask) {
    Word out(1);
    out.mask = mask;
    return out;
  }
  static int width(const Word& a) { return a.width; }

  Word constant(int width, std::uint64_t value);

  Word add(const Word& a, const Word& b);
  Word sub(const Word& a, const Word& b);
  Word neg(const Word& a);
  Word mul(const Word& a, const Word& b);
  Word udiv(const Word& a, const Word& b);
  Word sdiv(const Word& a, const Word& b);
  Word urem(const Word& a, const Word& b);
  Word srem(const Word& a, const Word& b);
  Word mulhi_u(const Word& a, const Word& b);
  Word mulhi_s(const Word& a, const Word& b);
  Word bit_and(const Word& a, const Word& b);
  Word bit_or(const Word& a, const Word& b);
  Word bit_xor(const Word& a, const Word& b);
  Word bit_not(const Word& a);
  Word shl(const Word& a, const Word& amount);
  Word lshr(const Word& a, const Word& amount);
  Word ashr(const Word& a, const Word& amount);
  Word popc(const Word& a);
  Word clz(const Word& a);
  Word brev(const Word& a);
  Word extract(const Word& a, int high, int low);
  Word bit(const Word& a, int index) { return extract(a, index, index); }
  Word zext(const Word& a, int width);
  Word sext(const Word& a, int width);
  Word concat(std::span<const Word> most_significant_first);
  Word eq(const Word& a, const Word& b);
  Word ult(const Word& a, const Word& b);
  Word ule(const Word& a, const Word& b);
  Word slt(const Word& a, const Word& b);
  Word sle(const Word& a, const Word& b);
  Word ite(const Word& condition, const Word& a, const Word& b);
  Word float_op(std::uint64_t packed_op, int result_width, std::span<const Word> operands);
};

}  // namespace warpproof
