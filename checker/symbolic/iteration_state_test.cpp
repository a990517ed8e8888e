#include "checker/symbolic/iteration_state.h"

#include <catch2/catch.hpp>

namespace warpproof::symbolic {
namespace {

struct State {
  explicit State(TermGraph& graph) : ops(graph, 1) {}
  Value word(int width, std::uint64_t number) { return ops.defined(ops.constant(width, number), width); }
  void store(std::uint64_t at, int bytes) { memory.store(ops, at, word(8 * bytes, at)); }
  ThreadState view() const { return {registers, memory}; }
  LaneOps ops;
  std::vector<Value> registers;
  LocalMemory memory;
};

StateCell bytes(std::uint64_t at, int count) { return {false, at, 8 * count}; }

TEST_CASE("iteration state: each byte of private memory is in exactly one cell") {
  TermGraph g;
  State now(g), before(g);
  before.store(0, 4);
  before.store(8, 4);
  before.store(16, 8);
  now.store(0, 1);  // the word at 0 fell apart
  now.store(1, 2);
  now.store(3, 1);
  now.store(8, 4);
  now.store(12, 2);  // written in the loop
  now.store(20, 4);  // what was written at 16 is not there any more
  const std::map<StateCell, int> claimed{{bytes(0, 4), 0}, {bytes(9, 1), 0}, {bytes(32, 2), 0}};
  auto cells = cells_across(claimed, {}, {now.view(), before.view()});
  std::sort(cells.begin(), cells.end());
  CHECK(cells == std::vector<StateCell>{bytes(0, 4), bytes(8, 1), bytes(9, 1), bytes(10, 2), bytes(12, 2),
                                        bytes(16, 4), bytes(20, 4), bytes(32, 2)});
}

TEST_CASE("iteration state: of memory that the states share the claimed cells are left") {
  TermGraph g;
  State now(g);
  now.store(0, 4);
  now.store(4, 4);
  const State before = now;
  const std::map<StateCell, int> claimed{{bytes(4, 4), 0}};
  CHECK(cells_across(claimed, {}, {now.view(), before.view()}) == std::vector<StateCell>{bytes(4, 4)});
}

TEST_CASE("iteration state: live registers that either state has written, the carry flag with them") {
  TermGraph g;
  State now(g), before(g);
  now.registers = {now.word(32, 0), now.word(32, 0), Value{}, now.word(1, 0)};
  before.registers = {before.word(32, 0), before.word(32, 0), before.word(64, 0), Value{}};
  const std::map<StateCell, int> claimed{{{true, 0, 32}, 0}};
  auto cells = cells_across(claimed, {true, false, true, true}, {now.view(), before.view()});
  std::sort(cells.begin(), cells.end());
  CHECK(cells == std::vector<StateCell>{{true, 0, 32}, {true, 2, 64}, {true, 3, 1}});
}

TEST_CASE("iteration state: parts of a cell") {
  TermGraph g;
  State now(g);
  now.store(2, 4);
  now.store(8, 1);
  auto parts = parts_of(bytes(4, 8), now.memory);
  std::sort(parts.begin(), parts.end());
  CHECK(parts == std::vector<StateCell>{bytes(4, 2), bytes(6, 2), bytes(8, 1), bytes(9, 3)});
  CHECK(parts_of(bytes(2, 4), now.memory) == std::vector<StateCell>{bytes(2, 4)});
}

TEST_CASE("iteration state: cells that are added never overlap") {
  std::map<StateCell, int> cells{{bytes(2, 2), 1}, {bytes(6, 1), 2}};
  int met = 0;
  add_beside(cells, bytes(0, 8), 3, [&](int& known) { met += known; });
  CHECK(met == 3);
  CHECK(cells ==
        std::map<StateCell, int>{
            {bytes(0, 2), 3}, {bytes(2, 2), 1}, {bytes(4, 2), 3}, {bytes(6, 1), 2}, {bytes(7, 1), 3}});
  add_beside(cells, bytes(2, 2), 4, [&](int& known) { known = 5; });
  CHECK(cells.at(bytes(2, 2)) == 5);
}

}  // namespace
}  // namespace warpproof::symbolic
