// Are two values the same in all states that a question is about?
//
// Two spellings of one computation mostly differ far below their results: in where they load from, and in
// what they choose by. So the loads of one are set against those of the other, inner ones first, and those
// from offsets that are proved the same are one load; conditions of choices likewise. What is left is then of
// one normal form, or is looked at for either outcome of a condition, the outermost first: values that
// matter in some cases only are the same in these only. The solver is asked of small differences that way,
// and of results last.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/term/term.h"

namespace warpproof::equivalence {

class SameValue {
 public:
  // `form`: terms of one form have the same value. `word_form`: terms of one form have the same bits, which is
  // what addresses must have, even where values are floats that need not (normal_form.h). `never`: proves that
  // there is no such state in which the condition holds.
  using Form = std::function<std::uint64_t(Term)>;
  SameValue(TermGraph& graph, Form form, Form word_form, std::function<bool(Term)> never)
      : graph_(graph), form_(std::move(form)), word_form_(std::move(word_form)), never_(std::move(never)) {}

  // False: not proved.
  bool operator()(Term a, Term b);

 private:
  // What holds in the case at hand.
  using Case = std::vector<Term>;
  bool never(Case here, Term t) const;
  bool same_form(Term a, Term b) const { return a == b || form_(a) == form_(b); }
  bool same(Term a, Term b, const Case& here);
  bool same_word(Term a, Term b, const Case& here);
  std::optional<std::pair<Term, Term>> extended_words(Term difference) const;
  Term with_loads_of(Term a, Term b, const Case& here);
  Term with_conditions_of(Term a, Term b, const Case& here);
  std::optional<Term> outermost_condition(Term a, Term b) const;

  TermGraph& graph_;
  const Form form_, word_form_;
  const std::function<bool(Term)> never_;
  int cases_left_ = 0;
};

}  // namespace warpproof::equivalence
