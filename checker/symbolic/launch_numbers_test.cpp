#include "checker/symbolic/launch_numbers.h"

#include <catch2/catch.hpp>
#include <set>

#include "checker/symbolic/context_for_test.h"

namespace warpproof::symbolic {
namespace {

ExecutorOptions block(std::array<std::uint32_t, 3> size, Shape::Follow follow = Shape::Follow::Everyone) {
  ExecutorOptions out;
  out.shape.block = size;
  out.shape.follow = follow;
  return out;
}

TEST_CASE("launch numbers: threads of a fixed block are counted along x first") {
  ContextForTest f(block({4, 2, 3}));
  LaunchNumbers numbers(f.context);
  const Lanes present = numbers.choose();
  for (int t = 0; t < 24; ++t) {
    CHECK(f.graph.is_true(present.at(t)));
    CHECK(f.graph.value(numbers.thread_index(t)) == static_cast<std::uint64_t>(t));
    const auto at = [&](std::uint32_t axis) { return f.graph.value(numbers.thread_index(t, axis)); };
    CHECK(at(0) + 4 * (at(1) + 2 * at(2)) == static_cast<std::uint64_t>(t));
  }
  CHECK(f.graph.value(numbers.block_threads()) == 24);
  CHECK(f.inputs.empty());
  CHECK(f.assumptions.empty());
}

TEST_CASE("launch numbers: lanes of a block of any size come with their multiple") {
  ExecutorOptions options = block({64, 1, 1});
  options.shape.symbolic_size = true;
  options.shape.multiple = 32;
  ContextForTest f(options);
  LaunchNumbers numbers(f.context);
  const Lanes present = numbers.choose();
  REQUIRE(numbers.block_size());
  CHECK(f.graph.is_true(present.at(31)));
  CHECK(present.at(32) == present.at(63));
  for (const std::uint64_t size : {32, 40, 64}) {
    Substitute put(f.graph);
    put.map(*numbers.block_size(), f.graph.constant(32, size));
    CHECK(f.admits(put) == (size % 32 == 0));
    CHECK(f.graph.is_true(put(present.at(40))) == (size > 32));
  }
}

// The claim of the part: each pair of threads of a block is the one that is followed for some values.
TEST_CASE("launch numbers: two threads stand for each pair, once") {
  ContextForTest f(block({6, 1, 1}, Shape::Follow::TwoThreads));
  LaunchNumbers numbers(f.context);
  const Lanes present = numbers.choose();
  REQUIRE(numbers.sample().size() == 2);
  for (std::uint64_t a = 0; a < 6; ++a) {
    for (std::uint64_t b = 0; b < 6; ++b) {
      Substitute put(f.graph);
      put.map(numbers.sample()[0], f.graph.constant(32, a));
      put.map(numbers.sample()[1], f.graph.constant(32, b));
      CHECK(f.admits(put) == (a < b));
      CHECK(f.graph.value(put(numbers.thread_index(0))) == a);
      CHECK(f.graph.value(put(numbers.thread_index(1))) == b);
      if (a < b) CHECK(f.graph.is_true(put(present.at(1))));
    }
  }
}

TEST_CASE("launch numbers: two threads of a block of two dimensions stand for each pair, once") {
  ContextForTest f(block({3, 2, 1}, Shape::Follow::TwoThreads));
  LaunchNumbers numbers(f.context);
  const Lanes present = numbers.choose();
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (std::uint64_t n = 0; n < 36; ++n) {
    Substitute put(f.graph);
    const auto set = [&](int thread, std::uint64_t x, std::uint64_t y) {
      put.map(numbers.thread_index(thread, 0), f.graph.constant(32, x));
      put.map(numbers.thread_index(thread, 1), f.graph.constant(32, y));
    };
    set(0, n % 3, n / 3 % 2);
    set(1, n / 6 % 3, n / 18);
    if (!f.admits(put)) continue;
    const auto number = [&](int thread) { return f.graph.value(put(numbers.thread_index(thread))); };
    CHECK(number(0) < number(1));
    CHECK(f.graph.is_true(put(present.at(1))));
    CHECK(seen.emplace(number(0), number(1)).second);
  }
  CHECK(seen.size() == 15);
}

TEST_CASE("launch numbers: a grid's threads can be numbered, which is assumed") {
  ContextForTest f(block({256, 1, 1}));
  LaunchNumbers numbers(f.context);
  numbers.choose();
  const Term block = numbers.block_index(0), blocks = numbers.grid_size(0);
  CHECK(f.assumed == std::set<std::string>{"a grid has less than 2^31 threads along x"});
  CHECK(f.graph.unsigned_range(blocks).second * 256 <= 0x7fffffff);
  Substitute put(f.graph);
  put.map(block, f.graph.constant(32, 7));
  put.map(blocks, f.graph.constant(32, 7));
  CHECK_FALSE(f.admits(put));
  CHECK(numbers.block_index(0) == block);
  CHECK(numbers.axis_of_block_index(block) == 0u);
  CHECK_FALSE(numbers.axis_of_block_index(blocks));
  CHECK(numbers.is_grid_size(blocks));
}

TEST_CASE("launch numbers: what the launch alone decides") {
  ContextForTest f(block({32, 1, 1}));
  LaunchNumbers numbers(f.context);
  numbers.choose();
  const Term block = numbers.block_index(0);
  const Term parameter = f.graph.var(32, "n");
  f.context.add_input(Input::Kind::Parameter, parameter, 0);
  CHECK(numbers.decides(f.graph.add(block, f.graph.constant(32, 1))));
  CHECK_FALSE(numbers.decides(f.graph.add(block, parameter)));
  CHECK_FALSE(numbers.decides(f.graph.read(32, 0, f.graph.zext(block, 64))));
}

}  // namespace
}  // namespace warpproof::symbolic
