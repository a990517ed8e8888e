// Generates kernels, holds the symbolic side against the evaluator and prints what came out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <exception>
#include <map>
#include <optional>
#include <string>

#include "tests/generated/compare.h"
#include "tests/generated/generator.h"
#include "tests/generated/minimise.h"

namespace {

using namespace warpproof;
using namespace warpproof::generated;

struct Options {
  std::uint64_t first = 0;
  int seeds = 100;
  std::string category;
  bool each_input = false, shrink = false, show = false;
  int most_shown = 5;
  double timeout = 20;
};

Comparison compare(const Kernel& kernel, Category category, const Options& options) {
  try {
    if (options.each_input) return compare_each_input(kernel);
    return compare_verdict(kernel, category == Category::Activemask, options.timeout);
  } catch (const std::exception& e) {
    Comparison out;
    out.difference = std::string("exception: ") + e.what();
    return out;
  }
}

// The first words of a difference: what kind it is.
std::string kind_of(const Comparison& c) {
  return (c.unsound ? "unsound " : "") + c.difference.substr(0, c.difference.find(' '));
}

struct Statistics {
  int programs = 0, safe = 0, violating = 0, statements = 0;
  int proved = 0, violated = 0, unknown = 0, admitted = 0, without_solver = 0, differences = 0, unsound = 0;
  std::uint64_t folded = 0, solved = 0, slowest_seed = 0;
  double slowest = 0;
  std::map<std::string, int> by_category;
  std::map<std::string, int> rules;  // kernels that have an error of the rule
  std::map<std::string, int> unknown_reasons;

  void add(const Kernel& kernel, Category category, const Comparison& c) {
    ++programs;
    statements += kernel.size();
    ++(c.violation ? violating : safe);
    ++by_category[std::string(category_name(category))];
    for (const spec::Rule r : c.rules) ++rules[std::string(spec::rule_id(r))];
    switch (c.report.verdict) {
      case report::Verdict::Proved:
        ++proved;
        break;
      case report::Verdict::Violation:
        ++violated;
        break;
      case report::Verdict::Unknown:
        ++unknown;
        break;
    }
    admitted += !c.admitted.empty();
    for (const auto& reason : c.report.unknown) ++unknown_reasons[reason.reason];
    without_solver += c.report.obligations.solved == 0;
    folded += c.report.obligations.folded;
    solved += c.report.obligations.solved;
    differences += !c.difference.empty();
    unsound += c.unsound;
  }

  void print(const Options& options, double seconds) const {
    fmt::print("{} kernels, {:.1f} statements each, {:.1f} s\n", programs,
               static_cast<double>(statements) / std::max(1, programs), seconds);
    fmt::print("slowest: seed {}, {:.1f} s\n", slowest_seed, slowest);
    fmt::print("evaluator: {} safe, {} with an error\n", safe, violating);
    if (!options.each_input) {
      fmt::print("checker: {} proved, {} violated, {} unknown ({} admitted)\n", proved, violated, unknown,
                 admitted);
      fmt::print("decided without the solver: {}; obligations folded {}, queries {}\n", without_solver,
                 folded, solved);
    }
    fmt::print("disagreements: {}, of these unsound: {}\n", differences, unsound);
    for (const auto& [name, n] : by_category) fmt::print("  category {:<28} {}\n", name, n);
    for (const auto& [name, n] : rules) fmt::print("  rule {:<32} {}\n", name, n);
    for (const auto& [name, n] : unknown_reasons) fmt::print("  unknown: {} ({} times)\n", name, n);
  }
};

std::optional<Category> find_category(const std::string& name) {
  for (const Category c : kCategories) {
    if (category_name(c) == name) return c;
  }
  return std::nullopt;
}

void show(const Kernel& kernel, std::uint64_t seed, Category category, const Comparison& c) {
  fmt::print("--- seed {} ({}), block {}, {}\n{}\n", seed, category_name(category), kernel.settings.block,
             kernel.settings.cuda_source ? "CUDA" : "PTX", c.difference);
  const std::string text = kernel.text();
  int number = 1;
  bool prologue = true;  // the same in every kernel
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (!prologue) fmt::print("{:>3} {}\n", number, line);
    prologue = prologue && line != kPrologueEnd;
    at = end + 1;
  }
}

int run(const Options& options) {
  const auto chosen = find_category(options.category);
  if (!options.category.empty() && !chosen) {
    fmt::print(stderr, "no category '{}'\n", options.category);
    return 3;
  }
  Statistics statistics;
  const auto start = std::chrono::steady_clock::now();
  int shown = 0;
  for (std::uint64_t seed = options.first; seed < options.first + static_cast<std::uint64_t>(options.seeds);
       ++seed) {
    const Category category = chosen.value_or(category_of(seed));
    if (options.each_input && category == Category::Activemask) continue;
    const Kernel kernel = generate(seed, category);
    const auto before = std::chrono::steady_clock::now();
    const Comparison c = compare(kernel, category, options);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - before;
    if (taken.count() > statistics.slowest) {
      statistics.slowest = taken.count();
      statistics.slowest_seed = seed;
    }
    statistics.add(kernel, category, c);
    if (options.show) show(kernel, seed, category, c);
    if (c.difference.empty() || shown++ >= options.most_shown) continue;
    Kernel small = kernel;
    if (options.shrink) {
      small = minimise(kernel,
                       [&](const Kernel& k) { return kind_of(compare(k, category, options)) == kind_of(c); });
    }
    show(small, seed, category, compare(small, category, options));
    std::fflush(stdout);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  statistics.print(options, seconds.count());
  return statistics.differences == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Compares the checker with the evaluator on generated kernels.");
  app.add_option("--seeds", options.seeds, "how many");
  app.add_option("--first", options.first, "the first seed");
  app.add_option("--category", options.category,
                 "only this one: plain, partial, memory, barriers, activemask, pre70, blocks");
  app.add_flag("--each-input", options.each_input,
               "compare the executor's obligations on every input, without a solver");
  app.add_flag("--minimise", options.shrink, "make kernels that differ smaller");
  app.add_flag("--show", options.show, "print every kernel");
  app.add_option("--most-shown", options.most_shown, "kernels that differ to print");
  app.add_option("--timeout", options.timeout, "seconds for one kernel");
  CLI11_PARSE(app, argc, argv);
  return run(options);
}
