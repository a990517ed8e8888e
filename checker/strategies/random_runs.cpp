#include "checker/strategies/random_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "checker/counterexample/kept_assumptions.h"

namespace warpproof::strategies::random_runs {

namespace {

using Clock = Situation::Clock;

constexpr std::chrono::milliseconds kForRuns{1000};
constexpr std::chrono::milliseconds kForRunsOfGrids{1200};  // where all blocks of a launch run
constexpr int kPartOfEffort = 5;  // at most one of so many parts of what is left: the rest is for proofs
constexpr std::chrono::milliseconds kForCoverage{300};

// Does this access leave a variable of the module that a proof attempt names, as it took indexes into it to stay inside?
bool leaves_variable(const Finding& f, const std::vector<std::string>& assumptions) {
  constexpr std::string_view kStays = "an index into a variable of the module stays inside it (";
  return f.rule == spec::Rule::MemoryOutOfBounds && std::any_of(assumptions.begin(), assumptions.end(), [&](std::string_view text) {
           if (!text.starts_with(kStays)) return false;
           const std::string_view name = text.substr(kStays.size(), text.size() - kStays.size() - 1);
           return f.message.find(fmt::format(" of {}; ", name)) != std::string::npos;
         });
}

// A run shows what a proof attempt did not see: either it breaks what the attempt assumed, or that is a defect
// of ours. Empty: it breaks an assumption that the finding itself names.
std::string why_overlooked(const counterexample::Replay& run, const std::vector<std::string>& assumptions) {
  // What spins for ever breaks the assumption that loops end, and blocks that race the one that they do not.
  if (run.result.spins_at || run.any_between_blocks()) return "";
  const auto assumes = [&](const char* what) {
    return std::any_of(assumptions.begin(), assumptions.end(),
                       [&](const std::string& text) { return text.find(what) != std::string::npos; });
  };
  if (std::uint64_t{run.launch.grid[0]} * run.launch.block[0] > launch::kMostThreadsAlongX &&
      assumes("2^31 threads"))
    return "the run has 2^31 threads along x or more, which the proof attempt took to be less";
  const auto& findings = run.result.findings;
  const auto is_error = [](const Finding& f) { return f.level == spec::Level::Error; };
  const bool is_assumed = std::all_of(findings.begin(), findings.end(), [&](const Finding& f) {
    return !is_error(f) || counterexample::is_taken_for_granted(f.rule, assumptions);
  });
  // What comes after an access that leaves a variable of the module is a consequence of it.
  const auto first = std::find_if(findings.begin(), findings.end(), is_error);
  if (is_assumed || (first != findings.end() && leaves_variable(*first, assumptions))) return "what a proof attempt assumed of memory does not hold in this run";
  return "internal error: the proof attempt overlooked this violation. The violation is real, but other proofs "
         "may be wrong for the same reason: please report this kernel and the command line to the authors of "
         "warpproof";
}

}  // namespace

counterexample::RunQuestion question_of(const Question& q, Clock::time_point deadline) {
  const CheckOptions& options = q.options();
  counterexample::RunQuestion out{q.program(),
                                  q.root(),
                                  q.launch_of_runs(),
                                  q.sizes_of_runs(),
                                  q.fixed_parameters(),
                                  options.parameter_names,
                                  deadline,
                                  options.assumed.get(),
                                  options.bounds ? &*options.bounds : nullptr,
                                  !options.grid.has_value(),
                                  q.dynamic_shared_is_open(),
                                  options.grid.has_value(),
                                  options.pointers_overlap};
  if (q.dynamic_shared_is_open()) out.launch.dynamic_shared = kMostSharedBytes;
  return out;
}

counterexample::Coverage coverage_of(const Question& question, counterexample::CountedRuns counted) {
  // At a small effort the clock goes faster.
  const std::chrono::duration<double> least = kForCoverage;
  const double work = 1e-9 * static_cast<double>(effort::units_of(kForCoverage));
  const double factor = work > 0 ? std::max(1.0, least.count() / work) : 1;
  return counterexample::coverage_of_runs(question_of(question, Clock::now() + effort::seconds(least.count() * factor)), counted);
}

std::set<LineOfFile> lines_of(const Program& program, const std::set<std::uint32_t>& places) {
  std::set<LineOfFile> out;
  for (const std::uint32_t place : places) {
    const SourceLocation& at = program.places[place].source();
    out.emplace(at.file, at.line);
  }
  return out;
}

void run(Situation& s, KernelReport& report) {
  const Question& q = s.question;
  const bool runs_grids = q.options().grid && !q.shape({1, 1, 1}).is_one_block();
  const Clock::time_point now = Clock::now();
  const counterexample::RunQuestion question = question_of(
      q, now + std::min<Clock::duration>((s.deadline - now) / kPartOfEffort, runs_grids ? kForRunsOfGrids : kForRuns));
  const report::Spending::Part part(s.spending, "random runs");
  s.take_broken_run(counterexample::find_violating_run(question));
  report.keep_example(s.broken_run);
}

void report_broken_run(const Situation& s, KernelReport& report) {
  report::Kernel& out = report.out();
  if (!s.broken_run || out.verdict == report::Verdict::Violation) return;
  counterexample::SourceLines lines;
  out.findings = counterexample::to_findings(s.question.program(), *s.broken_run, lines,
                                             s.question.options().parameter_names);
  out.unknown.clear();
  if (s.broken_run->any_between_blocks()) std::erase(out.assumptions, kBlocksApart);
  if (out.verdict == report::Verdict::Proved) {
    if (const std::string why = why_overlooked(*s.broken_run, out.assumptions); !why.empty())
      report.add_unknown(why);
  }
  out.verdict = report::Verdict::Violation;
  out.holds_for.clear();
  out.violated_for = "block " + shape_text(s.broken_run->launch.block);
  if (s.broken_run->whole_grid) out.violated_for += ", grid " + shape_text(s.broken_run->launch.grid);
}

}  // namespace warpproof::strategies::random_runs
