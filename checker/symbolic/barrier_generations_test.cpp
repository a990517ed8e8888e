#include "checker/symbolic/barrier_generations.h"

#include <catch2/catch.hpp>

#include "checker/symbolic/context_for_test.h"

namespace warpproof::symbolic {
namespace {

using spec::Rule;

// Two warps of two lanes.
struct Fixture : ContextForTest {
  static ExecutorOptions two_warps() {
    ExecutorOptions out;
    out.shape.block = {4, 1, 1};
    out.shape.warp_size = 2;
    return out;
  }
  Fixture() : ContextForTest(two_warps()) {}
  Lanes threads(std::set<int> which) {
    std::vector<Term> out;
    for (int t = 0; t < 4; ++t) out.push_back(graph.truth(which.contains(t)));
    return Lanes::each(std::move(out));
  }
  // A generation of all four with a count, at that time.
  BarrierGenerations::Generation of(std::set<int> waited, std::set<int> arrived, std::uint64_t now) {
    return generations.make(threads(waited), {{now - 1, threads(arrived)}},
                            {{1, true, true, threads(waited), {}}, {2, true, false, threads(arrived), {}}},
                            graph.truth(true), graph.constant(32, 4), now);
  }
  void arrive(int id, std::set<int> who) {
    generations.judge_arrival(id, threads(who), ops.constant(32, 4), true, 3);
  }
  bool broken(Rule rule) const {
    return std::any_of(obligations.all().begin(), obligations.all().end(),
                       [&](const Obligation& o) { return o.rule == rule && !o.violated.empty(); });
  }

  BarrierGenerations generations{context};
};

TEST_CASE("barrier generations: who waited knows that it is complete") {
  Fixture f;
  f.generations.note(1, f.of({0, 1, 2, 3}, {}, 5), f.ops.no());
  CHECK(f.generations.any());
  f.arrive(1, {0, 1});
  CHECK_FALSE(f.broken(Rule::BarrierRearrive));
}

TEST_CASE("barrier.rearrive: who only arrived must be informed") {
  Fixture f;
  f.generations.note(1, f.of({2, 3}, {0, 1}, 5), f.ops.no());
  SECTION("by nobody") {
    f.arrive(1, {0, 1});
    CHECK(f.broken(Rule::BarrierRearrive));
  }
  SECTION("by those who waited, at another barrier") {
    f.generations.note(2, f.of({0, 1, 2, 3}, {}, 9), f.ops.no());
    f.arrive(1, {0, 1});
    CHECK_FALSE(f.broken(Rule::BarrierRearrive));
  }
  SECTION("by who arrives at another barrier, having waited") {
    f.generations.note_arrival(2, f.threads({2, 3}));
    f.generations.note(2, f.of({0, 1}, {2, 3}, 9), f.ops.no());
    f.arrive(1, {0, 1});
    CHECK_FALSE(f.broken(Rule::BarrierRearrive));
  }
}

TEST_CASE("barrier.count: a thread that takes no part comes unaware of the generation") {
  Fixture f;
  auto one_warp = f.generations.make(f.threads({0, 1}), {}, {{1, true, true, f.threads({0, 1}), {}}},
                                     f.graph.truth(true), f.graph.constant(32, 2), 5);
  SECTION("of one warp: it has the barrier to itself") {
    f.generations.judge_overfull(one_warp, {f.threads({2, 3})});
    CHECK_FALSE(f.broken(Rule::BarrierCount));
  }
  SECTION("of several warps") {
    const auto two = f.of({0, 1}, {2}, 5);
    f.generations.judge_overfull(two, {});
    CHECK_FALSE(f.broken(Rule::BarrierCount));
    f.generations.judge_overfull(two, {f.threads({3})});
    CHECK(f.broken(Rule::BarrierCount));
  }
}

}  // namespace
}  // namespace warpproof::symbolic
