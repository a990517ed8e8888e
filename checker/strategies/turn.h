// A strategy's turn, and what is handed on from it.
//
// While a strategy runs, a copy of the process may run the next one (src/base/race.h). The copy takes for granted that the
// first runs out of its share. So whoever runs out leaves no more than what can be known before: the time at which its share
// is over. What it found out about loops is dropped, and what Z3 answered is known from the strategy after the next on. That
// holds without a copy as well: a report does not tell whether there was one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/report/spending.h"
#include "checker/strategies/situation.h"
#include "src/base/race.h"

namespace warpproof::strategies {

class Turn {
 public:
  Turn(Situation& s, double share);

  Situation::Clock::time_point until() const { return until_; }
  // Is its share spent, and nothing found that changes what comes next?
  bool ran_out() const;
  // After that.
  void leave_nothing();
  // In place of the work: its share passes.
  void pass() const;

 private:
  Situation& s_;
  const Situation::Clock::time_point until_;
  const std::vector<report::EffortShare> counted_;
  const std::map<bool, symbolic::LoopPlans> plans_;
  const int plans_found_;
  const bool had_broken_run_;
};

// Who has to wait for whom, and what Z3 answered to whom.
class Relay {
 public:
  using Answers = KnownAnswers::Answers;

  explicit Relay(Situation& s) : s_(s) {}

  // Before a strategy: `next` says that there is one to come, should it run out. True: this is the copy, in which it has.
  bool makes_copy(const Turn& turn, bool next);
  // After a strategy, or when it threw: the copy's guess is known to be right, or the copy ends.
  void confirm();
  // It ran out, or did not.
  void take_answers(bool ran_out);
  // Where the copy of a strategy that ran out is: waits for it. True: it ran all others, and none of them settled it.
  bool copy_ran_the_rest();
  // It did not run out, or the copy failed.
  void drop_copy() { copy_.reset(); }
  // After the last: a copy without a result leaves the rest to its original, and does not return.
  void end(bool has_result);

 private:
  void add(Answers answers);

  Situation& s_;
  std::unique_ptr<RacingCopy> copy_;
  // In a copy.
  std::unique_ptr<RacingCopy> original_;
  bool is_confirmed_ = true;
  std::vector<report::EffortShare> counted_;  // when it was made
  bool had_broken_run_ = false;
  int plans_found_ = 0;
  std::vector<Answers> gathered_;  // since then
  Answers held_;  // of the strategy before, which ran out
};

}  // namespace warpproof::strategies
