// What holds between the loops of two executions, iteration by iteration.
//
// The n-th loop that one execution begins goes with the n-th of the other (loop_records.h). Unknowns of both (cells at the
// head of an iteration, threads that are still in the loop, what a loop leaves behind) are put into classes; those of one
// class are one variable (loop_variables.h), so a class claims that they are equal in every iteration, for any lanes of
// either side. The claim is inductive: members of a class enter the loop equal, and where they are equal at the begin of an
// iteration they are equal at its end, come back under equal conditions, or leave under equal conditions (loop_keys.h).
// Classes are split where that is not so until all of it holds (Flanagan and Leino, "Houdini", 2001, with partitions for
// candidates). Conditions that are no two spellings of one form are equal where a solver proves it of states that are
// reached (loop_states.h).
//
// Some cells are known without a class: what every iteration adds the same to (loop_counters.h), or moves by one stride
// that is an input (loop_strides.h); what the number of iterations alone tells (closed_cells.h), and what the iterations of
// a loop that only one side has leave as it was (untouched_cells.h). Of others one side has several where the other has one
// (loop_sums.h, combined_cells.h). Contents of memory are related likewise, allocation by allocation (loop_contents.h).
// Atomics of an iteration of one go with those of an iteration of the other (atomic_matching.h), or are unknowns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "checker/equivalence/atomic_matching.h"
#include "checker/equivalence/closed_cells.h"
#include "checker/equivalence/combined_cells.h"
#include "checker/equivalence/loop_bounds.h"
#include "checker/equivalence/loop_contents.h"
#include "checker/equivalence/loop_counters.h"
#include "checker/equivalence/loop_indices.h"
#include "checker/equivalence/loop_keys.h"
#include "checker/equivalence/loop_numbers.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_splits.h"
#include "checker/equivalence/loop_states.h"
#include "checker/equivalence/loop_strides.h"
#include "checker/equivalence/loop_sums.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "checker/equivalence/untouched_cells.h"
#include "checker/symbolic/loop_comparison.h"
#include "src/base/effort.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class LoopRelation {
 public:
  using Renumber = LoopContents::Renumber;
  // Throws std::runtime_error where it works past the deadline. `bounded`: takes it that indices do not wrap around in
  // loops (index_uses.h). `about_values`: how long the solver may be asked whether values are the same.
  LoopRelation(TermGraph& graph, FloatMeaning floats, int threads, Renumber number_of_b,
               effort::Clock::time_point deadline, bool bounded, effort::Clock::duration about_values);

  symbolic::LoopComparison* side(bool in_b) { return in_b ? &b_ : &a_; }
  // The loop that only this side has goes on where its loop before that was left: both are one that was split.
  void rest_goes_on(bool in_b) { states_.rest_goes_on(in_b); }
  // Forgets what an execution of this side recorded; before it runs.
  void begin(bool in_b);
  // After both ran, with these atomics: true when the claim, as they ran with it, is proved. Else it is weaker now.
  using Facts = LoopFacts;
  bool is_kept(const symbolic::OrderTrace& a, const symbolic::OrderTrace& b, Facts facts);
  // After that: does nothing happen that an execution of a split loop takes not to happen?
  bool takes_rightly() { return states_.takes_rightly(); }
  // What is known after all loops.
  std::vector<Term> facts_after() { return states_.facts_after(); }
  // LoopSplits; of by_iterations only after is_kept.
  LoopSplits& splits() { return splits_; }
  // Was the solver not asked any more?
  bool out_of_questions() const { return keys_.out_of_questions(); }
  // Does anything count the iterations of a loop?
  bool counts() const { return counters_.any(); }
  // By strides that are inputs?
  bool moves_by_inputs() const { return strides_.any(); }
  // From now on such cells are known by how far they were moved, where loops are bounded.
  void use_strides() {
    if (bounded_) strides_.use();
  }
  bool assumes_strides() const { return strides_.assumes(); }
  // After is_kept: the loops that are taken to end before an index wraps around, without a proof of it.
  using AssumedBound = LoopBounds::Assumed;
  std::vector<AssumedBound> assumed_bounds() { return bounds_.assumed(); }
  // Loops that were followed, on the side that has more of them.
  std::size_t loops() const { return std::max(records_[false].size(), records_[true].size()); }
  // Does the value depend on what holds in or after a loop that was followed?
  bool mentions_loops(Term t) const { return variables_.mentions_loops(t); }
  // What was taken for granted of numbers over the reals.
  const RealConditions& real_conditions() const { return terms_.real_conditions(); }
  // Over the reals, after is_kept: are bits used of what may be the same number only (loop_numbers.h)? Then nothing follows
  // from the relation.
  bool uses_bits_of_numbers(const std::vector<Term>& left_behind, const std::vector<Term>& addressed);
  // ": why", where the loops of the two do not even go together; may be empty.
  std::string trouble() const { return trouble_; }

 private:
  class OneSide : public symbolic::LoopComparison {
   public:
    OneSide(LoopRelation& all, bool in_b) : all_(all), in_b_(in_b) {}
    Term unknown(std::uint32_t loop, const symbolic::LoopUnknown& what, int width) override;
    std::uint32_t contents(std::uint32_t loop, const symbolic::BlockMemory::Key& key, bool after) override;
    Term goes_on(std::uint32_t loop, int thread, bool again) override;
    void never(std::uint32_t loops, int thread, Term t) override;
    void record(std::uint32_t loop, symbolic::LoopRecord record) override;

   private:
    LoopRelation& all_;
    const bool in_b_;
  };

  void renew_terms();
  void match(bool guess);
  std::map<LoopUnit, UnitKey> keys(bool first);
  bool counts_otherwise();
  bool splits_classes();

  TermGraph& graph_;
  const bool bounded_;
  OneSide a_, b_;
  LoopRecords records_;
  LoopVariables variables_;
  LoopTerms terms_;
  LoopIndices indices_;
  LoopCounters counters_;
  LoopStrides strides_;
  LoopStates states_;
  LoopBounds bounds_;
  UntouchedCells untouched_;
  ClosedCells closed_;
  LoopSums sums_;
  LoopKeys keys_;
  CombinedCells combined_;
  AtomicMatching atomics_;
  LoopContents contents_;
  LoopSplits splits_;
  std::string trouble_;
};

}  // namespace warpproof::equivalence
