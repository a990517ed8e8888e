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
  // What a model breaks only as an index wraps around in it, where the product of sizes does not fit, is no error, as far as
  // sizes may be assumed (questions.h). Then a model with small sizes takes its place; or there is none, their products are
  // assumed to fit from here on (sizes_), and the model is not to be explained: false. What is excluded without such a
  // model does not rest on that.
  bool fits(const Obligations& open, const std::vector<Term>& query, SmtModel& model, PutSize* put);
  Questions::Products sizes_of_broken(const Obligations& open, const SmtModel& model, PutSize* put);
  // When an obligation is broken: if it may be about an index that wraps around, where sizes_ fit.
  Term violated(const symbolic::Obligation& o);
  bool explain_model(Obligations& open, const std::vector<Term>& terms, const SmtModel& model, PutSize* put);
  bool only_inexact(std::vector<Term> query, PutSize* put);
  void not_excluded(const symbolic::Obligation& o, Term condition, const std::string& why);
  // The disjunction was too hard: each obligation on its own.
  void decide_one_by_one(const Obligations& open, const std::vector<Term>& constraints, PutSize* put);

  const Followed& f_;
  Replays& replays_;
  ProductQuestions& products_;
  std::set<const symbolic::Obligation*> excluded_;
  Questions::Products sizes_;  // whose products are assumed to fit
  // Of the latest decide().
  std::optional<std::vector<Term>> constraints_;  // on models, so that they can be replayed
  int others_ = 0;  // models that were asked for in place of one whose run breaks an assumption
};

}  // namespace warpproof
