#include "checker/attempt/errors.h"

#include <algorithm>

#include "checker/counterexample/replayable.h"
#include "src/term/traverse.h"

namespace warpproof {

using symbolic::Obligation;

namespace {

using Clock = Limits::Clock;

constexpr int kOtherModels = 4;           // in place of those whose runs break an assumption
constexpr int kMostCounterexamples = 8;   // looked for in one kernel

}  // namespace

Errors::Obligations Errors::open() const {
  const bool pair = f_.executor.shape().follow == symbolic::Shape::Follow::WarpPair;
  Obligations open;
  for (const Obligation& o : f_.executor.record().obligations.all()) {
    if (o.level == spec::Level::Error && (!pair || spec::is_of_two_accesses(o.rule)) && !excluded_.contains(&o))
      open.push_back(&o);
  }
  return open;
}

void Errors::exclude_without_products() {
  const auto left = f_.limits.deadline() - Clock::now();
  // Of samples little else is to be had: what their threads do is distinguished by products or not at all.
  const auto until = Clock::now() + left / (f_.executor.shape().is_sample() ? 2 : 6);
  for (const Obligation* o : open()) {
    if (products_.exclude(*o, until)) excluded_.insert(o);
  }
}

void Errors::exclude_all() {
  std::vector<Term> all;
  const Obligations open = this->open();
  for (const Obligation* o : open) all.push_back(f_.graph.disj(o->violated));
  const Term query[] = {f_.graph.disj(all)};
  if (!f_.outcome.unknowns().empty() || open.empty() ||
      f_.questions.check(query, nullptr, true) == Answer::Unsat)
    return;
  for (std::size_t i = 0; i < open.size() && f_.outcome.unknowns().empty(); ++i) {
    f_.tell_progress(open.size() - i);
    const Term one[] = {all[i]};
    if (f_.questions.excluded_without_products(all[i], f_.questions.quick_ms()) ||
        f_.questions.check(one, nullptr) == Answer::Unsat)
      continue;
    not_excluded(*open[i], all[i], "could not be excluded with two arbitrary threads");
  }
}

void Errors::decide(Obligations open, PutSize* put) {
  const auto at_this_size = [&](Term t) { return put != nullptr ? (*put)(t) : t; };
  constraints_.reset();
  others_ = 0;
  for (int found = 0; found < kMostCounterexamples && !open.empty(); ++found) {
    f_.tell_progress(open.size());
    std::vector<Term> terms;
    for (const Obligation* o : open) terms.push_back(at_this_size(f_.graph.disj(o->violated)));
    std::vector<Term> any{f_.graph.disj(terms)};
    if (f_.graph.is_false(any.front())) return;
    if (put != nullptr) put->add_assumptions(any);
    if (!constraints_) {
      constraints_ = replays_.replayable();
      for (Term& t : *constraints_) t = at_this_size(t);
    }
    std::vector<Term> query = any;
    query.insert(query.end(), constraints_->begin(), constraints_->end());
    SmtModel model;
    // What is asked next gets as much of what is left as this does.
    const unsigned one_by_one = open.size() > 1 ? 1 : 0;
    const Answer bound = f_.questions.check(query, &model, false,
                                            f_.limits.share(2 + one_by_one - (constraints_->empty() ? 1 : 0)));
    if (bound == Answer::Sat) {
      const int before = others_;
      if (!explain_model(open, terms, model, put)) return;
      if (others_ > before) --found;
      continue;
    }
    // Nothing that a replay could show: is anything violated at all?
    const Answer free =
        constraints_->empty() ? bound : f_.questions.check(any, nullptr, false, f_.limits.share(1 + one_by_one));
    if (free == Answer::Unsat) return;
    if (bound == Answer::Unknown || free == Answer::Unknown) return decide_one_by_one(open, terms, *constraints_);
    const std::string why =
        others_ > 0 ? Replays::may_break_but(replays_.broken())
        : only_inexact(any, put)
            ? Replays::may_break_but("a number in " + f_.options.assumed->text() +
                                     " wraps around or changes its sign")
            : "is not shown and not excluded: it depends on the order of atomics, on pointer values, or on other blocks";
    for (std::size_t i = 0; i < open.size(); ++i) not_excluded(*open[i], terms[i], why);
    return;
  }
  if (!open.empty() && f_.outcome.errors() == 0)
    f_.outcome.unknown("too many possible violations that no run confirmed", open.front()->place);
}

// False: there is nothing more to ask. One more of others_: the next model is in place of this one.
bool Errors::explain_model(Obligations& open, const std::vector<Term>& terms, const SmtModel& found,
                           PutSize* put) {
  SmtModel model = found;
  if (put != nullptr) model.values[f_.executor.numbers().block_size()->id] = put->size();
  const Replays::Replayed replayed = replays_.explain(open, terms, model);
  if (replayed != Replays::Replayed::Broken) return replayed == Replays::Replayed::Explained;
  // First one whose accesses are near, then ones with other numbers.
  std::vector<Term> other;
  if (others_ == 0) other = counterexample::near_accesses(f_.graph, f_.executor);
  if (others_ > 0 || other.empty()) {
    if (const auto numbers = counterexample::other_numbers(f_.graph, f_.executor, model)) other = {*numbers};
  }
  if (other.empty() || others_++ == kOtherModels) {
    replays_.not_shown(open, terms, model);
    return false;
  }
  for (const Term t : other) constraints_->push_back(put != nullptr ? (*put)(t) : t);
  return true;
}

// Can all of it be replayed but that conditions hold as they read?
bool Errors::only_inexact(std::vector<Term> query, PutSize* put) {
  if (!f_.wants_exact() || f_.executor.record().exact_conditions.empty()) return false;
  for (const Term t : counterexample::replayable(f_.graph, f_.executor, false))
    query.push_back(put != nullptr ? (*put)(t) : t);
  return f_.questions.check(query, nullptr, true) == Answer::Sat;
}

void Errors::not_excluded(const Obligation& o, Term condition, const std::string& why) {
  if (!f_.graph.is_false(condition)) f_.outcome.not_excluded(o, why);
}

void Errors::decide_one_by_one(const Obligations& open, const std::vector<Term>& terms,
                               const std::vector<Term>& constraints) {
  for (std::size_t i = 0; i < open.size(); ++i) {
    f_.tell_progress(open.size() - i);
    std::vector<Term> query{terms[i]};
    SmtModel model;
    const auto questions = static_cast<unsigned>(2 * (open.size() - i));
    const Answer answer = open.size() == 1
                              ? Answer::Unknown
                              : f_.questions.check(query, &model, false, f_.limits.share(questions));
    if (answer == Answer::Unsat) continue;
    query.insert(query.end(), constraints.begin(), constraints.end());
    const Answer bound = f_.questions.check(query, &model, false, f_.limits.share(questions - 1));
    if (bound == Answer::Sat) {
      Obligations one{open[i]};
      if (replays_.explain(one, {terms[i]}, model) == Replays::Replayed::Broken)
        replays_.not_shown(one, {terms[i]}, model);
      continue;
    }
    if (bound == Answer::Unsat) {
      not_excluded(*open[i], terms[i], "may be broken, but in no run that the evaluator can replay");
      continue;
    }
    const bool multiplies = has_products(f_.graph, open[i]->violated);
    not_excluded(*open[i], terms[i],
                 "could not be decided: " + f_.questions.why_undecided() +
                     (multiplies ? "; addresses or conditions multiply numbers that may be anything, as y * width does "
                                   "(--param NAME=VALUE gives one)"
                                 : ""));
  }
}

}  // namespace warpproof
