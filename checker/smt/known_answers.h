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
  // `order`: the terms of the predicates, operands first (topological_order). Nothing where there are too many of them to be
  // looked up and kept.
  static std::optional<Form> form_of(TermGraph& graph, std::span<const Term> predicates, std::span<const Term> order);

  // Unsat: the predicates contradict each other. Sat: they do not. Unknown: with that much effort it was not decided, which
  // is so much or more. Nothing: it is to be asked.
  std::optional<Answer> find(const Form& form, effort::Clock::duration effort) const;
  void note(Form form, Answer answer, effort::Clock::duration effort);

  // What was noted since these were called last is apart from the rest, so that it can be taken out and added later.
  struct Known {
    Answer answer;
    effort::Clock::duration effort;
  };
  using Answers = std::map<Form, Known>;
  Answers take_latest();
  void add(const Answers& answers);

 private:
  static constexpr std::size_t kMostWords = 8'000'000;  // in all forms: 64 MB

  Answers answers_, latest_;
  std::size_t words_ = 0, latest_words_ = 0;
};

}  // namespace warpproof
