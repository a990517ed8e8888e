// Two warps or threads that stand for all (launch_numbers.h says what is claimed): every value of the variables, of small blocks,
// is compared with the threads of the block.
#include <catch2/catch.hpp>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "checker/symbolic/context_for_test.h"
#include "checker/symbolic/launch_numbers.h"
#include "src/term/evaluate.h"

namespace warpproof::symbolic {
namespace {

using launch::Axis;
using launch::BlockShape;
using Follow = Shape::Follow;
constexpr int kLanes = 4;  // of a warp

struct Sample : ContextForTest {
  explicit Sample(const Shape& shape) : ContextForTest(options_of(shape)) {}
  static ExecutorOptions options_of(Shape shape) {
    ExecutorOptions out;
    shape.warp_size = kLanes;
    out.shape = shape;
    return out;
  }

  // Calls f() for all values of the sizes and of what tells the threads, within the ranges that are known of them.
  template <class F>
  void for_all(F f) {
    std::vector<Term> all = variables(Input::Kind::BlockSize);
    const auto threads = variables(Input::Kind::WarpIndex);
    all.insert(all.end(), threads.begin(), threads.end());
    for_all(all, f);
  }
  template <class F>
  void for_all(const std::vector<Term>& variables, F f, std::size_t from = 0) {
    if (from == variables.size()) return f();
    const auto [low, high] = graph.unsigned_range(variables[from]);
    for (std::uint64_t v = low; v <= high; ++v) {
      value.set(variables[from], v);
      for_all(variables, f, from + 1);
    }
  }
  std::vector<Term> variables(Input::Kind kind) const {
    std::vector<Term> out;
    for (const Input& input : inputs) {
      if (input.kind == kind) out.push_back(input.term);
    }
    return out;
  }
  bool is_admitted() {
    for (const Term t : assumptions) {
      if (value(t) == 0) return false;
    }
    return true;
  }
  // Of the thread that is followed: its number, which its indices agree with.
  std::uint64_t number(int thread, const BlockShape& block) {
    const auto at = [&](std::uint32_t axis) { return value(numbers.thread_index(thread, axis)); };
    const std::uint64_t out = value(numbers.thread_index(thread));
    CHECK(at(0) + block[0] * (at(1) + block[1] * at(2)) == out);
    CHECK(at(0) < block[0]);
    CHECK(at(1) < block[1]);
    return out;
  }
  bool is_there(int thread) { return value(present.at(thread)) != 0; }

  LaunchNumbers numbers{context};
  Lanes present = numbers.choose();
  TermEvaluator value{graph};
};

// With a size that is open, shapes are rows of so many threads.
BlockShape block_of(const Shape& shape, std::uint64_t threads) {
  return shape.symbolic_size ? BlockShape{static_cast<std::uint32_t>(threads), 1, 1} : shape.block;
}

void check_warps(const Shape& shape) {
  Sample s(shape);
  const auto sizes = s.variables(Input::Kind::BlockSize);
  REQUIRE(sizes.size() == (shape.symbolic_size && shape.multiple < shape.block[0] ? 1 : 0));
  std::set<std::vector<std::uint64_t>> seen;  // size, first warp, second warp
  std::size_t expected = 0;
  std::set<std::uint64_t> counted;
  s.for_all([&] {
    if (!s.is_admitted()) return;
    const std::uint64_t size = s.value(s.numbers.block_threads());
    const BlockShape block = block_of(shape, size);
    if (counted.insert(size).second) {
      const std::uint64_t n = (size + kLanes - 1) / kLanes;
      expected += n * (n - 1) / 2;
    }
    const std::uint64_t first = s.value(s.numbers.thread_index(0)) / kLanes, second = s.value(s.numbers.thread_index(kLanes)) / kLanes;
    CHECK(first < second);
    for (int t = 0; t < 2 * kLanes; ++t) {
      const std::uint64_t index = (t < kLanes ? first : second) * kLanes + static_cast<std::uint64_t>(t % kLanes);
      CHECK(s.is_there(t) == (index < size));
      CHECK(s.value(s.numbers.thread_index(t)) == index);
      if (index < size) CHECK(s.number(t, block) == index);
    }
    if (s.is_there(kLanes)) CHECK(seen.insert({size, first, second}).second);
  });
  CHECK(seen.size() == expected);
  std::size_t shapes = 1;
  if (shape.symbolic_size) shapes = shape.block[0] / shape.multiple;
  CHECK(counted.size() == shapes);
}

TEST_CASE("launch sample: two warps stand for each pair of a block") {
  for (const BlockShape& block : {BlockShape{8, 1, 1}, {12, 1, 1}, {10, 1, 1}, {2, 6, 1}, {4, 3, 1}, {3, 5, 1}, {8, 2, 1}, {2, 2, 3},
                                  {3, 2, 3}, {1, 4, 4}, {1, 9, 1}, {6, 1, 3}}) {
    Shape shape;
    shape.block = block;
    shape.follow = Follow::TwoWarps;
    INFO(block[0] << "," << block[1] << "," << block[2]);
    check_warps(shape);
  }
}

TEST_CASE("launch sample: two warps stand for each pair of blocks of any size") {
  for (const auto& [largest, multiple] : {std::pair{16u, 1u}, {15u, 1u}, {16u, 2u}, {16u, 4u}, {24u, 8u}, {18u, 6u}}) {
    Shape shape;
    shape.symbolic_size = true;
    shape.block = {largest, 1, 1};
    shape.multiple = multiple;
    shape.follow = Follow::TwoWarps;
    INFO(largest << " " << multiple);
    check_warps(shape);
  }
}

TEST_CASE("launch sample: two threads stand for each pair of blocks of any size") {
  for (const auto& [largest, multiple] : {std::pair{9u, 1u}, {12u, 3u}, {16u, 4u}}) {
    Shape shape;
    shape.symbolic_size = true;
    shape.block = {largest, 1, 1};
    shape.multiple = multiple;
    shape.follow = Follow::TwoThreads;
    Sample s(shape);
    std::set<std::vector<std::uint64_t>> seen;
    s.for_all([&] {
      if (!s.is_admitted()) return;
      const std::uint64_t size = s.value(s.numbers.block_threads());
      const std::uint64_t a = s.value(s.numbers.thread_index(0)), b = s.value(s.numbers.thread_index(1));
      CHECK(a < b);
      CHECK((s.is_there(0) && a < size));
      CHECK(s.is_there(1) == (b < size));
      if (b < size) CHECK(seen.insert({size, a, b}).second);
    });
    std::size_t expected = 0;
    for (std::uint32_t size = multiple; size <= largest; size += multiple) expected += size * (size - 1) / 2;
    CHECK(seen.size() == expected);
  }
}

TEST_CASE("launch sample: two threads stand for each pair of blocks of any shape") {
  const std::vector<launch::ShapeSpace> spaces = {
      {{Axis::any(), Axis::any(), Axis::one(1)}, 8, 1},  {{Axis::any(), Axis::any(), Axis::one(1)}, 12, 4},
      {{Axis::any(2), Axis::any(), Axis::one(1)}, 8, 1}, {{Axis::any(), Axis::any(), Axis::any()}, 6, 1},
      {{Axis::one(3), Axis::any(), Axis::any()}, 12, 2}, {{Axis::any(4), Axis::one(2), Axis::one(1)}, 16, 1}};
  for (const launch::ShapeSpace& space : spaces) {
    Shape shape;
    shape.space = space;
    shape.follow = Follow::TwoThreads;
    INFO(launch::space_text(space));
    Sample s(shape);
    std::set<std::vector<std::uint64_t>> seen;  // shape, first thread, second thread
    std::set<BlockShape> alone;                 // blocks of one thread
    s.for_all([&] {
      if (!s.is_admitted()) return;
      BlockShape block;
      for (std::uint32_t axis = 0; axis < 3; ++axis)
        block[axis] = static_cast<std::uint32_t>(s.value(s.numbers.block_dimension(axis)));
      CHECK(space.contains(block));
      const std::uint64_t a = s.number(0, block);
      CHECK(s.is_there(0));
      if (!s.is_there(1)) {
        CHECK(block == BlockShape{1, 1, 1});
        alone.insert(block);
        return;
      }
      const std::uint64_t b = s.number(1, block);
      CHECK(a < b);
      CHECK(b < s.value(s.numbers.block_threads()));
      CHECK(seen.insert({block[0], block[1], block[2], a, b}).second);
    });
    std::size_t expected = 0;
    for (const BlockShape& block : launch::shapes_of(space)) {
      const std::size_t n = std::size_t{block[0]} * block[1] * block[2];
      expected += n * (n - 1) / 2;
    }
    CHECK(seen.size() == expected);
    CHECK(alone.size() == (space.contains({1, 1, 1}) ? 1 : 0));
  }
}

}  // namespace
}  // namespace warpproof::symbolic
