// Decides the obligations that are errors: excluded, shown by a run, or not known.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "checker/attempt/followed.h"
#include "checker/attempt/product_questions.h"
#include "checker/attempt/put_size.h"
#include "checker/attempt/replays.h"

namespace warpproof {

class Errors {
 public:
  using Obligations = Replays::Obligations;
  Errors(const Followed& followed, Replays& replays, ProductQuestions& products)
      : f_(followed), replays_(replays), products_(products) {}

  // Those that are not excluded. Of a pair of warps everything but how they race is known from each of them.
  Obligations open() const;
  // What compares indices with each other and with sizes is mostly linear in their products.
  void exclude_without_products();
  // Asks once whether anything is violated, replays the answer, and goes on without what was explained. `put`: at
  // one size, null where it is no variable.
  void decide(Obligations open, PutSize* put);
  // Of a sample: it only proves, what it seems to break may be excluded by the others.
  void exclude_all();

 private:
  bool explain_model(Obligations& open, const std::vector<Term>& terms, const SmtModel& model, PutSize* put);
  bool only_inexact(std::vector<Term> query, PutSize* put);
  void not_excluded(const symbolic::Obligation& o, Term condition, const std::string& why);
  // The disjunction was too hard: each obligation on its own.
  void decide_one_by_one(const Obligations& open, const std::vector<Term>& terms,
                         const std::vector<Term>& constraints);

  const Followed& f_;
  Replays& replays_;
  ProductQuestions& products_;
  std::set<const symbolic::Obligation*> excluded_;
  // Of the latest decide().
  std::optional<std::vector<Term>> constraints_;  // on models, so that they can be replayed
  int others_ = 0;  // models that were asked for in place of one whose run breaks an assumption
};

}  // namespace warpproof
