#include "checker/smt/search.h"

#include <catch2/catch.hpp>

namespace warpproof {
namespace {

using Read = TrialMemory::Read;

TEST_CASE("trial memory: reads come once a place, in order, with the widest read there") {
  TrialMemory memory;
  memory.reset(TrialMemory::Fill::Zero, 1);
  memory.read(2, 8, 8);
  memory.read(1, 4, 32);
  memory.read(2, 8, 32);
  memory.read(2, 8, 16);
  CHECK(memory.reads() == std::vector<Read>{{{1, 4}, 4}, {{2, 8}, 4}});
  CHECK(memory.size() == 2);
}

TEST_CASE("trial memory: a trial is taken back") {
  TrialMemory memory;
  memory.reset(TrialMemory::Fill::Ones, 1);
  memory.put(1, 0, 4, 0x11223344);
  CHECK(memory.read(1, 0, 32) == 0x11223344);
  const auto before = memory.reads();

  memory.begin_trial();
  memory.put(1, 2, 4, 0xaabbccdd);  // over two bytes of the word, and two that nobody had put
  memory.put(1, 2, 1, 0x77);        // once more
  memory.forget_reads();
  CHECK(memory.read(1, 0, 32) == 0xcc773344);
  CHECK(memory.read(1, 4, 16) == 0xaabb);
  memory.take_back();

  CHECK(memory.reads() == before);
  CHECK(memory.size() == 4 + 1);
  CHECK(memory.read(1, 0, 32) == 0x11223344);
  CHECK(memory.read(1, 4, 16) == 0xffff);
}

TEST_CASE("trial memory: what a trial leaves is what the next one begins with") {
  TrialMemory memory;
  memory.reset(TrialMemory::Fill::Zero, 1);
  memory.begin_trial();
  memory.put(1, 0, 1, 5);
  memory.begin_trial();
  memory.put(1, 0, 1, 6);
  memory.take_back();
  CHECK(memory.read(1, 0, 8) == 5);
}

TEST_CASE("search: climbs from a model to one under which all predicates hold") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y");
  const Term predicates[] = {g.ult(x, g.constant(32, 100)), g.eq(g.add(x, y), g.constant(32, 77)),
                             g.ult(g.constant(32, 70), y)};
  AssignmentSearch search(g, predicates, 1);
  SmtModel start, model;
  start.values = {{x.id, 5}, {y.id, 71}};
  REQUIRE(search.from_model(start, 1'000'000, effort::Clock::now() + effort::seconds(1), model));
  CHECK((model.value(x) + model.value(y)) % (1ull << 32) == 77);
  CHECK(search.validate(model));
}

}  // namespace
}  // namespace warpproof
