// Comparisons that send threads back to the head of a loop.
//
// Optimising compilers put the condition of a loop after its body: `if (i < n) do { .. i += 32; } while (i < n);`. What
// the comparison says then holds whenever a thread is at the head, though no instruction there asks. Here such comparisons
// are only found; that one holds at the head, in each iteration and in the first, is for the caller to prove.
#pragma once

#include <cstdint>
#include <vector>

#include "src/cfg/cfg.h"
#include "src/program/program.h"

namespace warpproof {

// `less < more`, or `less <= more`, of integers: registers of the function that are live at the head, bytes of its private
// memory, or numbers.
struct LoopCondition {
  struct Side {
    enum class Kind : std::uint8_t { Number, Register, Memory };
    Kind kind = Kind::Number;
    std::uint64_t number = 0;  // in `width` bits; a register; the offset of the first byte
    std::uint32_t variable = 0;  // Memory: of Space::Local, index into Program::variables
    bool operator==(const Side&) const = default;
  };
  Side less, more;
  int width = 32;  // bits
  bool is_signed = false, or_equal = false;
  std::uint32_t place = 0;  // of the comparison, index into Program::places
  bool says_the_same(const LoopCondition& o) const {
    return less == o.less && more == o.more && width == o.width && is_signed == o.is_signed && or_equal == o.or_equal;
  }
  bool holds(std::uint64_t less_value, std::uint64_t more_value) const;
};

// The comparison that decides, at the end of each block which may go back to the head, whether it does; without those that
// are no plain comparison of integers. In the order of blocks, none twice.
std::vector<LoopCondition> conditions_of_loop(const Program& program, const Function& f, const FunctionGraph& graph,
                                              int head);

}  // namespace warpproof
