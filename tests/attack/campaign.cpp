// Runs generated kernels against the checker until the time is over (README.md).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "tests/attack/case_file.h"
#include "tests/attack/judge.h"
#include "tests/attack/repair.h"
#include "tests/attack/tally.h"
#include "tests/generated/generator.h"
#include "tests/generated/minimise.h"

namespace {

using namespace warpproof;
using namespace warpproof::attack;
using generated::Category;
using generated::Kernel;
using Clock = std::chrono::steady_clock;

struct Options {
  double seconds = 60, timeout = 1;
  TruthLimits truth;
  std::vector<std::string> categories;
  std::optional<std::uint64_t> first;
  std::uint64_t seeds = ~0ull;
  std::string resume, cases = ".";
  bool show = false, shrink = true;
};

// The first word of what is wrong, and the rules that a run breaks: what a smaller kernel must show too.
bool shows_the_same(const Judgement& a, const Judgement& b) {
  if (a.outcome != b.outcome) return false;
  if (a.truth.errors.empty() || b.truth.errors.empty()) return true;
  return a.truth.errors.begin()->rule == b.truth.errors.begin()->rule;
}

class Campaign {
 public:
  explicit Campaign(const Options& options) : options_(options) {
    if (!options.resume.empty()) tally_.load(options.resume);
  }

  int run() {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(options_.seconds));
    const std::vector<Category> categories = chosen();
    if (categories.empty()) return 3;
    std::map<Category, std::uint64_t> left;
    for (const Category c : categories) {
      left[c] = options_.seeds;
      if (options_.first) counts(c).next_seed = *options_.first;
    }
    bool any = true;
    while (any && Clock::now() < until) {
      any = false;
      for (const Category c : categories) {
        if (left[c] == 0 || Clock::now() >= until) continue;
        --left[c];
        any = true;
        one(c, counts(c).next_seed++);
      }
      if (!options_.resume.empty()) tally_.save(options_.resume);
    }
    fmt::print("{}{}{:.0f} s, slowest: {} seed {}, {:.1f} s\n", tally_.table(), tally_.unknown_reasons(12),
               seconds_, category_name(slowest_category_), slowest_seed_, slowest_);
    return tally_.wrong() == 0 ? 0 : 1;
  }

 private:
  Counts& counts(Category c) { return tally_.category(std::string(category_name(c))); }

  std::vector<Category> chosen() const {
    std::vector<Category> out;
    for (const std::string& name : options_.categories) {
      const auto before = out.size();
      for (const Category c : generated::kCategories) {
        if (category_name(c) == name) out.push_back(c);
      }
      if (out.size() == before) {
        fmt::print(stderr, "no category '{}'\n", name);
        return {};
      }
    }
    if (options_.categories.empty())
      return {std::begin(generated::kLoopCategories), std::end(generated::kLoopCategories)};
    return out;
  }

  void one(Category category, std::uint64_t seed) {
    const Kernel kernel = hide_errors(generated::generate(seed, category), seed);
    const auto before = Clock::now();
    const Judgement judgement = judge(kernel, options_.timeout, options_.truth);
    const double taken = std::chrono::duration<double>(Clock::now() - before).count();
    seconds_ += taken;
    if (taken > slowest_) {
      slowest_ = taken;
      slowest_seed_ = seed;
      slowest_category_ = category;
    }
    ++counts(category).of[static_cast<std::size_t>(judgement.outcome)];
    if (judgement.outcome == Outcome::Unknown) tally_.note_unknown(judgement.text);
    if (options_.show) {
      fmt::print("--- {} seed {}: {} {}, {} runs, {:.2f} s\n{}\n", category_name(category), seed,
                 outcome_name(judgement.outcome), judgement.text, judgement.truth.runs, taken, kernel.text());
    }
    if (is_wrong(judgement.outcome) || judgement.outcome == Outcome::Failed)
      report(kernel, category, seed, judgement);
  }

  void report(const Kernel& kernel, Category category, std::uint64_t seed, const Judgement& judgement) {
    const std::string name = fmt::format("{}-{}", category_name(category), seed);
    fmt::print("{}: {}: {}\n", name, outcome_name(judgement.outcome), judgement.text);
    std::fflush(stdout);
    if (judgement.outcome == Outcome::Failed) return;
    Kernel small = kernel;
    if (options_.shrink) {
      small = generated::minimise(
          kernel, [&](const Kernel& k) { return shows_the_same(judge(k, options_.timeout, options_.truth), judgement); });
    }
    const Judgement of_small = judge(small, options_.timeout, options_.truth);
    const std::string file = options_.cases + "/" + name + ".ptx";
    std::ofstream(file) << case_file(name, small, of_small);
    fmt::print("  written to {}\n", file);
    std::fflush(stdout);
  }

  const Options& options_;
  Tally tally_;
  double slowest_ = 0, seconds_ = 0;
  std::uint64_t slowest_seed_ = 0;
  Category slowest_category_{};
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Attacks the checker with generated kernels and compares its verdicts with what is true.");
  app.add_option("--seconds", options.seconds, "how long");
  app.add_option("--category", options.categories, "only these (repeatable)");
  app.add_option("--first", options.first, "the first seed, instead of where the last campaign ended");
  app.add_option("--seeds", options.seeds, "at most so many of each category");
  app.add_option("--resume", options.resume, "file that holds how far the last campaign came; is kept up");
  app.add_option("--cases", options.cases, "folder for what is found, made small");
  app.add_option("--timeout", options.timeout, "effort for one check, as that of so many seconds");
  app.add_option("--runs", options.truth.runs, "assignments of the inputs that are tried, at most");
  app.add_option("--random-runs", options.truth.random_runs, "runs in other orders of the threads");
  app.add_flag("--show", options.show, "print every kernel");
  app.add_flag("!--as-found", options.shrink, "do not make smaller what is found");
  CLI11_PARSE(app, argc, argv);
  // `bazel run` starts elsewhere.
  if (const char* here = std::getenv("BUILD_WORKING_DIRECTORY")) std::filesystem::current_path(here);
  return Campaign(options).run();
}
