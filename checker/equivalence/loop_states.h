// What is known of the states that iterations of loops are in, and of those after loops: who is in an iteration came back
// from the one before it, and who left a loop left in the last one that it was in.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_strides.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class LoopStates {
 public:
  LoopStates(TermGraph& graph, LoopRecords& records, LoopVariables& variables, LoopTerms& terms,
             LoopStrides& strides)
      : graph_(graph),
        threads_(records.threads()),
        records_(records),
        variables_(variables),
        terms_(terms),
        strides_(strides) {}

  // The loop that only this side has goes on where its loop before that was left: both are one that was split.
  void rest_goes_on(bool in_b) { goes_on_in_rest_ = in_b; }
  bool any_rest() const { return goes_on_in_rest_.has_value(); }
  // Terms are others than they were.
  void forget() {
    reached_.clear();
    left_.clear();
  }

  // What is known of threads, up to `last`, that are in an iteration; asked about those from `first` on.
  Term reached(std::uint32_t loop, bool in_b, int first, int last);
  // The two have the same value, or the same bits, where the guard holds in an iteration that is reached.
  bool equal_in_iteration(std::uint32_t loop, Term guard, Term a, Term b);
  bool same_bits_in_iteration(std::uint32_t loop, Term guard, Term a, Term b);
  struct
      Departure {  // a thread leaves a loop: what stands for the iterations up to then, and how many more that is
    Term iterations;
    std::uint64_t more = 0;
  };
  std::optional<Departure> departure(bool in_b, std::uint32_t loop, std::uint32_t target, int thread);
  Term facts_of_leaving(bool in_b, std::uint32_t loop, int thread);
  // What is known after all loops.
  std::vector<Term> facts_after();
  // Does nothing happen that an execution of a split loop takes not to happen?
  bool takes_rightly();

 private:
  bool held_before(Term t, const std::set<std::uint32_t>& known);
  std::set<std::uint32_t> numbers_known_in(bool in_b, std::uint32_t loop);
  std::vector<Term> kept_in_iteration(const symbolic::LoopRecord& record, int thread, Term guard,
                                      const std::set<std::uint32_t>& numbers);
  void add_facts_before(bool in_b, std::uint32_t loop, int first, int last, std::vector<Term>& out);
  void add_bound_of_rest(bool in_b, std::uint32_t loop, int first, int last, std::vector<Term>& out);
  Term reached_where(std::uint32_t loop, Term guard);
  Term known_where(std::uint32_t loop, Term guard);

  TermGraph& graph_;
  const int threads_;
  LoopRecords& records_;
  LoopVariables& variables_;
  LoopTerms& terms_;
  LoopStrides& strides_;
  std::optional<bool> goes_on_in_rest_;  // by side
  std::map<std::tuple<std::uint32_t, bool, int, int>, Term> reached_;
  std::map<std::tuple<std::uint32_t, bool, int>, Term> left_;
};

}  // namespace warpproof::equivalence
