#include "checker/attempt/warnings.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace warpproof {

namespace {

constexpr std::size_t kMostQueries = 24;  // of one kernel: warnings are worth a look, not a wait
constexpr unsigned kMostMs = 1'000;       // for all of them

}  // namespace

void decide_warnings(const Followed& followed, Replays& replays, ProductQuestions& products) {
  using Clock = Limits::Clock;
  std::size_t queries = 0;
  const auto until = Clock::now() + std::chrono::milliseconds(kMostMs);
  Outcome& outcome = followed.outcome;
  // Several obligations may be of one rule at one line, which are one question to the reader.
  const auto is_known = [&](const symbolic::Obligation& o, const report::SourcePlace& place) {
    return std::any_of(outcome.findings().begin(), outcome.findings().end(), [&](const report::Finding& f) {
      return f.rule == o.rule && f.place.line == place.line && f.place.file == place.file;
    });
  };
  for (const symbolic::Obligation& o : followed.executor.record().obligations.all()) {
    if (o.level != spec::Level::Warning && o.level != spec::Level::Note) continue;
    const auto place = outcome.place_of(o.place);
    if (is_known(o, place)) continue;
    if (queries >= kMostQueries || Clock::now() > until) {
      outcome.leave_open(o, place, "there were too many questions");
      continue;
    }
    ++queries;
    if (products.exclude(o, until)) continue;
    const Term violated = followed.graph.disj(o.violated);
    std::vector<Term> query{violated};
    const auto constraints = replays.replayable();
    query.insert(query.end(), constraints.begin(), constraints.end());
    SmtModel model;
    const Answer bound = followed.questions.check(query, &model, true, kMostMs);
    if (bound == Answer::Sat && replays.shows(o, model)) continue;
    // What no run can show may still happen: under another schedule, with other pointers.
    const Term alone[] = {violated};
    const Answer free = bound == Answer::Sat || constraints.empty()
                            ? bound
                            : followed.questions.check(alone, nullptr, true, kMostMs);
    if (free == Answer::Unsat) continue;
    outcome.leave_open(o, place,
                       bound == Answer::Unknown || free == Answer::Unknown ? "could not be decided"
                       : bound == Answer::Sat ? "neither proved nor shown by a run"
                                              : "may be so, depending on the order of atomics, on pointer values or "
                                                "on what other blocks do");
  }
}

}  // namespace warpproof
