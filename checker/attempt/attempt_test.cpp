// One attempt by itself: what it proves, what it shows by a run, what it leaves open.
#include "checker/attempt/attempt.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "src/base/effort.h"
#include "src/program/lower.h"

namespace warpproof {
namespace {

// A kernel of one shuffle under `mask`, of a loop of `n` iterations where one is asked for.
Program shuffle(const std::string& mask, bool loops = false) {
  const std::string head = loops ? "  ld.param.u32 %r3, [n];\nagain:\n" : "";
  const std::string tail = loops ? "  sub.u32 %r3, %r3, 1;\n  setp.ne.u32 %p0, %r3, 0;\n  @%p0 bra again;\n" : "";
  return load_ptx(
      ".version 8.5\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u32 n) {\n  .reg .b32 %r<4>;\n  .reg .pred %p<1>;\n" +
          head + "  mov.u32 %r0, %tid.x;\n  shfl.sync.bfly.b32 %r1, %r0, 1, 31, " + mask + ";\n" + tail + "  ret;\n}\n",
      "k.ptx");
}

struct Made {
  effort::Scope scope{1, 0};
  CheckOptions options;
  KnownAnswers known;
  std::unique_ptr<Attempt> attempt;
};

std::unique_ptr<Made> attempt_at(const Program& program, LoopTreatment loops = {}, double seconds = 20) {
  auto out = std::make_unique<Made>();
  out->options.block = BlockRequest{};
  symbolic::Shape shape;
  shape.grid = {1, 1, 1};
  const auto until = Limits::Clock::now() + std::chrono::duration_cast<Limits::Clock::duration>(std::chrono::duration<double>(seconds));
  out->attempt = std::make_unique<Attempt>(program, 0, out->options, shape, Limits(until, until), loops, out->known);
  out->attempt->run();
  return out;
}

TEST_CASE("an attempt proves a full mask, and shows a mask that leaves its own lane out by a run") {
  const Program safe = shuffle("0xffffffff"), broken = shuffle("0xfffffffe");
  const auto proof = attempt_at(safe);
  CHECK((proof->attempt->proved() && !proof->attempt->violated() && !proof->attempt->example()));
  const auto violation = attempt_at(broken);
  CHECK((violation->attempt->violated() && !violation->attempt->proved()));
  REQUIRE(violation->attempt->example());
  bool named = false;
  for (const report::Finding& f : violation->attempt->outcome().findings()) named = named || f.rule == spec::Rule::MaskSelf;
  CHECK(named);
}

TEST_CASE("a loop that goes on longer than it is unrolled is not proved") {
  const Program looped = shuffle("0xffffffff", true);
  const auto unrolled = attempt_at(looped, {.unroll = 4});
  CHECK_FALSE(unrolled->attempt->settled());
  CHECK_FALSE(unrolled->attempt->outcome().unknowns().empty());
}

TEST_CASE("what an attempt shows within the iterations that it follows stands") {
  const Program looped = shuffle("0xfffffffe", true);
  CHECK(attempt_at(looped, {.unroll = 4})->attempt->violated());
}

TEST_CASE("an attempt without effort proves nothing") {
  const Program looped = shuffle("0xffffffff", true);
  const auto none = attempt_at(looped, {.unroll = 1000}, 0);
  CHECK_FALSE(none->attempt->settled());
}

}  // namespace
}  // namespace warpproof
