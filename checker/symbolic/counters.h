// Counters that hand out numbers: what atomic additions return.
//
// The order of atomics is open, so each may return anything; but two additions to one word never overlap.
// With results x and y and addends a and b, y was read a or more steps after x, or x b or more steps after y.
// If x and y differ, y - x >= a and x - y >= b, modulo the word; they are equal only where the one that came
// first added 0, which returns what the next addition returns too. As either may have come first, numbers
// differ for certain only where both addends are not 0. That holds as long as nothing but additions changes
// the word, and all of them together do not wrap around (an assumption of the verdict; addends that may be
// negative, which are large ones, are left out). It is what makes `out[atomicAdd(&count, 1)] = v` free of
// races.
//
// An addition so owns the numbers x .. x + a - 1. Aggregated additions are shared out by a shuffle: a leader
// adds for its group, and each lane takes the number at its rank in the group. A claim shows, by cases over
// which addition the lane's base came from, that its number is one that the addition owns; numbers of claims
// that no addition has in common differ. Where both numbers may come from one addition, the ranks have to
// differ (shares.h). All that is simplification of terms, without a solver.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker/claims/claims.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/element.h"
#include "checker/symbolic/shares.h"

namespace warpproof::symbolic {

// What holds of the results x and y of two additions of a and b to one word, whichever came first.
Term numbers_apart(TermGraph& graph, Term a, Term x, Term b, Term y);

class AtomicCounters {
 public:
  // Of additions that are taken not to make their word wrap around.
  static constexpr std::uint64_t kLargestAddend = 1ull << 16;

  explicit AtomicCounters(TermGraph& graph) : g(graph) {}

  // Under `guard` a thread adds `addend` to the word at `offset` and gets the variable `result`. Its addend was noted.
  void add(BlockMemory::Key key, Term guard, Term offset, Term addend, Term result, const claims::InstructionAt& by);
  // A word is added to, whether or not the result is wanted.
  void note_addend(const BlockMemory::Key& key, Term addend, const claims::InstructionAt& by);
  // Something else than an addition of a small number may change memory there: at any time, in any order.
  void spoil(const BlockMemory::Key& key) { spoilt_.insert(key); }
  void spoil_all() { all_spoilt_ = true; }
  // Something else changes memory there, ordered with every addition: before it or after it.
  void overwrite(const BlockMemory::Key& key, const claims::InstructionAt& by) {
    ++epoch_[key];
    changes_[key].stores.insert(by);
  }
  // Earlier iterations may have done so, by instructions that are noted where they are followed.
  void overwrite_in_iterations(const BlockMemory::Key& key) { ++epoch_[key]; }

  // `chosen` is the value of the first choice whose condition holds; one always does.
  struct Choice {
    Term condition, value;
  };
  void note_choice(Term chosen, std::vector<Choice> choices) { choices_[chosen.id] = std::move(choices); }
  // Whether the term comes from additions, perhaps by a choice.
  bool is_result(Term t) const;

  // The index of an access, where it is a number that one of these additions owns.
  struct Owned {
    BlockMemory::Key key;
    Term number;
    std::vector<std::uint32_t> additions;  // by result
  };
  std::optional<Owned> owned_number(const Use& use);

  // What holds between results of additions that the offsets depend on, given that both accesses happen and
  // overlap; true where there are none, or too many. The facts hold if calm() does.
  Term facts(const Use& a, const Use& b);
  // To be assumed at the end of the execution: what facts() relied on and nothing has spoilt.
  std::vector<Term> calm() const;
  // What facts() relied on. An instruction that adds before and after the word is changed by something else has no one claim.
  std::vector<claims::NumbersClaim> claims() const;

 private:
  struct Addition {
    BlockMemory::Key key;
    int epoch;
    Term guard, offset, addend, result;
    std::size_t by;  // index of Changes::additions
  };
  static constexpr int kSeveralEpochs = -1;
  using Pairs = std::set<std::pair<std::size_t, std::size_t>>;
  // Who changes words of one allocation, and additions whose numbers were taken to be different.
  struct Changes {
    std::vector<claims::InstructionAt> additions;
    std::vector<int> epochs;  // by addition: in which it adds; kSeveralEpochs
    std::set<claims::InstructionAt> stores;
    Pairs apart;
  };
  // An access to an element whose index is a number that one of the additions owns.
  struct Claim {
    BlockMemory::Key key;
    int epoch = 0;
    Term word;  // the counter's offset
    Element element;
    std::vector<std::uint32_t> additions;  // by result, sorted
    Share share;
  };
  const std::vector<const Addition*>& additions_in(Term t);
  const std::optional<Claim>& claim(const Use& use);
  std::optional<Claim> make_claim(const Use& use);
  bool take_different(const Claim& a, const Claim& b);
  bool cases_of(Term t, std::vector<Term>& path, std::vector<ChoiceCase>& out, bool& any_addition) const;
  bool owned(Term guard, const ChoiceCase& c, const Addition* addition, Term rank);
  Term known_calm(const BlockMemory::Key& key);
  static void note_apart(Pairs& known, const Addition& x, const Addition& y);

  TermGraph& g;
  std::unordered_map<std::uint32_t, Addition> additions_;                           // by result
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<Claim>> claims_;  // by guard and offset
  // By term; a result is known as one before anything is computed from it.
  std::unordered_map<std::uint32_t, std::vector<const Addition*>> additions_in_;
  std::map<BlockMemory::Key, Term> calm_;          // unknowns: only additions change this memory
  std::map<BlockMemory::Key, int> width_, epoch_;  // of the additions
  std::unordered_map<std::uint32_t, std::vector<Choice>> choices_;  // by what was chosen
  std::map<BlockMemory::Key, Changes> changes_;
  std::set<BlockMemory::Key> spoilt_;
  bool all_spoilt_ = false;
};

}  // namespace warpproof::symbolic
