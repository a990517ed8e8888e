// Byte-addressed private storage of every thread of a strand: .local variables and .param variables.
//
// Addresses are byte offsets known at the time of the access; one cell holds the same offset of all threads,
// so a spilled variable costs what a register costs. Reading a byte that was never written gives 0, tainted.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "checker/symbolic/lanes.h"

namespace warpproof::symbolic {

// Helpers over lanes that both memories and the executor use.
class LaneOps {
 public:
  LaneOps(TermGraph& graph, int threads) : g(graph), threads(threads) {}

  Lanes constant(int width, std::uint64_t value) const { return Lanes(g.constant(width, value)); }
  Lanes no() const { return Lanes(g.truth(false)); }
  Lanes yes() const { return Lanes(g.truth(true)); }

  template <class F>
  Lanes map(F f, const Lanes& a) const {
    if (a.is_uniform()) return Lanes(f(a.at(0)));
    std::vector<Term> out(static_cast<std::size_t>(threads));
    for (int t = 0; t < threads; ++t) out[t] = f(a.at(t));
    return Lanes::each(std::move(out));
  }
  template <class F>
  Lanes map(F f, const Lanes& a, const Lanes& b) const {
    if (a.is_uniform() && b.is_uniform()) return Lanes(f(a.at(0), b.at(0)));
    std::vector<Term> out(static_cast<std::size_t>(threads));
    for (int t = 0; t < threads; ++t) out[t] = f(a.at(t), b.at(t));
    return Lanes::each(std::move(out));
  }
  Lanes land(const Lanes& a, const Lanes& b) const;
  Lanes lor(const Lanes& a, const Lanes& b) const;
  Lanes lnot(const Lanes& a) const;
  Lanes select(const Lanes& c, const Lanes& a, const Lanes& b) const;
  bool all_false(const Lanes& a) const;
  bool all_true(const Lanes& a) const;
  // Is each thread that may be of the strand surely among those that access?
  bool covers(const Lanes& accessing, const Lanes& strand) const;
  // The disjunction over all threads.
  Term any(const Lanes& a) const;

  Value defined(Lanes bits, int width) const { return Value{std::move(bits), no(), nullptr, width}; }
  // Per thread a where the condition holds, else b; values of one width.
  Value select(const Lanes& c, const Value& a, const Value& b) const;
  Value extract(const Value& v, int high, int low) const;
  // Parts from the most significant to the least.
  Value concat(const std::vector<Value>& parts) const;

  TermGraph& g;
  const int threads;
};

// What takes the place of bytes that were never written where one word holds them and others that were, as
// when a struct with padding is copied: values of that many bits, and whether undefined values come from
// such bytes only.
struct Padding {
  std::function<Lanes(int width)> any_value;
  std::function<bool(const Origins&)> is_unwritten;
};

class LocalMemory {
 public:
  // What a never-written byte reads as: 0, tainted by `event`. With `padding`, a word is tainted only where
  // none of its bytes was written.
  Value load(const LaneOps& ops, std::uint64_t address, int bytes, int uninitialised_event,
             const Padding* padding = nullptr) const;
  void store(const LaneOps& ops, std::uint64_t address, const Value& value);
  // Forgets the bytes [from, to): storage of a frame that has returned.
  void erase(std::uint64_t from, std::uint64_t to);
  bool written(std::uint64_t address, int bytes) const;
  // Some byte of the 8 around is defined in all threads.
  bool is_beside_written(const LaneOps& ops, std::uint64_t address) const;
  // Cells of `a` for the threads of guard_a and of `b` for the others.
  static LocalMemory merge(const LaneOps& ops, const LocalMemory& a, const LocalMemory& b,
                           const Lanes& guard_a, int uninitialised_event);
  const std::map<std::uint64_t, Value>* cells() const { return cells_.get(); }

 private:
  struct Piece {
    std::uint64_t at = 0;  // bytes from the start of a word
    int bytes = 0;
  };
  std::vector<Piece> pieces(std::uint64_t address, int bytes, const Value& whole) const;
  static Value part_of(const LaneOps& ops, const Value& cell, const Piece& piece);
  std::map<std::uint64_t, Value>& own();

  std::shared_ptr<std::map<std::uint64_t, Value>> cells_;  // copied on write; cells never overlap
};

}  // namespace warpproof::symbolic
