// A fixed sample of the kernels of a campaign: no verdict is wrong.
#include <catch2/catch.hpp>
#include <string>

#include "tests/attack/judge.h"
#include "tests/attack/repair.h"
#include "tests/generated/generator.h"
#include "tests/sample_size.h"

namespace warpproof::attack {

namespace {

constexpr double kSeconds = 4;  // for one kernel; what takes longer is unknown, which is let pass

void attack(generated::Category category, int kernels) {
  const auto first = testing::seed(0);
  int decided = 0;
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(testing::rounds(kernels));
       ++seed) {
    const Judgement judgement = judge(hide_errors(generated::generate(seed, category), seed), kSeconds);
    INFO("seed " << seed << ": " << outcome_name(judgement.outcome) << ": " << judgement.text);
    CHECK_FALSE(is_wrong(judgement.outcome));
    CHECK(judgement.outcome != Outcome::Failed);
    decided += judgement.outcome == Outcome::ProvedSafe || judgement.outcome == Outcome::FoundBroken ? 1 : 0;
  }
  CHECK(decided > 0);
}

}  // namespace

TEST_CASE("attack: loops with state of all kinds") { attack(generated::Category::Loops, 8); }
TEST_CASE("attack: bytes among words") { attack(generated::Category::Bytes, 8); }
TEST_CASE("attack: asynchronous copies some iterations ahead") { attack(generated::Category::Async, 8); }
TEST_CASE("attack: carry chains") { attack(generated::Category::Carry, 8); }
TEST_CASE("attack: places from atomic additions") { attack(generated::Category::Counters, 8); }
TEST_CASE("attack: blocks of two dimensions") { attack(generated::Category::Shapes, 8); }

}  // namespace warpproof::attack
