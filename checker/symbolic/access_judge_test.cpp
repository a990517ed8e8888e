#include "checker/symbolic/access_judge.h"

#include <catch2/catch.hpp>

#include "checker/symbolic/context_for_test.h"

namespace warpproof::symbolic {
namespace {

using spec::Rule;

struct Fixture : ContextForTest {
  static ExecutorOptions one_thread() {
    ExecutorOptions out;
    out.shape.block = {1, 1, 1};
    return out;
  }
  Fixture() : ContextForTest(one_thread()) {}
  Target at(Term offset) { return {Space::Global, 0, ops.yes(), Lanes(offset)}; }
  Target at(std::uint64_t offset) { return at(graph.constant(64, offset)); }
  std::size_t broken(Rule rule) const {
    std::size_t out = 0;
    for (const Obligation& o : obligations.all()) out += o.rule == rule ? o.violated.size() : 0;
    return out;
  }

  LaunchNumbers numbers{context};
  AccessJudge judge{context, numbers};
};

TEST_CASE("memory.out-of-bounds: the last byte counts") {
  Fixture f;
  const Term room = f.graph.constant(64, 16);
  f.judge.judge_bounds(f.at(12), room, 4, 1);
  CHECK(f.broken(Rule::MemoryOutOfBounds) == 0);
  f.judge.judge_bounds(f.at(13), room, 4, 1);
  CHECK(f.broken(Rule::MemoryOutOfBounds) == 1);
  f.judge.judge_bounds(f.at(0), f.graph.constant(64, 3), 4, 2);
  CHECK(f.broken(Rule::MemoryOutOfBounds) == 2);
}

TEST_CASE("memory.misaligned: what the launch decides is judged, the rest assumed") {
  Fixture f;
  f.judge.judge_alignment(f.at(8), 4, 1);
  CHECK(f.broken(Rule::MemoryMisaligned) == 0);
  CHECK(f.assumed.empty());
  f.judge.judge_alignment(f.at(f.graph.zext(f.graph.var(32, "n"), 64)), 4, 1);
  CHECK(f.broken(Rule::MemoryMisaligned) == 0);
  CHECK(f.assumed.size() == 1);
  f.judge.judge_alignment(f.at(6), 4, 1);
  CHECK(f.broken(Rule::MemoryMisaligned) == 1);
}

TEST_CASE("accesses: what may lie past shared memory, or far from its buffer, is noted") {
  Fixture f;
  f.judge.note_reach(f.at(12), 4, 16);
  CHECK(f.judge.beyond_shared().empty());
  f.judge.note_reach(f.at(13), 4, 16);
  REQUIRE(f.judge.beyond_shared().size() == 1);
  CHECK(f.graph.is_true(f.judge.beyond_shared()[0]));
  f.judge.note_far(f.at(4096));
  CHECK(f.judge.far().empty());
  f.judge.note_far(f.at(f.graph.var(64, "offset")));
  CHECK(f.judge.far().size() == 1);
}

}  // namespace
}  // namespace warpproof::symbolic
