// Rules of single accesses: memory.out-of-bounds (--bounds), memory.misaligned (alignment.h), and what is noted of
// accesses that are taken to stay inside their memory.
//
// What it claims: each access that is handed to judge_bounds() and judge_alignment() breaks the rule where the
// obligation says so, or lies under an assumption that is named. Side conditions, and who sees to them: offsets count
// from an aligned base (address_map.h); `room` is the bytes from where the offsets count to the end (room_of); every
// access to shared memory whose bounds are not judged is handed to note_reach(), or "accesses to shared memory stay
// inside it" would be missing from the verdict (note_access).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/symbolic/alignment.h"
#include "checker/symbolic/context.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/target.h"

namespace warpproof::symbolic {

// So near the start of its buffer, in bytes, an access may well be whose index is anything.
inline constexpr std::uint64_t kNearBytes = 1ull << 30;

class AccessJudge {
 public:
  AccessJudge(const Context& context, LaunchNumbers& numbers)
      : context_(context),
        g(context.graph),
        alignment_(context.graph, [&numbers](Term variable) { return numbers.is_of_launch(variable); }) {}

  // Accesses of so many bytes at each of the target's offsets, to memory that ends after `room` bytes.
  void judge_bounds(const Target& target, Term room, int bytes, std::uint32_t place);
  // Of a vector: as a whole, from its first byte.
  void judge_alignment(const Target& target, int bytes, std::uint32_t place);
  // Shared memory ends where its variables end, and may be accessed beyond that by what cannot be seen here.
  void note_reach(const Target& target, int bytes, std::uint64_t end);
  // Kept for counterexamples that reach beyond what a buffer may be.
  void note_far(const Target& target);

  // That accesses which are judged stay within the reach of a replay's addresses.
  const std::vector<Term>& within_reach() const { return within_reach_; }
  // Accesses to buffers, as far as they are noted, that are not known to be near the start of theirs.
  struct Far {
    Lanes guard, offset;
  };
  const std::vector<Far>& far() const { return far_; }
  // The largest access to each buffer, in bytes: a vector as a whole. Offsets count from the buffer's start, which is taken to
  // be a multiple of it.
  const std::map<std::uint32_t, int>& widest() const { return widest_; }
  // When shared memory is accessed past its end.
  const std::vector<Term>& beyond_shared() const { return beyond_shared_; }

 private:
  const Context& context_;
  TermGraph& g;
  Alignment alignment_;
  std::vector<Term> within_reach_, beyond_shared_;
  std::vector<Far> far_;
  std::map<std::uint32_t, int> widest_;  // by allocation
};

}  // namespace warpproof::symbolic
