// Instructions on the state that lives across the iterations of generated loops, and conditions on it, most of which hold
// rarely. The frame (attack_frame.h) declares the registers:
//
//   %n, %key  parameters: all values of %n that matter are tried, %key is only ever compared
//   %u0..3  start the same in all threads     %v0..3  differ     %h0, %h1 of 16 bits, %w0, %w1 of 64
//   loc     32 bytes of private memory, the first 16 the same in all threads at the start; %la its address
//   %q4, %t0, %t1, %t5, %r0, %r1, %rd5  scratch of one of these
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/generated/random.h"

namespace warpproof::generated {

using Lines = std::vector<std::string>;

class StateWriter {
 public:
  static constexpr std::uint32_t kKey = 0x5bd1e995;  // the one value of %key that kernels ask for

  explicit StateWriter(std::uint64_t seed) : random_(seed) {}

  bool careful() { return random_.chance(care_); }
  std::string u() { return fmt_register("%u", 4); }
  std::string v() { return fmt_register("%v", 4); }
  // Of what is alike in all threads; of anything.
  std::string uniform_source(), source();
  std::string pick(const std::vector<std::string>& from) { return random_.pick(from); }

  // Sets `predicate`; `rare` conditions hold for one value of a parameter or in one iteration.
  void condition(Lines& out, const std::string& predicate, bool uniform, bool rare);
  Lines update(const std::string& target, bool uniform);
  Lines memory_update(bool uniform);
  Lines narrow_update(bool uniform);

  Random random_;
  int care_ = 100;          // percent
  std::uint32_t most_ = 7;  // %n is at most that
  // Loops around, the innermost last.
  struct Around {
    std::string counter;  // a register of 32 bits
    int span;             // values it takes
    bool uniform;
  };
  std::vector<Around> loops_;

 private:
  std::string fmt_register(const char* name, int n);
};

}  // namespace warpproof::generated
