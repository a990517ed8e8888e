// A fixed sample of generated kernels of every category, on which checker and evaluator must agree.
#include <catch2/catch.hpp>
#include <string>

#include "tests/generated/compare.h"
#include "tests/generated/generator.h"
#include "tests/sample_size.h"

namespace warpproof::generated {

namespace {

struct Sample {
  Category category;
  int each_input, verdicts;  // kernels
};

void agree_on(const Sample& sample) {
  const auto first = testing::seed(0);
  for (std::uint64_t seed = first;
       seed < first + static_cast<std::uint64_t>(testing::rounds(sample.each_input)); ++seed) {
    if (sample.category == Category::Activemask) break;
    const Comparison c = compare_each_input(generate(seed, sample.category));
    INFO("seed " << seed);
    CHECK(c.difference == "");
  }
  for (std::uint64_t seed = first;
       seed < first + static_cast<std::uint64_t>(testing::rounds(sample.verdicts)); ++seed) {
    const Comparison c =
        compare_verdict(generate(seed, sample.category), sample.category == Category::Activemask);
    INFO("seed " << seed);
    CHECK(c.difference == "");
  }
}

}  // namespace

TEST_CASE(
    "generated warps of four lanes: executor and evaluator agree on every input, checker on the verdict") {
  agree_on({Category::Plain, 40, 40});
}

TEST_CASE("generated partial warps: executor and evaluator agree on every input, checker on the verdict") {
  agree_on({Category::Partial, 40, 40});
}

TEST_CASE("generated exchanges through shared memory: executor and evaluator agree, checker on the verdict") {
  agree_on({Category::Memory, 40, 40});
}

TEST_CASE("generated block barriers: executor and evaluator agree on every input, checker on the verdict") {
  agree_on({Category::Barriers, 40, 40});
}

TEST_CASE("generated masks from activemask: the verdict is that of all outcomes tried") {
  agree_on({Category::Activemask, 0, 30});
}

TEST_CASE(
    "generated warps in lockstep: executor and evaluator agree on every input, checker on the verdict") {
  agree_on({Category::Pre70, 40, 40});
}

TEST_CASE(
    "generated blocks: executor and evaluator agree on every input, checker on the verdict of all schedules "
    "tried") {
  agree_on({Category::Blocks, 90, 90});
}

TEST_CASE(
    "generated sets of warps at named barriers: executor and evaluator agree on every input, checker on the "
    "verdict of all schedules tried") {
  agree_on({Category::Named, 40, 30});
}

// What locks and flags order is not always seen, so that a kernel may stay undecided; and a run with another
// schedule than those of the oracle may find a race. But what is proved must hold.
TEST_CASE("generated locks and flags: no kernel is proved in which some schedule tried shows a race") {
  int proved = 0;
  const auto first = testing::seed(0), kernels = static_cast<std::uint64_t>(testing::rounds(120));
  for (std::uint64_t seed = first; seed < first + kernels; ++seed) {
    const Comparison c = compare_verdict(generate(seed, Category::Order), false);
    INFO("seed " << seed << ": " << c.difference);
    CHECK_FALSE(c.unsound);
    proved += c.report.verdict == report::Verdict::Proved ? 1 : 0;
  }
  CHECK(proved > 0);
}

}  // namespace warpproof::generated
