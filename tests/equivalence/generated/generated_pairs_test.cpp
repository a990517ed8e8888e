// A fixed sample of generated pairs: no verdict is wrong, and not all are unknown.
#include <catch2/catch.hpp>

#include "tests/equivalence/generated/pair_truth.h"

namespace {

constexpr std::uint64_t kPairs = 60;

TEST_CASE("generated pairs get no wrong verdict", "[pairs]") {
  using namespace warpproof::pairs;
  using warpproof::equivalence::Verdict;
  int equivalent = 0, different = 0;
  for (std::uint64_t seed = 0; seed < kPairs; ++seed) {
    const Judged judged = judge(generate(seed), 5);
    INFO("seed " << seed << "\n" << judged.report);
    CHECK(judged.wrong.empty());
    equivalent += judged.verdict == Verdict::Equivalent ? 1 : 0;
    different += judged.verdict == Verdict::Different ? 1 : 0;
  }
  CHECK(equivalent > 10);
  CHECK(different > 10);
}

}  // namespace
