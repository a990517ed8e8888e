// Generates pairs of kernels, compares each and counts verdicts that the evaluator shows to be wrong.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <exception>
#include <map>
#include <string>

#include "checker/equivalence/report.h"
#include "tests/equivalence/generated/pair_truth.h"

int main(int argc, char** argv) {
  using namespace warpproof::pairs;
  std::uint64_t first = 0;
  int seeds = 100;
  double timeout = 10;
  bool show = false;
  CLI::App app("Generated pairs of kernels, each with what the evaluator says of it");
  app.add_option("--first", first, "the first seed; even ones keep the meaning, odd ones change something");
  app.add_option("--seeds", seeds, "how many");
  app.add_option("--timeout", timeout, "seconds for one pair");
  app.add_flag("--show", show, "print every pair and its verdict");
  CLI11_PARSE(app, argc, argv);
  std::map<std::string, int> counts;
  int wrong = 0;
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::chrono::duration<double> slowest{};
  std::uint64_t slowest_seed = first;
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(seeds); ++seed) {
    const Pair pair = generate(seed);
    Judged judged;
    const auto before = Clock::now();
    try {
      judged = judge(pair, timeout);
    } catch (const std::exception& e) {
      judged.wrong = std::string("exception: ") + e.what();
    }
    if (const std::chrono::duration<double> taken = Clock::now() - before; taken > slowest) {
      slowest = taken;
      slowest_seed = seed;
    }
    const bool is_unknown = judged.verdict == warpproof::equivalence::Verdict::Unknown;
    const std::string truth = is_unknown               ? "not looked for"
                              : judged.truth.undefined ? "undefined"
                              : judged.truth.differs   ? "different"
                              : judged.truth.open      ? "open"
                                                       : "same";
    ++counts[fmt::format("{}, said {}", truth, warpproof::equivalence::verdict_name(judged.verdict))];
    wrong += judged.wrong.empty() ? 0 : 1;
    if (judged.wrong.empty() && !show) continue;
    fmt::print("seed {}: {} (changed: {}; {})\n{}\n", seed, judged.wrong.empty() ? truth : judged.wrong,
               pair.change.empty() ? "nothing" : pair.change, judged.truth.inputs, judged.report);
    fmt::print("--- a\n{}--- b\n{}", ptx(pair.a, pair.style_a), ptx(pair.b, pair.style_b));
  }
  const std::chrono::duration<double> took = Clock::now() - begin;
  fmt::print("{} pairs in {:.0f} s, {} wrong; slowest: seed {}, {:.1f} s\n", seeds, took.count(), wrong, slowest_seed,
             slowest.count());
  for (const auto& [what, count] : counts) fmt::print("  {:6} {}\n", count, what);
  return wrong == 0 ? 0 : 1;
}
