// Choices that depend on the order of numbers alone: the extreme of two, or the result of a contest (contests.h).
//
// Conditions are looked at as functions of comparisons: each is evaluated for all outcomes that comparisons of two
// numbers can have together.
#pragma once

#include <optional>
#include <vector>

#include "checker/equivalence/contests.h"
#include "checker/equivalence/extremes.h"
#include "checker/equivalence/form_store.h"
#include "checker/equivalence/gated_sums.h"
#include "checker/equivalence/word_parts.h"

namespace warpproof::equivalence {

class ChosenByOrder {
 public:
  using Diagram = DecisionDiagrams::Diagram;
  ChosenByOrder(FormStore& store, GatedSums& gated, WordParts& parts, Contests& contests, Extremes& extremes)
      : forms_(store.forms()),
        diagrams_(store.diagrams()),
        gated_(gated),
        parts_(parts),
        contests_(contests),
        extremes_(extremes) {}

  // condition ? a : b, if it is one.
  std::optional<FormId> operator()(Diagram condition, FormId a, FormId b, int width);

 private:
  using Contest = Contests::Contest;
  using Candidate = Contests::Candidate;
  using Comparisons = Contests::Comparisons;
  using Outcomes = Contests::Outcomes;
  using Relation = Contests::Relation;
  Comparisons comparisons(FormId x, FormId y, bool is_signed);
  std::optional<Outcomes> outcomes(Diagram condition, const std::vector<std::uint32_t>& atoms,
                                   const Comparisons& values, const std::optional<Comparisons>& keys) const;
  std::optional<Contest> winner(const Comparisons& values, const std::optional<Comparisons>& keys,
                                const Outcomes& condition, bool maximum, FormId a, FormId b) const;

  Forms& forms_;
  DecisionDiagrams& diagrams_;
  GatedSums& gated_;
  WordParts& parts_;
  Contests& contests_;
  Extremes& extremes_;
};

}  // namespace warpproof::equivalence
