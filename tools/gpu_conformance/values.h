// Random values for programs, and their spelling in PTX. The same on every machine and with every compiler.
#pragma once

#include <cstdint>
#include <string>

namespace warpproof::conformance {

// SplitMix64: the same everywhere, unlike the library's distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0xd1342543de82ef95ull + 0x1234567) {
    state_ = next();  // neighbouring seeds would walk the same path one step apart
  }
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(next() % n); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

// Bits for registers of a width: special values of floats and integers, floats of ordinary size, small
// numbers and arbitrary ones.
std::uint16_t random16(Random& random);
std::uint32_t random32(Random& random);
std::uint64_t random64(Random& random);

std::string hex(std::uint64_t value);     // "0x1f"
std::string number(std::uint64_t value);  // "31"

}  // namespace warpproof::conformance
