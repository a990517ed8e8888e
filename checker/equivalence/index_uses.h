// How far a loop may be followed before an index of it wraps around.
//
// What an iteration adds to a number of 32 bits gives no bound by itself: unsigned numbers wrap around, signed
// ones do too where a compiler option says so, and a counter that nothing depends on (a checksum, a step of a
// hash, a byte) says nothing of how often a loop runs. A bound is only of use, and only then looked for, where
// compilers spell a number in two ways that agree until it wraps around:
//   - in an address, widened to 64 bits: sext(i + k) against sext(i) + k;
//   - in a comparison with what the loop does not change: i < n against p < end.
// Both count only if all of the number is used: what is masked, shifted or truncated first may wrap around as
// often as it likes. A number that is moved by more than kFarthestStep is no index but a hash, say.
//
// That an index does not wrap around is an assumption wherever it is not proved, for each loop with its number
// of iterations; a signed number is moved by less than 2^31 then, an unsigned one by less than 2^32, one of 64
// bits by less than 2^47, which is more than an address space has.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include "src/term/term.h"

namespace warpproof::equivalence {

struct IndexBound {
  std::uint64_t most = 0;  // how many iterations may come before one that is followed
  std::uint64_t step = 0;  // by how much each moves the index, up or down
  int width = 0;           // of the index, in bits
};

class IndexUses {
 public:
  // By id of a variable of which indices are multiples, modulo 2^32 or 2^64: its number. `is_invariant`: is
  // the value the same in all iterations?
  using Moved = std::map<std::uint32_t, std::uint32_t>;
  IndexUses(const TermGraph& graph, Moved moved, std::function<bool(Term)> is_invariant);

  void add_conditions(std::span<const Term> roots);  // by which threads leave or stay
  void add_reads(std::span<const Term> roots);       // the addresses of what is read below them
  void add_address(Term t);                          // 64 bits

  // By number: the closest bound that a use gives.
  const std::map<std::uint32_t, IndexBound>& bounds() const { return bounds_; }

 private:
  static constexpr std::uint64_t kFarthestStep = 1ull << 24;

  void add_compared(Term t, int bits);
  void add_sum(Term t, int bits);
  void add_part(Term t, int bits);
  bool seen(Term t, int what);

  const TermGraph& graph_;
  const Moved moved_;
  const std::function<bool(Term)> is_invariant_;
  std::map<std::uint32_t, IndexBound> bounds_;
  std::map<std::pair<std::uint32_t, int>, bool> seen_;
};

}  // namespace warpproof::equivalence
