#include "checker/symbolic/race_questions.h"

#include <catch2/catch.hpp>

#include "checker/symbolic/context_for_test.h"

namespace warpproof::symbolic {
namespace {

// Two threads of a block; a solver that answers as it is asked to.
struct Fixture : ContextForTest {
  static ExecutorOptions two_of_64(Shape::Follow follow) {
    ExecutorOptions out;
    out.shape.block = {64, 1, 1};
    out.shape.follow = follow;
    return out;
  }
  explicit Fixture(Shape::Follow follow) : ContextForTest(two_of_64(follow)) {
    context.infeasible_in_any_scope = [this](Term) {
      ++asked;
      return unsatisfiable;
    };
    numbers.choose();
  }
  int asked = 0;
  bool unsatisfiable = true, settled = true;
  LaunchNumbers numbers{context};
  RaceQuestions questions{context, numbers, {[this](Term) { return settled; }, [](Term) { return true; }}};
};

TEST_CASE("race questions: the numbers of two threads differ, which needs no solver") {
  Fixture f(Shape::Follow::TwoThreads);
  CHECK(f.questions.is_excluded(f.graph.eq(f.numbers.thread_index(0), f.numbers.thread_index(1))));
  CHECK(f.asked == 0);
}

TEST_CASE("race questions: only what the solver excludes is excluded") {
  Fixture f(Shape::Follow::TwoThreads);
  const Term race = f.graph.var(1, "race");
  f.unsatisfiable = false;
  CHECK_FALSE(f.questions.is_excluded(race));
  CHECK_FALSE(f.questions.are_excluded(race));
  f.unsatisfiable = true;
  CHECK(f.questions.is_excluded(race));
  CHECK(f.questions.are_excluded(race));
}

TEST_CASE("race questions: what is not settled is not asked") {
  Fixture f(Shape::Follow::TwoWarps);
  f.settled = false;
  const Term race = f.graph.var(1, "race");
  CHECK_FALSE(f.questions.is_excluded(race));
  CHECK_FALSE(f.questions.are_excluded(race));
  CHECK_FALSE(f.questions.never_holds(race));
  CHECK(f.asked == 0);
}

TEST_CASE("race questions: lanes of one store") {
  Fixture f(Shape::Follow::Everyone);
  const Lanes values = f.ops.constant(32, 1);
  std::vector<Term> each;
  for (std::uint64_t t = 0; t < 64; ++t) each.push_back(f.graph.constant(32, t));
  const Lanes numbers = Lanes::each(each);
  f.questions.begin_store();
  CHECK_FALSE(f.questions.lanes_may_collide(numbers));
  f.questions.note_collision(f.graph.var(1, "collision"));
  CHECK_FALSE(f.questions.lanes_may_collide(values));  // all store the same
  f.unsatisfiable = false;
  CHECK(f.questions.lanes_may_collide(numbers));
  f.questions.begin_store();
  CHECK_FALSE(f.questions.lanes_may_collide(numbers));
}

}  // namespace
}  // namespace warpproof::symbolic
