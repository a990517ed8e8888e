#include "tests/attack/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "checker/check.h"
#include "tests/generated/compare.h"

namespace warpproof::attack {

namespace {

std::string faults(const Truth& truth) {
  std::string out;
  for (const Fault& f : truth.errors)
    out += fmt::format("{}{} line {}", out.empty() ? "" : ", ", spec::rule_id(f.rule), f.line);
  return out + " in the run with " + truth.run;
}

report::Kernel check(const Program& program, const generated::Settings& settings, double budget_seconds) {
  CheckOptions options;
  options.block = settings.sizes.empty()
                      ? BlockRequest{false, 1, settings.shape(), ""}
                      : BlockRequest{true, static_cast<std::uint32_t>(settings.warp_size), {1, 1, 1}, ""};
  options.grid = std::array<std::uint32_t, 3>{1, 1, 1};
  options.cuda_source = settings.cuda_source;
  options.warp_size = settings.warp_size;
  options.unroll = settings.unroll;
  options.budget_seconds = budget_seconds;
  options.runs = CheckOptions::Runs::None;
  return check_kernel(program, generated::entry_of(program), options);
}

void compare(const Program& program, const generated::Settings& settings, Judgement& out) {
  const report::Kernel& report = out.report;
  for (const auto& reason : report.unknown) {
    if (!reason.reason.starts_with("internal error")) continue;
    out.outcome = Outcome::WrongProof;
    out.text = reason.reason;
    return;
  }
  switch (report.verdict) {
    case report::Verdict::Unknown:
      out.outcome = Outcome::Unknown;
      out.text = report.unknown.empty() ? "without a reason" : report.unknown.front().reason;
      return;
    case report::Verdict::Proved:
      // Few of the runs may keep what a rare condition asks for.
      if (out.truth.errors.empty() && !out.truth.any_within) out.truth = find_truth(program, settings, {20'000, 400});
      out.outcome = !out.truth.errors.empty() ? Outcome::WrongProof
                    : out.truth.any_within    ? Outcome::ProvedSafe
                                              : Outcome::Vacuous;
      if (out.outcome == Outcome::WrongProof)
        out.text = "proved, but the evaluator finds " + faults(out.truth);
      if (out.outcome == Outcome::Vacuous && out.truth.too_long == out.truth.runs)
        out.outcome = Outcome::ProvedSafe;
      if (out.outcome == Outcome::Vacuous) out.text = "proved, but no run keeps what is assumed";
      return;
    case report::Verdict::Violation:
      break;
  }
  // Errors that only some order of the threads shows get more of them. Only where all inputs are tried can it be a false alarm.
  if (out.truth.errors.empty()) out.truth = find_truth(program, settings, {6'000, 1'500, false, true});
  const bool is_misaligned = std::any_of(report.findings.begin(), report.findings.end(), [&](const auto& f) {
    return f.rule == spec::Rule::MemoryMisaligned && out.truth.misaligned.contains({f.rule, f.place.line});
  });
  out.outcome = !out.truth.errors.empty() || is_misaligned ? Outcome::FoundBroken
                : !out.truth.misaligned.empty()            ? Outcome::Open
                : settings.closed && out.truth.all_inputs  ? Outcome::FalseAlarm
                                                           : Outcome::Open;
  if (out.outcome == Outcome::FoundBroken) return;
  out.text = "a violation that no run shows:";
  for (const auto& f : report.findings) {
    if (f.level == spec::Level::Error)
      out.text += fmt::format(" {} line {}", spec::rule_id(f.rule), f.place.line);
  }
}

}  // namespace

std::string_view outcome_name(Outcome outcome) {
  constexpr std::string_view kNames[] = {"proved",        "violation",   "unknown", "wrong proof",
                                         "vacuous proof", "false alarm", "open",    "failed"};
  return kNames[static_cast<std::size_t>(outcome)];
}

Judgement judge(const generated::Kernel& kernel, double budget_seconds, const TruthLimits& limits) {
  Judgement out;
  try {
    const Program program = generated::lower_kernel(kernel);
    out.report = check(program, kernel.settings, budget_seconds);
    if (out.report.verdict != report::Verdict::Unknown)
      out.truth = find_truth(program, kernel.settings, limits);
    if (!out.truth.unknown.empty()) {
      out.outcome = Outcome::Failed;
      out.text = "the evaluator does not know: " + out.truth.unknown;
      return out;
    }
    compare(program, kernel.settings, out);
  } catch (const std::exception& e) {
    out.outcome = Outcome::Failed;
    out.text = std::string("exception: ") + e.what();
  }
  return out;
}

}  // namespace warpproof::attack
