// Counters that hand out numbers: what atomic additions return.
//
// The order of atomics is open, so each may return anything; but two additions to one word never overlap.
// With results x and y and addends a and b, y was read a or more steps after x, or x b or more steps after y:
// y - x >= a and x - y >= b, modulo the word. That holds as long as nothing but additions changes the word,
// and all of them together do not wrap around (an assumption of the verdict). It is what makes
// `out[atomicAdd(&count, 1)] = v` free of races.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "checker/symbolic/block_memory.h"

namespace warpproof::symbolic {

class AtomicCounters {
 public:
  explicit AtomicCounters(TermGraph& graph) : g(graph) {}

  // Under `guard` a thread adds `addend` to the word at `offset` and gets the variable `result`.
  void add(BlockMemory::Key key, Term guard, Term offset, Term addend, Term result);
  // A word is added to, whether or not the result is wanted.
  void note_addend(const BlockMemory::Key& key, Term addend);
  // Something else than an addition of a small number may change memory there: at any time, in any order.
  void spoil(const BlockMemory::Key& key) { spoilt_.insert(key); }
  void spoil_all() { all_spoilt_ = true; }

  // What holds between results of additions that these terms depend on; true where there are none, or too
  // many. The facts hold if calm() does.
  Term facts(std::span<const Term> terms);
  // To be assumed at the end of the execution: what facts() relied on and nothing has spoilt.
  std::vector<Term> calm() const;

 private:
  struct Addition {
    BlockMemory::Key key;
    Term guard, offset, addend, result;
  };
  TermGraph& g;
  std::unordered_map<std::uint32_t, Addition> additions_;  // by result
  std::map<BlockMemory::Key, Term> calm_;                  // unknowns: only additions change this memory
  std::map<BlockMemory::Key, int> width_;                  // of the additions
  std::set<BlockMemory::Key> spoilt_;
  bool all_spoilt_ = false;
};

}  // namespace warpproof::symbolic
