#include "checker/symbolic/state_claims.h"

#include <catch2/catch.hpp>
#include <random>

namespace warpproof::symbolic {
namespace {

using Kind = CellForm::Kind;

struct Fixture {
  Term number(std::uint64_t n) { return g.constant(8, n); }
  Value value(std::uint64_t n) { return ops.defined(ops.constant(8, n), 8); }
  TermGraph g;
  LaneOps ops{g, 1};
  StateClaims claims{ops};
};

// Whatever is assumed at the begin of an iteration must pass for proved at the end of the one before.
TEST_CASE("state claims: each value that a form gives is of the form") {
  Fixture f;
  std::mt19937 random(3);
  const auto byte = [&] { return random() % 256; };
  for (int i = 0; i < 2000; ++i) {
    for (const Kind kind :
         {Kind::Same, Kind::Step, Kind::Stride, Kind::AtMost, Kind::Shift, Kind::Subset, Kind::Any}) {
      CellForm form{kind, Grain::Lane, kind == Kind::Step ? 1ull << (random() % 8) : 0};
      const Value entry = f.value(byte());
      const Term before = f.claims.bits(form, entry, Lanes(f.number(byte()))).at(0);
      const Term now = f.claims.bits(form, entry, Lanes(f.number(byte()))).at(0);
      const auto unknown = f.claims.unknown_of(form, 8, entry.bits.at(0), before, now);
      REQUIRE(unknown);
      if (kind != Kind::AtMost) REQUIRE(f.g.is_true(f.claims.condition(form, 8, entry.bits.at(0), now)));
      if (kind == Kind::Step) continue;  // what was added to its unknown
      REQUIRE(f.claims.bits(form, entry, Lanes(*unknown)).at(0) == now);
    }
  }
}

// The first iteration begins with what the loop is entered with.
TEST_CASE("state claims: each form gives a cell what it enters the loop with") {
  Fixture f;
  for (int entry = 0; entry < 256; ++entry) {
    for (const Kind kind :
         {Kind::Same, Kind::Step, Kind::Stride, Kind::AtMost, Kind::Shift, Kind::Subset, Kind::Any}) {
      const CellForm form{kind, Grain::Lane, kind == Kind::Step ? 4ull : 0};
      const Value value = f.value(static_cast<std::uint64_t>(entry));
      const Term unknown = f.claims.unknown_at_entry(form, 8, value.bits.at(0));
      REQUIRE(f.claims.bits(form, value, Lanes(unknown)).at(0) == value.bits.at(0));
      REQUIRE(f.g.is_true(f.claims.condition(form, 8, value.bits.at(0), value.bits.at(0))));
    }
  }
}

TEST_CASE("state claims: what a form does not give is not of the form") {
  Fixture f;
  const auto unknown = [&](const CellForm& form, int entry, int head, int now) {
    return f.claims.unknown_of(form, 8, f.number(entry), f.number(head), f.number(now));
  };
  CHECK_FALSE(unknown({Kind::Same}, 1, 1, 2));
  CHECK_FALSE(unknown({Kind::Step, Grain::Lane, 4}, 0, 8, 10));
  CHECK(unknown({Kind::Step, Grain::Lane, 4}, 0, 8, 4));
  CHECK_FALSE(unknown({Kind::Step, Grain::Lane, 6, true}, 0, 12, 6));
  CHECK_FALSE(unknown({Kind::Subset}, 0x0f, 0x0f, 0x11));
  const auto says = [&](const CellForm& form, int entry, int now) {
    return f.g.is_true(f.claims.condition(form, 8, f.number(entry), f.number(now)));
  };
  CHECK(says({Kind::AtMost}, 5, 5));
  CHECK_FALSE(says({Kind::AtMost}, 5, 6));
  CHECK_FALSE(says({Kind::Step, Grain::Lane, 1, true}, 0, 128));
}

TEST_CASE("state claims: undefined where it was at entry, or anywhere if the form lets it be") {
  Fixture f;
  const Value clean = f.value(1);
  Value undefined = clean;
  undefined.taint = f.ops.yes();
  const Lanes all = f.ops.yes();
  const CellForm any{Kind::Any};
  CellForm taints = any;
  taints.taints = true;
  CHECK(f.claims.keeps_taint(any, clean, clean, clean, all));
  CHECK_FALSE(f.claims.keeps_taint(any, clean, clean, undefined, all));
  CHECK(f.claims.keeps_taint(any, undefined, clean, undefined, all));
  CHECK(f.claims.keeps_taint(any, clean, undefined, undefined, all));
  CHECK(f.claims.keeps_taint(taints, clean, clean, undefined, all));
  CHECK(f.claims.keeps_taint(any, clean, clean, undefined, f.ops.no()));
}

}  // namespace
}  // namespace warpproof::symbolic
