// Pairs of values that two executions leave behind: equal for all inputs, or inputs that distinguish them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "checker/equivalence/buffer_elements.h"
#include "checker/equivalence/distinguish.h"
#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/execution.h"
#include "checker/equivalence/inquiry.h"
#include "checker/equivalence/matching.h"
#include "checker/equivalence/observation.h"

namespace warpproof::equivalence {

struct OpenPair {
  std::size_t observation = 0;
  TermPair pair;
};

class PairDecision {
 public:
  // Pairs are of `observed`, both executions have run, and all of it stays alive.
  PairDecision(TermGraph& graph, Execution& a, Execution& b, const Matching& matching,
               const EquivalenceOptions& options, const std::vector<Observation>& observed, Inquiry& inquiry)
      : graph_(graph),
        a_(a),
        b_(b),
        matching_(matching),
        options_(options),
        observed_(observed),
        inquiry_(inquiry) {}

  // Drops pairs of one normal form; how many.
  std::size_t drop_equal(FloatMeaning floats, std::vector<OpenPair>& open);
  // Is it of a buffer that is declared to hold integers (buffer_elements.h)?
  bool is_among_integers(const OpenPair& o) const;
  // Shared numbers of allocations, not declared to hold floats, that are the same over the reals alone.
  const std::set<std::uint32_t>& compared_as_numbers() const { return compared_as_numbers_; }
  // Looks for inputs that tell a pair apart, without a solver.
  std::optional<Difference> search(const std::vector<OpenPair>& open);
  // Asks the solver: drops pairs that it proves equal, whose number is added to `proved`.
  std::optional<Difference> solve(std::vector<OpenPair>& open, std::size_t& proved);
  // What drop_equal took for granted over the reals.
  const RealConditions& real_conditions() const { return real_conditions_; }
  // Why a pair is not decided; may be empty.
  const std::string& undecided() const { return undecided_; }

 private:
  std::optional<Elements> elements(const OpenPair& o) const;  // of memory
  std::uint32_t shared_number(const Execution& e, const symbolic::Input& pointer) const;
  void pin(Distinguisher& d);
  void note_decided(const std::vector<OpenPair>& open);
  std::optional<Difference> replay(const SmtModel& model);
  std::vector<Term> pointer_values(const TermPair& pair);
  std::unordered_set<std::uint32_t> interchangeable_inputs();
  bool assumptions_read_memory();
  void prefer_few_blocks(const std::vector<Term>& query, SmtModel& model);
  bool differs_over_reals(const TermPair& pair, const SmtModel& model);

  TermGraph& graph_;
  Execution &a_, &b_;
  const Matching& matching_;
  const EquivalenceOptions& options_;
  const std::vector<Observation>& observed_;
  Inquiry& inquiry_;
  std::set<std::size_t> decided_;  // observations that a replay may differ in
  std::string undecided_;
  RealConditions real_conditions_;
  std::set<std::uint32_t> compared_as_numbers_;
};

}  // namespace warpproof::equivalence
