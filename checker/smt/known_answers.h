// What Z3 found out earlier about questions of the same form.
//
// A kernel's loops are followed again and again, each time with weaker claims, and most questions come back: over other
// variables, in another term graph, but the same otherwise. What contradicts itself does so whatever its variables are
// called.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "checker/smt/answer.h"
#include "src/base/effort.h"
#include "src/term/term.h"

namespace warpproof {

class KnownAnswers {
 public:
  // Predicates as words: each term by its kind, width, number and operands, each variable by its place among the
  // variables and by what the graph knows of its value. Two sets of predicates of one form differ in nothing but the names
  // of their variables, so that both can be satisfied or neither. An allocation keeps its number.
  using Form = std::vector<std::uint64_t>;
  // `order`: the terms of the predicates, operands first (topological_order).
  static Form form_of(TermGraph& graph, std::span<const Term> predicates, std::span<const Term> order);

  // Unsat: the predicates contradict each other. Sat: they do not. Unknown: with that much effort it was not decided, which
  // is so much or more. Nothing: it is to be asked.
  std::optional<Answer> find(const Form& form, effort::Clock::duration effort) const;
  void note(Form form, Answer answer, effort::Clock::duration effort);

 private:
  static constexpr std::size_t kMostWords = 8'000'000;  // in all forms: 64 MB
  struct Known {
    Answer answer;
    effort::Clock::duration effort;
  };

  std::map<Form, Known> answers_;
  std::size_t words_ = 0;
};

}  // namespace warpproof
