// Questions to the solver about races, each kind with an effort of its own.
//
// What it claims: a race, or two lanes at one address, is excluded only where the condition folds to false or is proved
// unsatisfiable under the assumptions. When the effort of its kind is spent, nothing is excluded. Side condition: what
// is asked depends on no variable of which more is still to be said at the end of the iteration or interval, as an
// answer is kept; `Settled` tells, and what does not settle is not asked.
#pragma once

#include <functional>
#include <vector>

#include "checker/symbolic/context.h"
#include "checker/symbolic/launch_numbers.h"
#include "src/base/effort.h"

namespace warpproof::symbolic {

class RaceQuestions {
 public:
  struct Settled {
    std::function<bool(Term)> strides;   // of counters in loops
    std::function<bool(Term)> counters;  // numbers that shared counters hand out
  };
  RaceQuestions(const Context& context, const LaunchNumbers& numbers, Settled settled)
      : context_(context), g(context.graph), numbers_(numbers), settled_(std::move(settled)) {}

  // One pair of accesses; many of them at once. True: there is no such race.
  bool is_excluded(Term race);
  bool are_excluded(Term any_race);
  // Of addresses of two accesses, in whatever scope. Of two threads each pair is asked about by itself.
  bool never_holds(Term condition);

  // A store begins; two of its lanes write to one address there; may any two of them, by what was noted?
  void begin_store() { collisions_.clear(); }
  void note_collision(Term condition) { collisions_.push_back(condition); }
  bool lanes_may_collide(const Lanes& stored);

 private:
  bool are_apart(Term condition);
  bool is_settled(Term t) const { return settled_.strides(t) && settled_.counters(t); }
  // `ask`, as long as the effort for such questions lasts; then false.
  template <class F>
  bool within(effort::Clock::duration& spent, effort::Clock::duration most, F ask);

  const Context& context_;
  TermGraph& g;
  const LaunchNumbers& numbers_;
  Settled settled_;
  std::vector<Term> collisions_;
  effort::Clock::duration asked_about_races_{}, asked_in_bulk_{}, asked_about_addresses_{},
      asked_about_collisions_{};
};

}  // namespace warpproof::symbolic
