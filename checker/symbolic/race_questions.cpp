#include "checker/symbolic/race_questions.h"

#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

constexpr std::chrono::milliseconds kMostForRaces{1500};
constexpr std::chrono::milliseconds kMostInBulk{4000};

}  // namespace

template <class F>
bool RaceQuestions::within(effort::Clock::duration& spent, effort::Clock::duration most, F ask) {
  if (spent > most) return false;
  const auto start = effort::Clock::now();
  const bool out = ask();
  spent += effort::Clock::now() - start;
  return out;
}

// Of a few threads there are few pairs of accesses: the solver is asked about each at once, as long as it
// answers soon.
bool RaceQuestions::is_excluded(Term condition) {
  const bool all = context_.options.shape.follow == Shape::Follow::Everyone;
  if (all || asked_about_races_ > kMostForRaces) return false;
  if (numbers_.sample_apart()) {  // that the numbers of the two differ often folds
    Substitute put(g);
    put.map(numbers_.sample_apart()->first, numbers_.sample_apart()->second);
    if (g.is_false(put(condition))) return true;
  }
  // The solver would not exclude it either.
  if (!is_settled(condition)) return false;
  // What is assumed of loops that were left is a lot, and seldom of use.
  return within(asked_about_races_, kMostForRaces, [&] {
    return (!g.is_true(context_.scope()) && context_.infeasible_in_any_scope(condition)) ||
           context_.infeasible(condition);
  });
}

bool RaceQuestions::are_excluded(Term condition) {
  if (!is_settled(condition)) return false;
  return within(asked_in_bulk_, kMostInBulk, [&] { return are_apart(condition) || context_.infeasible(condition); });
}

bool RaceQuestions::are_apart(Term condition) {
  const Term root[] = {condition};
  return context_.options.races_apart && has_products(g, root) &&
         context_.options.races_apart(g.land(condition, context_.scope()));
}

bool RaceQuestions::never_holds(Term condition) {
  if (context_.options.shape.follow == Shape::Follow::TwoThreads || !settled_.strides(condition)) return false;
  return within(asked_about_addresses_, kMostForRaces, [&] { return context_.infeasible_in_any_scope(condition); });
}

bool RaceQuestions::lanes_may_collide(const Lanes& stored) {
  if (collisions_.empty() || stored.is_uniform()) return false;
  const Term any = g.disj(collisions_);
  return !g.is_false(any) &&
         !within(asked_about_collisions_, kMostForRaces, [&] { return context_.infeasible(any); });
}

}  // namespace warpproof::symbolic
