#include "checker/strategies/kernel_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "checker/counterexample/coverage.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/launch/shapes.h"
#include "checker/launch/sizes.h"
#include "checker/report/add_once.h"
#include "checker/strategies/any_warp.h"
#include "checker/strategies/claims_check.h"
#include "checker/strategies/contents.h"
#include "checker/strategies/portfolio.h"
#include "checker/strategies/random_runs.h"
#include "checker/strategies/sizes_one_by_one.h"
#include "checker/strategies/suggest.h"

namespace warpproof::strategies {

namespace {

constexpr double kForASuggestion = 2;  // seconds of effort, for one condition
// The search may take more than its least share only so many times as much as the verdict took, so that a verdict of a tenth of
// a second is not followed by ten seconds of search.
constexpr double kLeastForSuggestions = 1, kSuggestionsPerVerdict = 3;

// What a user can say or give where effort was what lacked: to the first of such reasons.
void say_what_helps(const Question& question, report::Kernel& out) {
  constexpr std::size_t kMostNames = 3;
  if (out.verdict != report::Verdict::Unknown) return;
  const auto lacks_effort = [](const report::UnknownReason& u) {
    return u.reason.find("out of effort") != std::string::npos ||
           u.reason.find("too many pairs") != std::string::npos;
  };
  const auto first = std::find_if(out.unknown.begin(), out.unknown.end(), lacks_effort);
  if (first == out.unknown.end()) return;
  const CheckOptions& options = question.options();
  std::string open;  // parameters
  std::string one;
  std::size_t count = 0;
  for (const auto& [name, quantity] : options.scalars) {
    if (options.parameters.contains(name) || ++count > kMostNames) continue;
    if (one.empty()) one = name;
    open += (open.empty() ? "" : ", ") + name;
  }
  std::string help = "what may help: --effort " + fmt::format("{:g}", options.effort * 10);
  if (question.request().any) help += "; one size, as --block 256";
  if (!open.empty())
    help += fmt::format("; a number or a bound for {} (--param {}=.., --assume '{} <= ..')",
                        open + (count > kMostNames ? ", .." : ""), one, one);
  first->reason += "; " + help;
}

}  // namespace

KernelCheck::KernelCheck(const Program& program, std::uint32_t function, const CheckOptions& options)
    : question_(program, function, options),
      situation_(question_, Situation::Clock::now() + effort::seconds(options.budget_seconds)),
      report_(situation_) {}

report::Kernel KernelCheck::run() {
  report::Kernel& out = report_.out();
  const CheckOptions& options = question_.options();
  const std::uint64_t before = effort::spent();
  const auto begin = Situation::Clock::now();
  if (auto why = question_.why_no_launch()) {
    report_.add_unknown(std::move(*why));
    return std::move(out);
  }
  if (!options.assumptions.empty()) {
    const report::Spending::Part part(situation_.spending, "what follows from the assumptions");
    if (auto why = question_.take_conditions(out.assumptions)) {
      out.verdict = report::Verdict::Unknown;
      report_.add_unknown(std::move(*why));
      return std::move(out);
    }
  }
  if (options.runs == CheckOptions::Runs::All) random_runs::run(situation_, report_);
  check();
  random_runs::report_broken_run(situation_, report_);
  contents::tell(situation_, report_);
  report_.require_witness();
  if (options.runs != CheckOptions::Runs::None) claims_check::run(situation_, report_, effort::spent() - before);
  if (options.explain) claims_check::explain(situation_, report_);
  report::put_in_order(out.findings);
  say_what_helps(question_, out);
  // What a kernel does that reads no place in a row does not depend on the shape of its blocks, unless a condition does.
  const auto is_of_block = [](const auto& named) { return named.second.kind == launch::Quantity::Kind::BlockSize; };
  const bool is_assumed = std::any_of(options.assumptions.begin(), options.assumptions.end(), [&](const launch::Condition& c) {
    return std::any_of(c.names().begin(), c.names().end(), is_of_block);
  });
  if (question_.any_size() && !out.holds_for.empty() && (is_assumed || reads_rows(question_.program(), question_.root())))
    out.holds_for += kOneDimension;
  if (out.verdict == report::Verdict::Violation && options.suggest_seconds > 0 && question_.function().is_entry) {
    const report::Spending::Part part(situation_.spending, "a condition for safety");
    const std::chrono::duration<double> verdict = Situation::Clock::now() - begin;
    suggest(std::min(options.suggest_seconds, std::max(kLeastForSuggestions, kSuggestionsPerVerdict * verdict.count())));
  }
  out.effort_shares = situation_.spending.shares();
  return std::move(out);
}

void KernelCheck::require_witness_of(const KernelCheck& other, report::Kernel& proved) {
  std::vector<std::string> stated;  // there already
  std::optional<report::UnknownReason> missing;
  if (auto why = question_.take_conditions(stated)) {
    missing = report_.without_place(std::move(*why));
  } else {
    missing = report_.missing_witness(other.report_.loads_pointers(), proved.assumptions);
  }
  if (missing) KernelReport::take_back(proved, std::move(*missing));
}

void KernelCheck::check() {
  report::Kernel& out = report_.out();
  try {
    if (question_.request().axes) {
      check_all_shapes();
    } else if (question_.any_size()) {
      check_all_sizes();
    } else {
      check_shape();
    }
  } catch (const std::exception& e) {
    // A term limit, memory, or a defect of ours: nothing was proved.
    out.verdict = out.findings.empty() ? report::Verdict::Unknown : out.verdict;
    report_.add_unknown(std::string("not finished: ") + e.what());
  }
}

void KernelCheck::check_shape() {
  const auto decided = strategies::run(of_one_shape(), situation_, question_.requested_shape());
  report_.take(*decided);
  report_.take_verdict(*decided);
  const std::string text = "block " + shape_text(question_.request().shape);
  if (decided->proved()) report_.out().holds_for = text;
  if (decided->violated()) report_.out().violated_for = text;
}

// All shapes in one execution, the shape being a variable: any two threads, or nothing is proved.
void KernelCheck::check_all_shapes() {
  report::Kernel& out = report_.out();
  const BlockRequest& request = question_.request();
  report_.add_unknown("no proof for all block shapes at once");
  symbolic::Shape shape = question_.requested_shape();
  shape.space = launch::ShapeSpace{*request.axes, question_.largest(), request.multiple};
  const auto proof = strategies::run(of_all_shapes(), situation_, shape);
  if (proof == nullptr) return;
  out.unknown.clear();
  report_.take(*proof);
  out.findings = proof->outcome().findings();
  out.verdict = report::Verdict::Proved;
  out.holds_for = launch::space_text(*shape.space);
}

// All sizes in one execution, the size being a variable; sizes one by one where that does not fold.
void KernelCheck::check_all_sizes() {
  const std::uint32_t largest = question_.largest_multiple();
  if (largest == 0) {
    throw InputError({question_.program().file, 0, 0}, "no block size within .maxntid is a multiple of " +
                                                           std::to_string(question_.request().multiple));
  }
  const symbolic::Shape shape = question_.shape_of_any_size();
  {
    const auto decided = strategies::run(of_all_sizes(), situation_, shape);
    if (decided->settled()) {
      report_.take(*decided);
      report_.take_verdict(*decided);
      describe_sizes(*decided, shape);
      return;
    }
    report_.out().unknown = decided->outcome().unknowns();
    if (!sizes_one_by_one::applies(*decided)) {
      report_.take(*decided);
      return;
    }
  }
  sizes_one_by_one::run(situation_, report_, largest);
}

// For which sizes the kernel was proved, and for which it is broken.
void KernelCheck::describe_sizes(Attempt& decided, const symbolic::Shape& shape) {
  report::Kernel& out = report_.out();
  const std::uint32_t multiple = question_.request().multiple, largest = shape.block[0];
  if (decided.proved()) {
    out.holds_for = launch::all_sizes(multiple, largest);
    return;
  }
  const auto races = decided.executor().shape().one_warp()
                         ? any_warp::races_of_warps(situation_, shape, decided)
                         : nullptr;
  const auto clean = [&](std::uint32_t step, std::uint32_t low, std::uint32_t high) {
    high = std::min(high, largest);
    return decided.clean(step, low, high) &&
           (races == nullptr || races->proved() || races->clean(step, low, high)) &&
           report_.has_witness_among([&](std::uint32_t n) { return n % step == 0 && low <= n && n <= high; });
  };
  const auto sizes = launch::describe(multiple, decided.smallest_bad(), clean);
  out.holds_for = sizes.holds_for;
  out.violated_for = sizes.violated_for;
  if (races == nullptr || out.holds_for.empty()) return;
  for (const std::string& note : races->executor().record().assumed) report::add_once(out.assumptions, note);
  for (const std::string& note : races->assumed_of_sizes()) report::add_once(out.assumptions, note);
}

// Of the errors that are shown, those that the program has a place for.
std::set<random_runs::LineOfFile> KernelCheck::lines_of_errors() {
  std::set<std::uint32_t> all;
  for (std::uint32_t i = 0; i < question_.program().places.size(); ++i) all.insert(i);
  const auto known = random_runs::lines_of(question_.program(), all);
  std::set<random_runs::LineOfFile> out;
  for (const report::Finding& f : report_.out().findings) {
    const random_runs::LineOfFile line{f.place.file, f.place.line};
    if (f.level == spec::Level::Error && known.contains(line)) out.insert(line);
  }
  return out;
}

// Conditions are tried by checking the kernel under each.
void KernelCheck::suggest(double seconds) {
  using Clock = Situation::Clock;
  const CheckOptions& options = question_.options();
  // A proof takes for granted that blocks do not race with each other.
  if (report_.example() && report_.example()->any_between_blocks()) return;
  const auto until = Clock::now() + effort::seconds(seconds);
  // What is safe as its loops do nothing, or as it does not get to what is wrong, helps nobody. Without the condition, runs
  // that break a rule show what loops do.
  using counterexample::CountedRuns;
  std::optional<counterexample::Coverage> without;
  const std::set<random_runs::LineOfFile> wrong = lines_of_errors();
  std::set<spec::Rule> broken;
  for (const report::Finding& f : report_.out().findings) {
    if (f.level == spec::Level::Error) broken.insert(f.rule);
  }
  SuggestQuestion question;
  question.check = [&](const launch::Condition& condition) {
    CheckOptions narrower = question_.asked();
    narrower.assumptions.push_back(condition);
    narrower.suggest_seconds = 0;
    narrower.progress = nullptr;
    narrower.budget_seconds = std::max(
        0.001, std::min(kForASuggestion, std::chrono::duration<double>(until - Clock::now()).count()));
    KernelCheck check(question_.program(), question_.root(), narrower);
    const report::Kernel result = check.run();
    bool proved = result.verdict == report::Verdict::Proved && std::none_of(broken.begin(), broken.end(), [&](spec::Rule rule) {
      return counterexample::is_taken_for_granted(rule, result.assumptions);
    });
    if (proved && !without) without = random_runs::coverage_of(question_, CountedRuns::All);
    if (proved && !(without->loops.empty() && wrong.empty())) {
      const auto with = random_runs::coverage_of(check.question_, CountedRuns::Clean);
      const auto there = random_runs::lines_of(question_.program(), with.places);
      proved = std::includes(with.loops.begin(), with.loops.end(), without->loops.begin(), without->loops.end()) &&
               std::includes(there.begin(), there.end(), wrong.begin(), wrong.end());
    }
    return SuggestQuestion::Answer{proved, check.report_.example(), result.assumptions};
  };
  question.out_of_time = [&] { return Clock::now() > until; };
  question.example = report_.example();
  question.any_block = question_.request().any;
  question.multiple = question_.request().multiple;
  question.largest = question_.largest();
  question.scalars = options.scalars;
  question.uses = parameter_uses(question_.program(), question_.root());
  question.warp_size = options.warp_size;
  Suggestion found = suggest_condition(question);
  report_.out().safe_if = std::move(found.condition);
  counterexample::add_assumed(report_.out().assumptions, found.assumptions);
}

}  // namespace warpproof::strategies
