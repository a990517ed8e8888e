// What two memories hold in an allocation, paired, cell by cell: where all stores went to known offsets, where computed
// ones are distinguished, and, where they are not, at any one address.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/equivalence/observation.h"
#include "checker/symbolic/block_memory.h"

namespace warpproof::equivalence {

class ContentsObserver {
 public:
  using BlockMemory = symbolic::BlockMemory;
  struct Gap {
    std::string reason;
    bool in_b = false;
    int writer = -1;
  };
  struct Pair {
    Observation what;  // without places
    int writer_a = -1, writer_b = -1;
  };
  ContentsObserver(TermGraph& graph, int threads, std::array<BlockMemory*, 2> memory,
                   std::array<BlockMemory::Key, 2> key, std::string name, const StateProofs& proofs);

  void run();

  std::vector<Pair> pairs;
  std::vector<Gap> gaps;

 private:
  // One thread's store, or a cell of the memory before the first store to a computed address.
  struct Entry {
    Term offset, guard, value;
    int bytes = 0;
    int writer = -1;
    int thread = -1;
    bool strong = false;
  };

  // What both stored, where the condition holds.
  struct Case {
    Term condition;
    std::array<std::vector<Entry>, 2> entries;
  };

  const BlockMemory::Allocation* find(bool in_b);
  void note_unwritten();
  BlockMemory::Loaded load(bool in_b, Term offset, int bytes);
  void depends_on_order(bool in_b, int writer);
  void known_addresses();
  void add_cell(bool in_b, std::uint64_t at, const BlockMemory::Cell& cell, std::vector<Entry>& out);
  std::optional<std::vector<Entry>> entries(bool in_b);
  void computed_addresses();
  bool split(std::vector<Entry>& list, int bytes);
  std::optional<int> open_store(const Case& c, bool in_b);
  std::vector<Case> cases_of_offsets(const std::vector<Entry>& a, const std::vector<Entry>& b);
  void spell_offsets_alike(Case& c);
  bool distinct(const Case& c);
  bool distinct(Term condition, const std::vector<Entry>& list);
  bool exclude(Term condition, const std::set<Term>& one, const std::set<Term>& other);
  Term alone(const Case& c, Term offset);
  void by_offset(const Case& c, int bytes);
  void by_any_address(int bytes);

  TermGraph& g;
  const int threads_;
  const std::array<BlockMemory*, 2> memory_;
  const std::array<BlockMemory::Key, 2> key_;
  const std::string name_;
  const StateProofs& proofs_;
};

}  // namespace warpproof::equivalence
