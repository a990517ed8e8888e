// Contents of memory that the iterations of two loops keep the same.
//
// Of memory that the iterations of both change, one number stands for the contents in both while they are claimed to be
// the same; two numbers where they are not.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "checker/equivalence/atomic_matching.h"
#include "checker/equivalence/loop_keys.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_states.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "checker/symbolic/block_memory.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class LoopContents {
 public:
  // b's allocation of global memory to the number that a knows it by.
  using Renumber = std::function<std::uint32_t(std::uint32_t)>;
  using Key = symbolic::BlockMemory::Key;
  LoopContents(TermGraph& graph, Renumber number_of_b, LoopRecords& records, LoopTerms& terms,
               LoopStates& states, LoopKeys& keys, const AtomicMatching& atomics)
      : graph_(graph),
        threads_(records.threads()),
        number_of_b_(std::move(number_of_b)),
        records_(records),
        terms_(terms),
        states_(states),
        keys_(keys),
        atomics_(atomics) {}

  Key key_in_a(bool in_b, Key key) const;
  // The number that stands for what is in the loop, or after it.
  std::uint32_t number(bool in_b, std::uint32_t loop, const Key& key, bool after);
  // All numbers for contents of a's key.
  std::vector<std::uint32_t> numbers_of(const Key& key_in_a) const;
  // Do iterations keep the same what is claimed to be? False: less is claimed now.
  bool is_kept();
  void claim_all() { unrelated_.clear(); }

 private:
  using Contents = std::pair<std::uint32_t, Key>;  // loop, a's key
  bool contents_agree(std::uint32_t loop, const Key& key);
  bool atomics_leave_the_same(const Key& a, const Key& b) const;

  TermGraph& graph_;
  const int threads_;
  const Renumber number_of_b_;
  LoopRecords& records_;
  LoopTerms& terms_;
  LoopStates& states_;
  LoopKeys& keys_;
  const AtomicMatching& atomics_;
  std::map<std::tuple<bool, Contents, bool>, std::uint32_t> numbers_;
  std::set<Contents> unrelated_;
  std::uint32_t next_number_ = kFirstLoopContents;
};

}  // namespace warpproof::equivalence
