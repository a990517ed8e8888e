#include "checker/symbolic/shared_words.h"

#include <catch2/catch.hpp>

#include "checker/symbolic/context_for_test.h"

namespace warpproof::symbolic {
namespace {

constexpr int kThreads = 4;
const BlockMemory::Key kShared{Space::Shared, kNoAllocation};
const Word kWord{kShared, 16, 4};

// Four threads, all of which are followed.
struct Fixture : ContextForTest {
  static ExecutorOptions four_threads() {
    ExecutorOptions out;
    out.shape.block = {kThreads, 1, 1};
    return out;
  }
  Fixture() : ContextForTest(four_threads()) {
    numbers.choose();
    words.begin();
  }
  Lanes only(int thread) {
    std::vector<Term> out(kThreads, graph.truth(false));
    out[static_cast<std::size_t>(thread)] = graph.truth(true);
    return Lanes::each(std::move(out));
  }
  Target target(const Lanes& guard, Term offset) { return {Space::Shared, kNoAllocation, guard, Lanes(offset)}; }
  Term at(std::uint64_t offset) { return graph.constant(64, offset); }
  void set(int thread, std::uint64_t value, bool strong = false) {
    const Lanes bits = ops.constant(32, value);
    words.note_write(target(only(thread), at(kWord.offset)), 4, &bits, strong);
  }
  // All add 1; what each gets.
  std::vector<Term> add() {
    std::vector<Term> results;
    for (int t = 0; t < kThreads; ++t) results.push_back(graph.var(32, "result"));
    words.note_addition(target(ops.yes(), at(kWord.offset)), 4, ops.constant(32, 1));
    words.note_results(target(ops.yes(), at(kWord.offset)), 4, Lanes::each(results));
    return results;
  }
  bool may_be(Term result, std::uint64_t value) {
    Substitute put(graph);
    put.map(result, graph.constant(32, value));
    return std::none_of(assumptions.begin(), assumptions.end(), [&](Term t) { return graph.is_false(put(t)); });
  }
  std::optional<std::uint64_t> known() { return words.word_at(kWord, graph.truth(true)); }

  LaunchNumbers numbers{context};
  BlockMemory memory{graph, kThreads};
  AtomicCounters counters{graph};
  Interval::Iterations iterations;
  SharedWords words{context, numbers, memory, counters, [this] { return iterations; }};
};

TEST_CASE("shared words: what one thread sets for all is known after the barrier") {
  Fixture f;
  f.set(2, 7);
  f.words.end(f.graph.truth(true));
  CHECK(f.known() == 7u);
  f.words.end(f.graph.truth(true));  // nothing was stored
  CHECK(f.known() == 7u);
}

TEST_CASE("shared words: nothing is known where another thread may store as well") {
  Fixture f;
  f.set(2, 7);
  SECTION("at a place that is not known") {
    f.words.note_write(f.target(f.only(1), f.graph.zext(f.graph.var(32, "i"), 64)), 4, nullptr);
  }
  SECTION("through an unknown pointer") { f.words.lose_all(); }
  f.words.end(f.graph.truth(true));
  CHECK_FALSE(f.known());
}

// An earlier iteration, of which there is no record, would race with a weak store only.
TEST_CASE("shared words: accesses of earlier iterations may be missing") {
  const bool strong = GENERATE(false, true);
  Fixture f;
  f.set(2, 7, strong);
  f.iterations = {1};
  f.words.end(f.graph.truth(true));
  CHECK(f.known().has_value() == !strong);
}

TEST_CASE("shared words: what a counter hands out lies below the sum of all additions") {
  Fixture f;
  f.memory.set_word(kShared, kWord.offset, 4, 0, f.graph.truth(true), 0);
  const auto results = f.add();
  CHECK(f.words.awaits_bounds(results[0]));
  CHECK(f.may_be(results[0], 4));
  SECTION("alone") {
    f.words.end(f.graph.truth(true));
    CHECK(f.may_be(results[0], 3));
    CHECK_FALSE(f.may_be(results[0], 4));
    CHECK_FALSE(f.words.awaits_bounds(results[0]));
  }
  SECTION("unless a store reaches it") {
    f.words.note_write(f.target(f.only(1), f.graph.zext(f.graph.var(32, "i"), 64)), 4, nullptr);
    f.words.end(f.graph.truth(true));
    CHECK(f.may_be(results[0], 4));
  }
}

TEST_CASE("shared words: words of an iteration that stands for any") {
  Fixture f;
  f.set(0, 5);
  CHECK(f.words.numbered({kShared}) == std::set<Word>{kWord});
  CHECK(f.words.numbered({}).empty());
  CHECK(f.graph.is_true(f.words.begin_at_head({{kWord, 5}}, f.graph.truth(true), false)));
  CHECK(f.known() == 5u);
}

}  // namespace
}  // namespace warpproof::symbolic
