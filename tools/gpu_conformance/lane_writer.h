// What a lane does by itself in a random program: instructions of all forms on registers that are drawn, memory and
// atomics that no other lane touches. Of meetings and branches random_program.cpp knows.
#pragma once

#include <string>

#include "tools/gpu_conformance/values.h"
#include "tools/gpu_conformance/writer.h"

namespace warpproof::conformance {

class LaneWriter : protected Writer {
 protected:
  static constexpr int kWords = 14, kDoubles = 7, kHalves = 7, kPredicates = 6;

  explicit LaneWriter(std::uint64_t seed) : Writer(seed) {}

  // A register of each kind.
  std::string r() { return "%r" + number(random_.below(kWords)); }
  std::string d() { return "%d" + number(random_.below(kDoubles)); }
  std::string h() { return "%h" + number(random_.below(kHalves)); }
  std::string p() { return "%p" + number(random_.below(kPredicates)); }
  std::string p_or_not() {
    const std::string sign = random_.chance(40) ? "!" : "";
    return sign + p();
  }

  void load_registers();
  void store_registers();
  void instruction();
  void carry_chain();
  void pack();
  void own_memory();
  void own_atomics();
  void others();

 private:
  std::string immediate(int bits);
  std::string divisor(const std::string& type, const std::string& to, const std::string& from);
};

}  // namespace warpproof::conformance
