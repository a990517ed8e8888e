// What a thread may have done since it last met its whole block at a barrier, by the text alone, whatever the conditions.
//
// Two facts of each point of a program:
//   heard   a strong read, a barrier of its warp, or one of a part of the block: it may know of what another thread
//           did since, which the rest of its block does not know of;
//   stored  a store or an update of memory that other blocks may see.
// A barrier of the whole block takes both back. What a function does counts where it is called.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

// Strong: a volatile, relaxed or acquiring load, or an atomic with a result.
bool is_strong_read(const Instruction& in);

class SinceBarrier {
 public:
  SinceBarrier(const Program& program, const std::vector<bool>& is_reached, std::uint32_t root);

  // In front of an instruction of that place.
  bool heard(std::uint32_t place) const { return heard_.contains(place); }
  // Where a block of that function begins.
  bool stored(std::uint32_t function, std::uint32_t block) const { return stored_.contains({function, block}); }

 private:
  // What was added since some point, and whether what was there before still counts.
  struct Change {
    bool heard = false, stored = false, keeps = false;
    bool join(const Change& other);
    Change then(const Change& next) const;
  };
  Change change_of(const Instruction& in) const;
  std::vector<Change> at_begins(std::uint32_t function, const Change& entered) const;
  bool follow_leaving(std::uint32_t function);
  bool follow_calls(std::uint32_t function);

  const Program& program_;
  std::vector<Change> calls_;    // by function: from its begin to its end
  std::vector<Change> entered_;  // by function: what holds where it begins, of all calls
  std::set<std::uint32_t> heard_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> stored_;
};

}  // namespace warpproof
