#include "checker/strategies/bounds_for_unknown.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/counterexample/coverage.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/strategies/question.h"
#include "checker/strategies/random_runs.h"
#include "src/base/effort.h"
#include "src/cfg/cfg.h"
#include "src/program/parameter_uses.h"

namespace warpproof::strategies {

namespace {

using effort::Clock;

constexpr double kShare = 0.2;            // of the kernel's effort
constexpr std::size_t kMostScalars = 3;   // parameters that are looked at
constexpr double kShareOfFirst = 0.5;      // of that, for the first condition; the others have equal parts

bool is_about_effort(const report::UnknownReason& u) {
  constexpr std::array<std::string_view, 4> kWords = {"out of effort", "too many pairs", "could not be decided",
                                                      "no proof for all block shapes"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view part) { return u.reason.find(part) != std::string::npos; });
}

using random_runs::LineOfFile;

class Search {
 public:
  Search(const Program& program, std::uint32_t function, const CheckOptions& options,
         const std::function<report::Kernel(const CheckOptions&)>& check, const report::Kernel& unknown)
      : program_(program), function_(function), options_(options), check_(check), unknown_(unknown) {}

  // Of the latest check.
  const std::vector<std::string>& assumptions() const { return assumptions_; }

  // Empty: none was proved.
  std::string run() {
    const std::vector<std::string> all = conditions();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double left = std::chrono::duration<double>(until_ - Clock::now()).count();
      if (left <= 0) break;
      const double share = i == 0 && all.size() > 1 ? kShareOfFirst : 1 / static_cast<double>(all.size() - i);
      if (helps(all[i], left * share)) return all[i];
    }
    return "";
  }

 private:
  std::optional<launch::Quantity> quantity(const std::string& name) const {
    const auto it = options_.scalars.find(name);
    return it == options_.scalars.end() ? std::nullopt : std::optional(it->second);
  }

  // Of parameters that bounds of loops and addresses are made of; weak ones first. A block with rows of threads gets a pair of
  // bounds before all: a matrix that is narrower than the block has elements that threads of two rows share.
  std::vector<std::string> conditions() const {
    const auto uses = parameter_uses(program_, function_);
    const auto addressing = addressing_parameters(program_, function_);
    std::vector<std::string> names, out;
    for (const auto& [name, q] : options_.scalars) {
      const bool is_used = q.kind == launch::Quantity::Kind::Parameter && q.bits >= 32 &&
                           (uses.contains(q.index) || addressing.contains(q.index));
      if (is_used && !options_.parameters.contains(name) && names.size() < kMostScalars) names.push_back(name);
    }
    std::vector<std::string> forms = {"{0} <= 1024", "{0} % 32 == 0"};
    const BlockRequest request = Question(program_, function_, options_).request();
    if (!request.any && request.shape[0] > 1 && request.shape[1] > 1) forms.insert(forms.begin(), "{0} >= {1} && {0} <= 1024");
    forms.emplace_back("{0} <= 64");
    const auto add = [&](const std::string& form) {
      for (const std::string& name : names) out.push_back(fmt::format(fmt::runtime(form), name, request.shape[0]));
    };
    for (const std::string& form : forms) add(form);
    if (!options_.grid) out.emplace_back("gridDim.x == 1");
    add("{0} == blockDim.x");  // says so much that it is the last resort
    return out;
  }

  bool helps(const std::string& text, double seconds) {
    CheckOptions narrower = options_;
    narrower.assumptions.push_back(launch::Condition::parse(text, [&](const std::string& name) { return quantity(name); }));
    narrower.suggest_seconds = 0;
    narrower.explain = false;
    narrower.progress = nullptr;
    narrower.budget_seconds = std::max(0.001, seconds);
    report::Kernel result = check_(narrower);
    assumptions_ = std::move(result.assumptions);
    return result.verdict == report::Verdict::Proved && gets_to_all(narrower);
  }

  counterexample::Coverage coverage(const CheckOptions& options) const {
    Question question(program_, function_, options);
    std::vector<std::string> stated;
    if (question.why_no_launch() || question.take_conditions(stated)) return {};
    return random_runs::coverage_of(question, counterexample::CountedRuns::Clean);
  }

  bool gets_to_all(const CheckOptions& narrower) {
    if (!without_) without_ = coverage(options_);
    const counterexample::Coverage with = coverage(narrower);
    return std::includes(with.loops.begin(), with.loops.end(), without_->loops.begin(), without_->loops.end()) &&
           iterates_all(with) && gets_to_undecided(with.places);
  }

  // Each loop of the kernel itself, also where runs without the condition were not seen to do so.
  bool iterates_all(const counterexample::Coverage& with) const {
    try {
      const FunctionGraph graph = analyse(program_.functions[function_]);
      return std::all_of(graph.loops.begin(), graph.loops.end(), [&](const FunctionGraph::Loop& loop) {
        return with.loops.contains({function_, static_cast<std::uint32_t>(loop.head)});
      });
    } catch (const CfgError&) {
      return false;
    }
  }

  // To some instruction of each line that a reason names; to all that runs get to otherwise, where none names one.
  bool gets_to_undecided(const std::set<std::uint32_t>& reached) {
    std::set<LineOfFile> all, asked;
    for (const auto& place : program_.places) all.emplace(place.source().file, place.source().line);
    const std::set<LineOfFile> there = random_runs::lines_of(program_, reached);
    for (const report::UnknownReason& u : unknown_.unknown) {
      if (all.contains({u.place.file, u.place.line})) asked.emplace(u.place.file, u.place.line);
    }
    if (!asked.empty()) return std::includes(there.begin(), there.end(), asked.begin(), asked.end());
    return std::includes(reached.begin(), reached.end(), without_->places.begin(), without_->places.end());
  }

  const Program& program_;
  const std::uint32_t function_;
  const CheckOptions& options_;
  const std::function<report::Kernel(const CheckOptions&)>& check_;
  const report::Kernel& unknown_;
  const Clock::time_point until_ = Clock::now() + effort::seconds(options_.budget_seconds * kShare);
  std::optional<counterexample::Coverage> without_;  // of runs without a condition
  std::vector<std::string> assumptions_;
};

}  // namespace

void look_for_bounds(const Program& program, std::uint32_t function, const CheckOptions& options,
                     const std::function<report::Kernel(const CheckOptions&)>& check, report::Kernel& out) {
  if (out.verdict != report::Verdict::Unknown || out.without_witness || options.suggest_seconds <= 0 ||
      !program.functions[function].is_entry || out.unknown.empty() ||
      !std::all_of(out.unknown.begin(), out.unknown.end(), is_about_effort))
    return;
  const std::uint64_t before = effort::spent();
  Search search(program, function, options, check, out);
  out.safe_if = search.run();
  if (!out.safe_if.empty()) counterexample::add_assumed(out.assumptions, search.assumptions());
  if (const std::uint64_t units = (effort::spent() - before) / 1'000; units > 0)
    out.effort_shares.push_back({"a bound with which it is proved", units});
}

}  // namespace warpproof::strategies
