#include "tools/gpu_conformance/values.h"

#include <cstdio>
#include <iterator>

namespace warpproof::conformance {
namespace {

constexpr std::uint32_t kSpecial32[] = {
    0,          1,          0x80000000, 0x7fffffff, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000,
    0xff800000, 0x7fc00000, 0xffc00001, 0x7f7fffff, 0x00800000, 0x007fffff, 0x00000001, 0x80000001,
    0x4f000000, 0xcf000000, 0x5f000000, 0x3f000000, 0x3effffff, 0x40200000, 0x7c003c00, 0x03ff8400,
    0x7e00fc00, 0x3f807f80, 0x0001007f, 0xff7f8000, 0x477fe000, 0x33000000, 31,         32,
    33,         255,        0x1f1f,     0xffff0000};
constexpr std::uint64_t kSpecial64[] = {0,
                                        1,
                                        0x8000000000000000,
                                        0x7fffffffffffffff,
                                        0xffffffffffffffff,
                                        0x3ff0000000000000,
                                        0x7ff0000000000000,
                                        0xfff0000000000000,
                                        0x7ff8000000000000,
                                        0x0010000000000000,
                                        0x000fffffffffffff,
                                        0x43e0000000000000,
                                        0x41dfffffffc00000,
                                        0x3fe0000000000000,
                                        63,
                                        64,
                                        65};
constexpr std::uint16_t kSpecial16[] = {0,      1,      0x8000, 0x7fff, 0xffff, 0x3c00, 0xbc00, 0x7c00,
                                        0xfc00, 0x7e00, 0xfe01, 0x7bff, 0x0400, 0x03ff, 0x8001, 0x3800,
                                        0x4100, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0x7f7f, 0x0080,
                                        0x007f, 0x3f00, 0x7f81, 0x7c01, 15,     16,     17,     255};

}  // namespace

std::uint32_t random32(Random& r) {
  if (r.chance(35)) return kSpecial32[r.below(std::size(kSpecial32))];
  const std::uint64_t draw = r.next();
  if (r.chance(25)) return static_cast<std::uint32_t>(draw % 64);
  // A float of ordinary size, its last bits now and then few, so that sums and products meet ties.
  if (r.chance(50)) {
    const auto exponent = static_cast<std::uint32_t>(107 + draw % 40);
    const auto fraction = static_cast<std::uint32_t>(draw >> 20) & (r.chance(30) ? 0x7ff000u : 0x7fffffu);
    return static_cast<std::uint32_t>(draw >> 63) << 31 | exponent << 23 | fraction;
  }
  return static_cast<std::uint32_t>(draw);
}

std::uint64_t random64(Random& r) {
  if (r.chance(30)) return kSpecial64[r.below(std::size(kSpecial64))];
  const std::uint64_t draw = r.next();
  if (r.chance(50)) return (draw & 0x800fffffffffffffull) | (std::uint64_t{960} + draw / 7 % 128) << 52;
  return r.chance(30) ? draw % 200 : draw;
}

std::uint16_t random16(Random& r) {
  if (r.chance(30)) return kSpecial16[r.below(std::size(kSpecial16))];
  const std::uint64_t draw = r.next();
  const auto sign = static_cast<std::uint64_t>(draw >> 63 << 15);
  switch (draw % 4) {
    case 0:  // a half of ordinary size
      return static_cast<std::uint16_t>(sign | (10 + (draw >> 8) % 12) << 10 | (draw >> 20 & 0x3ff));
    case 1:  // a bfloat16 of ordinary size
      return static_cast<std::uint16_t>(sign | (117 + (draw >> 8) % 20) << 7 | (draw >> 20 & 0x7f));
    case 2:
      return static_cast<std::uint16_t>(draw >> 20);
    default:
      return static_cast<std::uint16_t>(draw >> 20 & 63);
  }
}

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

}  // namespace warpproof::conformance
