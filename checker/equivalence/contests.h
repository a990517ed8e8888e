// Contests in normal forms: which of several candidates has the greatest (or the least) value, identified by
// a number that the candidate carries along. An arg max is one, whether it moves value and number by two
// shuffles, or both in one word with the number below the value.
//
// A contest is a list of candidates, each with a value and a number. Its winner is, of those whose value is
// the extreme one, the first in the list; its result is the number of the winner. Why two contests can be
// made one:
//
//   Let x and y be the extreme values of lists A and B, and c a condition that holds where x beats y and does
//   not where y beats x. (1) Where c does not depend on anything else when x = y, c ? result(A) : result(B)
//   is the result of A followed by B (c holds then) or of B followed by A (it does not): an extreme value of
//   both lists is one of A unless y beats x, and the first of the whole list that has it is then the first of
//   the list that comes first. (2) Where c, when x = y, holds just if the winner of A has the lesser key, and
//   both lists ascend by keys, the result is that of the two lists merged by their keys: the winner of either
//   list has the least key of those in it with the extreme value, so the first of the merged list is the one
//   of them with the lesser key. Likewise with greater keys and lists that descend.
//
//   A candidate after another one of the same value never wins, and may be dropped.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "checker/equivalence/form_store.h"

namespace warpproof::equivalence {

class Contests {
 public:
  struct Candidate {
    FormId value;
    std::uint64_t number;
  };
  struct Contest {
    bool is_signed, maximum;
    std::vector<Candidate> candidates;  // those of one value in the order in which they win
  };
  // Of two numbers: x < y, y < x, x = y.
  struct Comparisons {
    bool is_signed;
    FormId x, y, less, greater, equal;
  };
  enum Relation { Less, Equal, Greater };
  // What a condition is, by the relation of two values, and of two keys.
  using Outcomes = std::array<std::array<bool, 3>, 3>;
  static constexpr std::size_t kMostCandidates = 2'000;

  explicit Contests(FormStore& store) : forms_(store.forms()), diagrams_(store.diagrams()) {}

  // The contest that the number is known to be the result of; may be null.
  const Contest* contest_of(FormId number, bool is_signed, bool maximum) const;
  // The contest among those whose extreme one the value is, of which the number is the result.
  std::optional<Contest> contest_about(FormId value, FormId number, bool is_signed, bool maximum) const;
  // That of `condition ? result of a : result of b`, by (1) or (2); `keys`: what the condition compares besides values.
  std::optional<Contest> united(Contest a, Contest b, const Outcomes& condition,
                                const std::optional<Comparisons>& keys) const;
  static void drop_beaten(Contest& contest);
  // From now on that is known of the result.
  void note(FormId result, const Contest& contest);
  // `plain`: the form that the result has otherwise.
  FormId result_of(Contest contest, int width, FormId plain);
  // `plain`, a function of `from`: by what `map` makes of numbers, where `from` is a result.
  FormId mapped_result(FormId from, FormId plain, const std::function<std::uint64_t(std::uint64_t)>& map);

 private:
  std::vector<FormId> contestants(FormId value, bool is_signed, bool maximum) const;

  Forms& forms_;
  DecisionDiagrams& diagrams_;
  std::unordered_map<FormId, std::vector<Contest>> contests_;  // by result
  std::unordered_map<FormId, FormId> winners_;                 // by Winner: what stands for it
};

// Of two numbers of that width.
inline bool is_less(bool is_signed, int width, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t flip = is_signed ? top_bit(width) : 0;
  return (a ^ flip) < (b ^ flip);
}

}  // namespace warpproof::equivalence
