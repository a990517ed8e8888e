// What two executions recorded of their loops, and what is spoken of when these are related.
//
// The n-th loop that one execution begins goes with the n-th of the other.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "checker/symbolic/loop_comparison.h"
#include "checker/symbolic/order_trace.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

// An unknown: whose, of which loop, and what it is.
using LoopUnit = std::tuple<bool, std::uint32_t, symbolic::LoopUnknown>;
// What members of one class of unknowns have in common.
using UnitKey = std::vector<std::uint64_t>;
// Marks of keys that are no cell's, and where a key begins to say what its cell is.
inline constexpr std::uint64_t kIterationsAfter = 1ull << 40;
inline constexpr std::size_t kFirstOfCell = 4;
// Target of an unknown that is no unknown: threads that stay as long as all do.
inline constexpr std::uint32_t kAlways = 1;

class LoopRecords {
 public:
  using OfSide = std::map<std::uint32_t, symbolic::LoopRecord>;
  // What is taken not to happen after loops.
  struct Claim {
    std::uint32_t loops;  // that had begun before
    int thread;
    Term term;
  };
  explicit LoopRecords(int threads) : threads_(threads) {}

  int threads() const { return threads_; }
  OfSide& operator[](bool in_b) { return records_[in_b]; }
  const OfSide& operator[](bool in_b) const { return records_[in_b]; }
  std::vector<Claim>& never(bool in_b) { return never_[in_b]; }
  // Forgets what an execution of this side recorded.
  void begin(bool in_b) {
    records_[in_b].clear();
    never_[in_b].clear();
  }
  void take_orders(const symbolic::OrderTrace& a, const symbolic::OrderTrace& b) {
    orders_[0] = &a;
    orders_[1] = &b;
  }
  const symbolic::OrderTrace& order(bool in_b) const { return *orders_[in_b]; }

  // Does the other side have no such loop?
  bool is_alone(bool in_b, std::uint32_t loop) const { return !records_[!in_b].contains(loop); }
  // Is the other loop over where an iteration of this one is run, in the same iterations of the loops around both?
  bool ended_before(bool in_b, std::uint32_t loop, std::uint32_t other) const;
  // Where all leave for, if that is one place.
  std::optional<std::uint32_t> only_target(bool in_b, std::uint32_t loop) const;
  // Of threads that share the unknown.
  int group_size(const symbolic::LoopRecord& record, const symbolic::LoopUnknown& what) const;

 private:
  const int threads_;
  OfSide records_[2];
  std::vector<Claim> never_[2];
  const symbolic::OrderTrace* orders_[2] = {};
};

}  // namespace warpproof::equivalence
