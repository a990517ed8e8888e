#include "tests/generated/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "checker/check.h"
#include "checker/symbolic/executor.h"
#include "src/term/term.h"
#include "tests/generated/enumeration.h"

namespace warpproof::generated {

namespace {

using spec::Rule;

// Where a mask comes from is not seen in one run.
bool is_judged_concretely(Rule rule) { return rule != Rule::MaskFromActivemask; }

std::string text(const std::set<Fault>& faults) {
  std::string out;
  for (const Fault& f : faults)
    out += fmt::format("{}{} line {}", out.empty() ? "" : ", ", spec::rule_id(f.rule), f.line);
  return out.empty() ? "nothing" : out;
}

// Reasons for which the checker may not know. A solver's time-out depends on the machine, and what atomics
// return on the order of the threads, of which a replay has one. All else is a disagreement.
bool is_admitted(const std::string& reason) {
  return reason.find("out of effort") != std::string::npos ||
         reason.find("depending on the order of atomics") != std::string::npos;
}

std::string assignment_text(std::uint32_t assignment, const Settings& settings) {
  std::string out;
  for (std::uint32_t t = 0; t < settings.block; ++t) {
    out += fmt::format("{}{}", t == 0 ? "" : " ",
                       assignment >> (t * static_cast<std::uint32_t>(settings.input_bits)) &
                           ((1u << settings.input_bits) - 1));
  }
  return out;
}

// What the executor's obligations say, by assignment.
std::vector<Outcome> symbolic_outcomes(const warpproof::Program& program, const Settings& settings) {
  TermGraph graph;
  const symbolic::Executor* running = nullptr;
  Enumeration enumeration(graph, settings, [&](Term variable) -> std::optional<Term> {
    for (const auto& input : running->record().inputs) {
      if (input.term == variable) return input.canonical;
    }
    return std::nullopt;
  });
  symbolic::ExecutorOptions options;
  options.shape.block = {settings.block, 1, 1};
  options.shape.grid = std::array<std::uint32_t, 3>{1, 1, 1};
  options.shape.warp_size = settings.warp_size;
  options.target = spec::Target{settings.sm};
  options.cuda_source = settings.cuda_source;
  symbolic::Executor executor(program, entry_of(program), graph, options,
                              [&](Term t) { return enumeration.infeasible(t); });
  running = &executor;
  executor.run();
  std::vector<Outcome> out(settings.inputs());
  for (const auto& o : executor.record().obligations.all()) {
    if (o.level < spec::Level::Warning) continue;
    const Term violated = graph.disj(o.violated);
    const Fault fault{o.rule, program.places[o.place].ptx.line};
    for (std::uint32_t i = 0; i < out.size(); ++i) {
      if (enumeration.value(violated, i) == 0) continue;
      out[i].faults.insert(fault);
      if (o.level == spec::Level::Error) out[i].errors.insert(fault);
    }
  }
  for (const auto& u : executor.record().unknowns) {
    for (std::uint32_t i = 0; i < out.size(); ++i) {
      if (enumeration.value(u.condition, i) != 0) out[i].unknown = u.reason;
    }
  }
  return out;
}

// What both sides must say alike. The evaluator names the origin of an undefined value as an error of its
// own, by the value; the executor keeps it as a candidate of the use. Where lanes meet from several points,
// any of these is the place.
std::set<Fault> comparable(const std::set<Fault>& faults) {
  std::set<Fault> out;
  for (const Fault& f : faults) {
    if (!is_judged_concretely(f.rule) || f.rule == Rule::ValueUninitialised) continue;
    const bool many_places = f.rule == Rule::PointMismatch || f.rule == Rule::BarrierSplitSite ||
                             f.rule == Rule::BarrierRedMix || is_race(f.rule);
    // Whether a collective stands between depends on lanes that the two accesses have nothing to do with.
    // Whether lanes that part at a collective are together again at the next store is up to the schedule.
    const bool as_one = f.rule == Rule::MemoryCollectiveAsFence || f.rule == Rule::StoreSameInstruction;
    out.insert({as_one ? Rule::MemoryImplicitWarpSync : f.rule, many_places || as_one ? 0 : f.line});
  }
  return out;
}

// Where a generation of a barrier got arrivals that it does not count, who pairs up with whom, and so what
// follows, is up to the schedule.
bool generations_mix(const Outcome& outcome) {
  return std::any_of(outcome.errors.begin(), outcome.errors.end(), [](const Fault& f) {
    return f.rule == Rule::BarrierCount || f.rule == Rule::BarrierRearrive;
  });
}

void judge_report(const Kernel&, const std::vector<Outcome>& oracle, Comparison& out) {
  std::set<Fault> union_of_errors;
  for (const Outcome& o : oracle) union_of_errors.insert(o.errors.begin(), o.errors.end());
  const report::Kernel& report = out.report;
  if (report.verdict == report::Verdict::Unknown) {
    for (const auto& reason : report.unknown) {
      if (is_admitted(reason.reason)) {
        out.admitted = reason.reason;
      } else {
        out.difference = fmt::format("unknown: {} (line {}); the evaluator finds {}", reason.reason,
                                     reason.place.line, text(union_of_errors));
        return;
      }
    }
    if (out.admitted.empty()) out.difference = "unknown without a reason";
    return;
  }
  if (report.verdict == report::Verdict::Proved) {
    if (union_of_errors.empty()) return;
    out.unsound = true;
    out.difference = "proved, but the evaluator finds " + text(union_of_errors);
    return;
  }
  // A run showed what the proof attempt held to be impossible.
  for (const auto& reason : report.unknown) {
    if (!reason.reason.starts_with("internal error")) continue;
    out.unsound = true;
    out.difference = reason.reason + "; the evaluator finds " + text(union_of_errors);
    return;
  }
  for (const auto& finding : report.findings) {
    if (finding.level != spec::Level::Error || !is_judged_concretely(finding.rule)) continue;
    if (!union_of_errors.contains({finding.rule, finding.place.line})) {
      out.difference = fmt::format("reports {} line {}, but the evaluator finds {}",
                                   spec::rule_id(finding.rule), finding.place.line, text(union_of_errors));
    }
  }
  if (!union_of_errors.empty()) return;
  // That results depend on activemask's outcome is found by comparing runs, which the evaluator's one run
  // does not do.
  std::string judged;
  bool all_by_comparison = true;
  for (const auto& finding : report.findings) {
    if (finding.level != spec::Level::Error) continue;
    all_by_comparison &= finding.rule == Rule::MaskFromActivemask;
    judged += fmt::format(" {} line {}", spec::rule_id(finding.rule), finding.place.line);
  }
  if (!all_by_comparison) out.difference = "a violation, but no input gives an error:" + judged;
}

void note_oracle(const std::vector<Outcome>& oracle, const Settings& settings, Comparison& out) {
  for (std::uint32_t i = 0; i < oracle.size(); ++i) {
    for (const Fault& f : oracle[i].errors) out.rules.insert(f.rule);
    out.violation |= !oracle[i].errors.empty();
    if (!oracle[i].unknown.empty() && out.difference.empty()) {
      out.difference = fmt::format("inputs {}: the evaluator does not know: {}", assignment_text(i, settings),
                                   oracle[i].unknown);
    }
  }
}

}  // namespace

Comparison compare_verdict(const Kernel& kernel, bool groupings, double budget_seconds) {
  Comparison out;
  const warpproof::Program program = lower_kernel(kernel);
  const auto oracle = run_all_inputs(program, kernel.settings, {groupings, true});
  note_oracle(oracle, kernel.settings, out);
  if (!out.difference.empty()) return out;
  CheckOptions options;
  options.block = BlockRequest{false, 1, {kernel.settings.block, 1, 1}, ""};
  options.grid = std::array<std::uint32_t, 3>{1, 1, 1};
  options.cuda_source = kernel.settings.cuda_source;
  options.warp_size = kernel.settings.warp_size;
  options.budget_seconds = budget_seconds;
  out.report = check_kernel(program, entry_of(program), options);
  judge_report(kernel, oracle, out);
  return out;
}

Comparison compare_each_input(const Kernel& kernel) {
  Comparison out;
  const warpproof::Program program = lower_kernel(kernel);
  const auto oracle = run_all_inputs(program, kernel.settings, {});
  note_oracle(oracle, kernel.settings, out);
  if (!out.difference.empty()) return out;
  const auto symbolic = symbolic_outcomes(program, kernel.settings);
  std::string first;
  for (std::uint32_t i = 0; i < oracle.size(); ++i) {
    const Outcome &a = oracle[i], &b = symbolic[i];
    const auto say = [&](const std::string& what) {
      return fmt::format("inputs {}: {}; evaluator: {}; executor: {}", assignment_text(i, kernel.settings),
                         what, text(a.faults), text(b.faults));
    };
    if (!b.unknown.empty()) {
      if (first.empty()) first = say("the executor does not know: " + b.unknown);
      continue;
    }
    if (!a.errors.empty() && b.errors.empty()) {
      out.unsound = true;
      out.difference = say("an error missed");
      return out;
    }
    if (a.errors.empty() && std::any_of(b.errors.begin(), b.errors.end(),
                                        [](const Fault& f) { return is_judged_concretely(f.rule); })) {
      if (first.empty()) first = say("a false error");
      continue;
    }
    if (generations_mix(a) && generations_mix(b)) continue;
    if (comparable(a.faults) != comparable(b.faults) && first.empty()) first = say("other rules");
  }
  out.difference = first;
  return out;
}

}  // namespace warpproof::generated
