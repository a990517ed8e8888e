// Models of violated obligations are run: what is shown is what a run does.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/attempt/followed.h"
#include "checker/counterexample/counterexample.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/smt/model.h"
#include "checker/symbolic/obligation.h"
#include "src/machine/launch.h"

namespace warpproof {

class Replays {
 public:
  using Obligations = std::vector<const symbolic::Obligation*>;
  explicit Replays(const Followed& followed) : f_(followed) {}

  // What a replay can reproduce: pointers at their allocations, choices as the canonical schedule makes them.
  std::vector<Term> replayable() const;
  // The shape that is followed, before a model says more.
  Launch base_launch() const;
  bool dynamic_shared_is_open() const;

  // Replays a model. Explained: the obligations that it violates are taken out of `open`; Failed: it did not
  // replay, and is listed; Broken: the run breaks an assumption of the verdict, broken() says which, and nothing is
  // listed. `terms`: of each of `open`, when it is violated.
  enum class Replayed { Explained, Failed, Broken };
  Replayed explain(Obligations& open, const std::vector<Term>& terms, const SmtModel& model);
  // Those that a model violates (all, where it is none) may be broken, but no run may be shown.
  void not_shown(const Obligations& open, const std::vector<Term>& terms, const SmtModel& model);
  // "may be broken, but every run that was found breaks an assumption: .."
  static std::string may_break_but(const std::string& assumption);
  // An assumption, by the replay of the latest model.
  const std::string& broken() const { return broken_; }

  // Replays the model of a warning. True: the rule is broken at that line, and the finding is kept; so are errors of the run.
  bool shows(const symbolic::Obligation& o, const SmtModel& model);

  // The first run that was found to break a rule.
  const std::optional<counterexample::Replay>& example() const { return example_; }

 private:
  counterexample::Replay run(const SmtModel& model) const;
  counterexample::Granted granted() const;
  // A run that breaks a rule, near one that does not (counterexample/nearby_runs.h).
  std::optional<counterexample::Replay> run_nearby(const counterexample::Replay& run,
                                                   const counterexample::Granted& granted);
  using Wanted = std::set<std::pair<spec::Rule, std::uint32_t>>;  // rules and places of findings
  // Inputs that are fewer and smaller, and show the findings of `wanted`, all of one level.
  void simplify(const counterexample::Granted& granted, const Wanted& wanted, spec::Level level, counterexample::Replay& run) const;
  void keep_errors(const counterexample::Granted& granted, counterexample::Replay run);
  void none_was_shown(const Obligations& open, const std::vector<bool>& violated, const std::string& why);
  std::string why_not_shown(const counterexample::Replay& run) const;

  const Followed& f_;
  std::string broken_;
  Limits::Clock::duration nearby_left_ = std::chrono::milliseconds(500);  // for all searches near candidates
  std::optional<counterexample::Replay> example_;
};

}  // namespace warpproof
