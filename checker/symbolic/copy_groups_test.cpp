#include "checker/symbolic/copy_groups.h"

#include <catch2/catch.hpp>

#include "checker/symbolic/context_for_test.h"

namespace warpproof::symbolic {
namespace {

// Two threads, each with pending copies in the groups 0, 1 and 2.
struct Fixture : ContextForTest {
  using Groups = std::set<int>;
  static ExecutorOptions two_threads() {
    ExecutorOptions out;
    out.shape.block = {2, 1, 1};
    return out;
  }
  Fixture() : ContextForTest(two_threads()) { groups.begin(storage); }
  Groups covered(const Lanes& threads, int thread, const CopyGroups::Pending::Covers& covers) {
    Groups out;
    for (int n = 0; n < 3; ++n) {
      const Term here = covers(thread, graph.constant(32, static_cast<std::uint64_t>(n)));
      if (graph.is_true(graph.land(threads.at(thread), here))) out.insert(n);
    }
    return out;
  }
  std::uint64_t committed(int thread) { return graph.value(groups.committed(storage).at(thread)); }

  Groups done[2], left_out[2];
  LocalMemory storage;
  const Lanes first = Lanes::each({graph.truth(true), graph.truth(false)});
  CopyGroups groups{context,
                    true,
                    {[this](const Lanes& threads, const auto& covers) {
                       for (int t = 0; t < 2; ++t) done[t] = covered(threads, t, covers);
                       return std::set<BlockMemory::Key>{};
                     },
                     [this](const Lanes& threads, const auto& covers) {
                       for (int t = 0; t < 2; ++t) left_out[t] = covered(threads, t, covers);
                     }},
                    [] { return 0; }};
};

TEST_CASE("copy groups: each thread counts its own") {
  Fixture f;
  f.groups.commit(f.storage, f.ops.yes(), f.first);
  f.groups.commit(f.storage, f.ops.yes(), f.ops.yes());
  CHECK(f.committed(0) == 2);
  CHECK(f.committed(1) == 1);
}

TEST_CASE("copy groups: a wait leaves the last ones pending") {
  Fixture f;
  for (int i = 0; i < 2; ++i) f.groups.commit(f.storage, f.ops.yes(), f.ops.yes());
  f.groups.wait(f.storage, f.ops.yes(), f.ops.yes(), 1);
  CHECK(f.done[0] == Fixture::Groups{0});
  f.groups.wait(f.storage, f.ops.yes(), f.first, 0);
  CHECK(f.done[0] == Fixture::Groups{0, 1});
  CHECK(f.done[1].empty());  // it does not wait
  f.groups.wait(f.storage, f.ops.yes(), f.ops.yes(), std::nullopt);
  CHECK(f.done[0] == Fixture::Groups{0, 1, 2});
}

// A wait that covers nothing more takes nothing back.
TEST_CASE("copy groups: what earlier iterations have waited for") {
  Fixture f;
  for (int i = 0; i < 2; ++i) f.groups.commit(f.storage, f.ops.yes(), f.ops.yes());
  f.groups.wait(f.storage, f.ops.yes(), f.ops.yes(), 1);
  f.groups.settle(f.storage, f.ops.yes());
  f.groups.wait(f.storage, f.ops.yes(), f.ops.yes(), 0);
  f.groups.wait(f.storage, f.ops.yes(), f.ops.yes(), 2);
  f.groups.pass_over_done(f.storage, f.ops.yes());
  CHECK(f.left_out[0] == Fixture::Groups{0});  // before the barrier of everyone
  CHECK(f.done[0] == Fixture::Groups{0, 1});
}

}  // namespace
}  // namespace warpproof::symbolic
