// Single changes of kernels that are proved safe: each is refuted, or shown harmless as far as runs go, or
// listed (README.md).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_runs.h"
#include "tests/attack/mutants.h"
#include "tests/case_runner.h"
#include "tests/generated/random.h"

namespace {

using namespace warpproof;
using namespace warpproof::attack;
using report::Verdict;

struct Options {
  std::vector<std::string> folders{"tests/cases", "examples"};
  double timeout = 5;
  int most = 6;  // of one file
  std::uint64_t seed = 0;
};

struct Counts {
  int all = 0, refuted = 0, harmless = 0, unknown = 0, wrong = 0;
};

// The first error of a run that no text of the proof takes for granted, with the checker's own search given much more time than it
// takes by itself. Empty: there is none.
std::string error_of_runs(const tests::LoadedCase& loaded, const Program& program, std::span<const std::string> assumptions) {
  const auto& header = loaded.header;
  counterexample::RunQuestion question{program,
                                       loaded.input.candidates.front().function,
                                       {},
                                       {},
                                       {},
                                       loaded.input.candidates.front().parameter_names,
                                       effort::Clock::now() + std::chrono::seconds(2)};
  question.launch.block = header.block.shape;
  question.launch.grid = header.grid.value_or(std::array<std::uint32_t, 3>{1, 1, 1});
  question.launch.dynamic_shared = header.dynamic_shared.value_or(0);
  question.launch.target_sm = header.target_sm.value_or(program.target_sm);
  question.launch.policies = header.policies;
  question.launch.cuda_source = loaded.input.cuda_source;
  if (header.block.any && !header.block.axes) question.sizes = {32, 64, 128};
  const auto run = counterexample::find_violating_run(question);
  if (!run) return "";
  for (const Finding& f : run->result.findings) {
    if (f.level == spec::Level::Error && !counterexample::is_taken_for_granted(f.rule, assumptions))
      return f.message.empty() ? "an error" : f.message;
  }
  return "";
}

void judge(const std::string& file, const tests::LoadedCase& loaded, const Mutant& mutant,
           const Options& options, Counts& counts) {
  ++counts.all;
  const auto kernels = tests::check_case(loaded, {&mutant.program, CheckOptions::Runs::All, options.timeout});
  const report::Kernel& k = kernels.front();
  const auto line = mutant.program.places[mutant.place].source().str();
  const auto by_luck = std::find_if(k.unknown.begin(), k.unknown.end(), report::is_internal_error);
  const bool proved = k.verdict == Verdict::Proved;
  // Runs of a case with conditions on its launch would have to keep to them.
  const bool can_run = loaded.header.assumptions.empty() && loaded.header.parameters.empty() &&
                       loaded.header.sizes.empty() && !loaded.header.bounds;
  const std::string error = by_luck != k.unknown.end() ? by_luck->reason
                            : proved && can_run        ? error_of_runs(loaded, mutant.program, k.assumptions)
                                                       : "";
  if (!error.empty()) {
    ++counts.wrong;
    fmt::print("wrong proof: {}: {} at {}: {}\n", file, mutant.kind, line, error);
  } else if (proved) {
    ++counts.harmless;
  } else if (k.verdict == Verdict::Violation) {
    ++counts.refuted;
  } else {
    ++counts.unknown;
    fmt::print("missed: {}: {} at {}: {}\n", file, mutant.kind, line,
               k.unknown.empty() ? "" : k.unknown.front().reason);
  }
  std::fflush(stdout);
}

int run(const Options& options) {
  std::map<std::string, Counts> by_kind;
  Counts all;
  for (const std::string& file : tests::find_cases(options.folders)) {
    try {
      const tests::LoadedCase loaded = tests::load_case(file);
      if (!loaded.header.safe || loaded.input.candidates.size() != 1) continue;
      std::vector<Mutant> mutants = mutants_of(loaded.input.program);
      generated::Random random(options.seed);
      for (int n = 0; !mutants.empty() && (options.most == 0 || n < options.most); ++n) {
        const auto at = static_cast<std::size_t>(random.below(static_cast<int>(mutants.size())));
        judge(file, loaded, mutants[at], options, by_kind[mutants[at].kind]);
        mutants.erase(mutants.begin() + static_cast<std::ptrdiff_t>(at));
      }
    } catch (const std::exception& e) {
      fmt::print("left out: {}: {}\n", file, e.what());
    }
  }
  fmt::print(
      "| mutants | all | refuted | no run shows an error, proved | unknown | wrong proof "
      "|\n|---|--:|--:|--:|--:|--:|\n");
  const auto row = [](const std::string& name, const Counts& c) {
    fmt::print("| {} | {} | {} | {} | {} | {} |\n", name, c.all, c.refuted, c.harmless, c.unknown, c.wrong);
  };
  for (const auto& [kind, c] : by_kind) {
    row(kind, c);
    all.all += c.all, all.refuted += c.refuted, all.harmless += c.harmless, all.unknown += c.unknown,
        all.wrong += c.wrong;
  }
  row("all", all);
  return all.wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Changes kernels that are proved safe, one place at a time, and checks what becomes of them.");
  app.add_option("--cases", options.folders, "folders of test cases (repeatable)");
  app.add_option("--most", options.most, "mutants of one file, picked at random; 0: all");
  app.add_option("--seed", options.seed, "of what is picked");
  app.add_option("--timeout", options.timeout, "seconds for one check");
  CLI11_PARSE(app, argc, argv);
  if (const char* here = std::getenv("BUILD_WORKING_DIRECTORY")) std::filesystem::current_path(here);
  return run(options);
}
