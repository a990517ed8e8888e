// The greatest or the least of words: minima and maxima as elements of a lattice, and what else comes to one.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker/equivalence/contests.h"
#include "checker/equivalence/form_store.h"
#include "checker/equivalence/word_parts.h"

namespace warpproof::equivalence {

class Extremes {
 public:
  using Diagram = DecisionDiagrams::Diagram;
  using Comparisons = Contests::Comparisons;
  using Outcomes = Contests::Outcomes;
  using Conditions = std::vector<std::pair<FormId, std::uint64_t>>;
  Extremes(FormStore& store, WordParts& parts, Contests& contests)
      : store_(store),
        forms_(store.forms()),
        diagrams_(store.diagrams()),
        parts_(parts),
        contests_(contests) {}

  // An element of the lattice as a form.
  FormId of_lattice(Diagram d, Tag lattice, int width);
  // a or b as what `values` compares, of which the greater (lesser) one is taken.
  std::optional<FormId> of_two(const Comparisons& values, bool maximum, FormId a, FormId b, int width);
  // The same of words that have the values above keys.
  std::optional<FormId> of_keys(const Comparisons& values, const Outcomes& condition, bool maximum,
                                FormId a, FormId b, int width);
  // Of the greatest (least) of words that have keys. `plain`: their form otherwise.
  FormId upper_bits(FormId extreme, int low_width, FormId plain);
  // The number of the first condition that holds. `plain`: its form otherwise.
  FormId first_of(const Conditions& conditions, int width, FormId plain);

 private:
  using Contest = Contests::Contest;
  using Key = WordParts::Key;
  struct Extreme {
    bool is_signed, maximum;
    std::vector<FormId> values;
  };
  std::optional<std::pair<FormId, Extreme>> extreme_in(FormId condition) const;
  FormId of_indicators(const Extreme& all, int width, FormId plain);

  FormStore& store_;
  Forms& forms_;
  DecisionDiagrams& diagrams_;
  WordParts& parts_;
  Contests& contests_;
  std::unordered_map<FormId, Extreme> known_;  // maxima and minima, by their forms
};

}  // namespace warpproof::equivalence
