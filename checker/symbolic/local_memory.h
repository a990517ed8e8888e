// Byte-addressed private storage of every thread of a strand: .local variables and .param variables.
//
// Addresses are byte offsets known at the time of the access; one cell holds the same offset of all threads,
// so a spilled variable costs what a register costs. Reading a byte that was never written gives 0, tainted.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

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

class LocalMemory {
 public:
  // What a never-written byte reads as: 0, tainted by `event`.
  Value load(const LaneOps& ops, std::uint64_t address, int bytes, int uninitialised_event) const;
  void store(const LaneOps& ops, std::uint64_t address, const Value& value);
  // Forgets the bytes [from, to): storage of a frame that has returned.
  void erase(std::uint64_t from, std::uint64_t to);
  bool written(std::uint64_t address, int bytes) const;
  // Cells of `a` for the threads of guard_a and of `b` for the others.
  static LocalMemory merge(const LaneOps& ops, const LocalMemory& a, const LocalMemory& b,
                           const Lanes& guard_a, int uninitialised_event);
  const std::map<std::uint64_t, Value>* cells() const { return cells_.get(); }

 private:
  std::map<std::uint64_t, Value>& own();

  std::shared_ptr<std::map<std::uint64_t, Value>> cells_;  // copied on write; cells never overlap
};

}  // namespace warpproof::symbolic
