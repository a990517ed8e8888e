// Claims made by hand, true and false ones, along iterations made by hand.
#include "checker/claims/loop_monitor.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <optional>
#include <vector>

namespace warpproof::claims {

namespace {

using Kind = CellClaim::Kind;
// The value of thread `t` at the head for the iteration `j`; nothing: undefined.
using Course = std::function<std::optional<std::uint64_t>(std::uint32_t t, std::uint64_t j)>;

class State final : public LoopObserver::State {
 public:
  State(const Course& values, std::uint32_t warp, std::uint64_t iteration)
      : values_(values), warp_(warp), iteration_(iteration) {}
  std::uint32_t read(std::uint32_t, Values& out) const override {
    std::uint32_t defined = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const auto value = values_(warp_ * 32 + lane, iteration_);
      out[lane] = value.value_or(0);
      defined |= value ? 1u << lane : 0;
    }
    return defined;
  }
  void read_local(std::size_t lane, std::size_t count, std::uint8_t* bytes,
                  std::uint8_t* defined) const override {
    const auto value = values_(warp_ * 32 + static_cast<std::uint32_t>(lane), iteration_);
    const std::uint64_t bits = value.value_or(0);
    std::memset(bytes, 0, count);
    std::memset(defined, value ? 1 : 0, count);
    std::memcpy(bytes, &bits, std::min<std::size_t>(count, 4));
  }

 private:
  const Course& values_;
  const std::uint32_t warp_;
  const std::uint64_t iteration_;
};

struct Run {
  std::uint32_t warps = 2;
  std::uint64_t iterations = 5;
  bool canonical = true;
  bool in_two_groups = false;  // the second warp enters later
  std::function<bool(std::uint32_t t, std::uint64_t j)> is_in = [](std::uint32_t, std::uint64_t) {
    return true;
  };
};

// The first failure in words, "" for none.
std::string failure(const LoopClaims& loop, const Course& values, const Run& run = {}) {
  ProofClaims claims;
  claims.loops.push_back(loop);
  LoopMonitor monitor(claims, run.warps * 32, 32, run.canonical);
  CHECK(monitor.number_of({{0, 1}}) == -1);
  REQUIRE(monitor.number_of({{0, 3}}) == 0);
  for (std::uint64_t j = 0; j < run.iterations; ++j) {
    for (std::uint32_t w = 0; w < run.warps; ++w) {
      std::uint32_t lanes = 0;
      for (std::uint32_t lane = 0; lane < 32; ++lane) lanes |= run.is_in(w * 32 + lane, j) ? 1u << lane : 0;
      const State state(values, w, j);
      if (j == 0) {
        if (run.in_two_groups && w == 1) monitor.goes_on(0);
        monitor.enters(0, w, lanes, {}, state);
      } else if (lanes != 0) {
        monitor.comes_back(0, w, lanes, state);
      }
    }
    monitor.goes_on(0);
  }
  monitor.end();
  return monitor.failed() ? monitor.failed()->what : "";
}

LoopClaims with(CellClaim claim) {
  LoopClaims out;
  out.at = {{0, 3}};
  out.cells.push_back(std::move(claim));
  return out;
}

CellClaim of(Kind kind, Sharing sharing = Sharing::Lane, std::uint64_t step = 0, bool rises = false) {
  CellClaim out{kind, true, 0, 32};
  out.sharing = sharing;
  out.step = step;
  out.rises = rises;
  return out;
}

// True of `good`, false of `bad`, of a register and of private memory.
void tells_apart(CellClaim claim, const Course& good, const Course& bad, const Run& run = {}) {
  for (const bool in_register : {true, false}) {
    claim.is_register = in_register;
    LoopClaims loop = with(claim);
    if (!in_register) loop.local_bytes = 4;
    CHECK(failure(loop, good, run) == "");
    CHECK(failure(loop, bad, run) != "");
  }
}

}  // namespace

TEST_CASE("what one lane has") {
  tells_apart(
      of(Kind::Same), [](auto t, auto) { return t; }, [](auto t, auto j) { return t + (j == 3 && t == 40); });
  tells_apart(
      of(Kind::Count, Sharing::Block, 4), [](auto t, auto j) { return t + 4 * j; },
      [](auto t, auto j) { return t + (j == 4 ? 20 : 4 * j); });
  CellClaim cycle = of(Kind::Cycle);
  cycle.table = {0, 1, 2};
  tells_apart(
      cycle, [](auto, auto j) { return j % 3; }, [](auto, auto j) { return j % 4; });
  tells_apart(
      cycle, [](auto, auto j) { return j % 3; }, [](auto, auto j) { return (j + 1) % 3; });
  tells_apart(
      of(Kind::Step, Sharing::Lane, 8), [](auto t, auto j) { return t + j * 8 * t; },
      [](auto t, auto j) { return t + j * 4; });
  tells_apart(
      of(Kind::Step, Sharing::Lane, 8), [](auto t, auto j) { return t - j * 8 * t; },
      [](auto t, auto j) { return t + j * 12; });
  tells_apart(
      of(Kind::Step, Sharing::Lane, 1, true), [](auto t, auto j) { return t + j; },
      [](auto t, auto j) { return 0x7ffffffe + t % 2 + j; });
  tells_apart(
      of(Kind::AtMost), [](auto t, auto j) { return t >> j; }, [](auto t, auto j) { return t + j; });
  tells_apart(
      of(Kind::Subset), [](auto, auto j) { return 0xffu >> j; },
      [](auto, auto j) { return j == 4 ? 0x100u : 0xffu; });
  tells_apart(
      of(Kind::Any), [](auto t, auto j) { return t * j; },
      [](auto t, auto j) {
        return j == 2 ? std::optional<std::uint64_t>() : std::optional<std::uint64_t>(t);
      });
}

TEST_CASE("what threads have in common") {
  for (const Sharing sharing : {Sharing::Block, Sharing::Warp}) {
    const auto is_odd_one = [=](std::uint32_t t) { return t == (sharing == Sharing::Block ? 33u : 1u); };
    tells_apart(
        of(Kind::Step, sharing, 2), [](auto t, auto j) { return t + 2 * j; },
        [=](auto t, auto j) { return t + 2 * j + (is_odd_one(t) ? 2 * j : 0); });
    tells_apart(
        of(Kind::Shift, sharing), [](auto t, auto j) { return 7 * t + j * j; },
        [=](auto t, auto j) { return 7 * t + j * j + (is_odd_one(t) ? j : 0); });
    tells_apart(
        of(Kind::AtMost, sharing), [](auto, auto j) { return 100u >> j; },
        [=](auto t, auto j) { return (100u >> j) - (is_odd_one(t) && j == 4); });
    // Alike when an iteration ends, not when the loop is entered.
    tells_apart(
        of(Kind::AtMost, sharing), [](auto, auto j) { return 100u >> j; },
        [=](auto t, auto j) { return j == 0 ? 100 + t : 50; });
    tells_apart(
        of(Kind::Subset, sharing), [](auto t, auto j) { return (t | 0xf0) & (j == 0 ? ~0u : 0x3cu); },
        [=](auto t, auto j) { return j == 0          ? 0xf0u
                                     : is_odd_one(t) ? 0x10u
                                                     : 0x30u; });
  }
}

TEST_CASE("a subset of bits is lost by all alike") {
  const CellClaim claim = of(Kind::Subset, Sharing::Warp);
  CHECK(failure(with(claim), [](auto t, auto j) { return j == 0 ? 0xf0u : t == 3 ? 0x10u : 0x30u; }) != "");
  CHECK(failure(with(claim),
                [](auto t, auto j) { return (t % 2 ? 0xf0u : 0x0fu) & (j == 0 ? ~0u : 0x33u); }) == "");
}

TEST_CASE("strides: all threads add one number, the same in each iteration, and wrap nothing around") {
  CellClaim claim = of(Kind::Stride, Sharing::Block, 32);
  tells_apart(
      claim, [](auto t, auto j) { return t + 96 * j; }, [](auto t, auto j) { return t + 96 * j * j; });
  tells_apart(
      claim, [](auto t, auto j) { return t + 96 * j; },
      [](auto t, auto j) { return t + (t < 32 ? 96 : 64) * j; });
  tells_apart(
      claim, [](auto t, auto j) { return t + 32 * j; }, [](auto t, auto j) { return t + 31 * j; });
  claim.passes_block = true;  // of 64 threads
  tells_apart(
      claim, [](auto t, auto j) { return t + 64 * j; }, [](auto t, auto j) { return t + 32 * j; });
  const auto wraps = [](auto t, auto j) { return t + 0x60000000ull * j; };
  CHECK(failure(with(claim), wraps) != "");
  LoopClaims assumed = with(claim);
  assumed.may_wrap = true;  // a run that wraps one around is none of those that the proof speaks of
  CHECK(failure(assumed, wraps) == "");
}

TEST_CASE("the mask of those who are in the iteration") {
  const CellClaim claim = of(Kind::LoopMask);
  Run run;
  run.is_in = [](std::uint32_t t, std::uint64_t j) { return t % 32 >= j; };
  tells_apart(
      claim, [](auto, auto j) { return 0xffffffffu << j; }, [](auto, auto) { return 0xffffffffu; }, run);
}

TEST_CASE("who leaves together") {
  Run run;
  run.is_in = [](std::uint32_t t, std::uint64_t j) { return j < 3 || t < 32; };
  LoopClaims loop = with(of(Kind::Any));
  const Course values = [](auto t, auto) { return t; };
  CHECK(failure(loop, values, run) == "");
  loop.leaves = Sharing::Warp;
  CHECK(failure(loop, values, run) == "");
  loop.leaves = Sharing::Block;
  CHECK(failure(loop, values, run) == "thread 0 leaves it in iteration 5, thread 32 in iteration 3");
  run.canonical = false;
  CHECK(failure(loop, values, run) == "");
}

TEST_CASE("only those who enter together have something in common, under the canonical schedule") {
  const CellClaim claim = of(Kind::AtMost, Sharing::Block);
  const Course values = [](auto t, auto) { return t / 32; };
  CHECK(failure(with(claim), values) == "is 0 in thread 0 and 1 in thread 32");
  Run later;
  later.in_two_groups = true;
  CHECK(failure(with(claim), values, later) == "");
  Run random;
  random.canonical = false;
  CHECK(failure(with(claim), values, random) == "");
}

TEST_CASE("private memory that no claim names, and registers that are kept, stay what they were") {
  LoopClaims loop;
  loop.at = {{0, 3}};
  loop.local_bytes = 4;
  const Course changes = [](auto t, auto j) { return j == 2 && t == 5 ? 0x10000 : 0; };
  CHECK(failure(loop, changes) == "is 1 in thread 5, where it was 0");
  CHECK(failure(loop, [](auto t, auto j) {
          return j == 2 && t == 5 ? std::optional<std::uint64_t>() : std::optional<std::uint64_t>(0);
        }) == "is undefined in thread 5");
  CHECK(failure(loop, [](auto t, auto) { return t; }) == "");
  loop.local_bytes = 0;
  CHECK(failure(loop, changes) == "");
  loop.kept.push_back(of(Kind::Same));
  CHECK(failure(loop, changes) == "is 0x10000");
}

TEST_CASE("a comparison holds of each thread at the head, the first time and later") {
  LoopClaims loop;
  loop.at = {{0, 3}};
  ConditionClaim below;  // the register holds less than 40, signed
  below.less.cell = of(Kind::Any);
  below.more.number = 40;
  below.condition.is_signed = true;
  loop.conditions = {below};
  CHECK(failure(loop, [](auto t, auto j) { return t == 3 ? 8 * j : 0; }) == "");
  CHECK(failure(loop, [](auto, auto) { return 0xffffffff; }) == "");
  CHECK(failure(loop, [](auto t, auto j) { return t == 3 ? 10 * j : 0; }) ==
        "it is 40 and 40 in thread 3 when its lanes come to the loop's head for iteration 5");
  CHECK(failure(loop, [](auto t, auto) { return t == 35 ? 41 : 0; }) ==
        "it is 41 and 40 in thread 35 when its lanes come to the loop's head for iteration 1");
  CHECK(failure(loop, [](auto t, auto) {
          return t == 35 ? std::optional<std::uint64_t>() : std::optional<std::uint64_t>(0);
        }) == "");
  Run others;
  others.is_in = [](auto t, auto) { return t < 32; };
  CHECK(failure(loop, [](auto t, auto) { return t == 35 ? 41 : 0; }, others) == "");
}

TEST_CASE("a loop that was followed to its end comes back no more often than claimed, each time it is entered") {
  ProofClaims claims;
  claims.loops.push_back({{{0, 3}}, 0, Sharing::Lane, {}, {}, 0, {}, false});
  claims.repeats.push_back({{{0, 5}}, 0, 2});
  const Course nothing = [](std::uint32_t, std::uint64_t) { return std::nullopt; };
  const State state(nothing, 0, 0);
  for (const bool canonical : {true, false}) {
    LoopMonitor monitor(claims, 64, 32, canonical);
    const int loop = monitor.number_of({{0, 5}});
    REQUIRE(loop == 1);
    for (int time = 0; time < 2; ++time) {
      monitor.enters(loop, 1, 0xf, {}, state);
      monitor.goes_on(loop);
      monitor.comes_back(loop, 1, 0xf, state);
      monitor.comes_back(loop, 1, 0x4, state);
      CHECK_FALSE(monitor.failed());
    }
    monitor.comes_back(loop, 1, 0x8, state);
    CHECK_FALSE(monitor.failed());
    monitor.comes_back(loop, 1, 0x4, state);
    REQUIRE(monitor.failed().has_value() == canonical);
    if (!canonical) continue;
    CHECK(monitor.failed()->repeats);
    CHECK(monitor.failed()->loop == 0);
    CHECK(monitor.failed()->thread == 34);
    CHECK(monitor.failed()->iteration == 3);
  }
}

}  // namespace warpproof::claims
