// Warnings and notes: what is shown by a run is a finding, what is shown never to happen is dropped, and
// everything else is listed as not decided. Nothing of it is dropped in silence.
#include <fmt/format.h>

#include <algorithm>

#include "checker/attempt.h"

namespace warpproof {

namespace {

constexpr std::size_t kMostQueries = 24;  // of one kernel: warnings are worth a look, not a wait
constexpr unsigned kMostMs = 1'000;       // for all of them

}  // namespace

void Attempt::decide_warnings() {
  std::size_t queries = 0;
  const auto until = Clock::now() + std::chrono::milliseconds(kMostMs);
  // Several obligations may be of one rule at one line, which are one question to the reader.
  const auto is_known = [&](const symbolic::Obligation& o, const report::SourcePlace& place) {
    return std::any_of(findings_.begin(), findings_.end(), [&](const report::Finding& f) {
      return f.rule == o.rule && f.place.line == place.line && f.place.file == place.file;
    });
  };
  for (const symbolic::Obligation& o : executor_.obligations().all()) {
    if (o.level != spec::Level::Warning && o.level != spec::Level::Note) continue;
    const auto place = place_of(o.place);
    if (is_known(o, place)) continue;
    if (queries >= kMostQueries || Clock::now() > until) {
      leave_open(o, place, "there were too many questions");
      continue;
    }
    ++queries;
    const Term violated = graph_.disj(o.violated);
    std::vector<Term> query{violated};
    const auto constraints = replayable();
    query.insert(query.end(), constraints.begin(), constraints.end());
    SmtModel model;
    const Answer bound = check(query, &model, true, kMostMs);
    if (bound == Answer::Sat && shows(o, model)) continue;
    // What no run can show may still happen: under another schedule, with other pointers.
    const Term alone[] = {violated};
    const Answer free = bound == Answer::Sat || constraints.empty() ? bound : check(alone, nullptr, true, kMostMs);
    if (free == Answer::Unsat) continue;
    leave_open(o, place,
               bound == Answer::Unknown || free == Answer::Unknown ? "could not be decided"
               : bound == Answer::Sat ? "may be so; no run was found that shows it"
                                      : "may be so, depending on the order of atomics, on pointer values or on "
                                        "what other blocks do");
  }
}

// Replays the model. True: the rule is broken at that line, and the finding is kept.
bool Attempt::shows(const symbolic::Obligation& o, const SmtModel& model) {
  auto run = counterexample::replay(program_, root_, graph_, executor_, model, base_launch(),
                                    options_.parameter_names, counterexample::replay_until(deadline_), true);
  run.dynamic_shared_is_open = dynamic_shared_is_open();
  counterexample::keep_what_counts(granted(), run);
  const auto place = place_of(o.place);
  bool shown = false;
  for (auto& f : counterexample::to_findings(program_, run, lines_, options_.parameter_names)) {
    if (f.level == spec::Level::Error || f.rule != o.rule) continue;
    shown = shown || (f.place.line == place.line && f.place.file == place.file);
    keep(std::move(f));
  }
  return shown;
}

void Attempt::leave_open(const symbolic::Obligation& o, const report::SourcePlace& place,
                         const std::string& why) {
  const bool known = std::any_of(undecided_.begin(), undecided_.end(), [&](const report::Undecided& u) {
    return u.rule == o.rule && u.place.line == place.line && u.place.file == place.file;
  });
  if (known) return;
  undecided_.push_back({o.rule, o.level, o.message.empty() ? why : o.message + ": " + why, place});
}

}  // namespace warpproof
