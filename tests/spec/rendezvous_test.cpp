// Who must arrive: the firing rule, its consequences, and the reason a lane is stuck.
#include "spec/rendezvous.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "src/machine/scalar_domain.h"

namespace warpproof {
namespace {

ScalarDomain d;
using Lane = spec::Waiting<ScalarDomain>;

enum class State { Running, Here, Elsewhere, Exited };

struct Situation {
  std::vector<State> state;
  std::vector<std::uint32_t> mask;
  std::size_t size() const { return state.size(); }
};

struct View {
  std::vector<Lane> lanes;
  std::vector<ScalarPred> exited;
};

View view_of(const Situation& s) {
  View view;
  for (std::size_t k = 0; k < s.size(); ++k) {
    view.lanes.push_back({d.truth(s.state[k] == State::Here), d.constant<32>(s.mask[k]),
                          d.truth(s.state[k] == State::Elsewhere)});
    view.exited.push_back(d.truth(s.state[k] == State::Exited));
  }
  return view;
}

bool fires(const Situation& s, std::size_t lane) {
  const View v = view_of(s);
  return spec::may_fire<ScalarDomain>(d, lane, v.lanes, v.exited).value;
}

std::string reason(const Situation& s, std::size_t lane) {
  const View v = view_of(s);
  const auto why = spec::why_stuck<ScalarDomain>(d, lane, v.lanes, v.exited);
  std::string text;
  if (why.op_mismatch.value) text += "op.mismatch ";
  if (why.mask_mismatch.value) text += "mask.mismatch ";
  if (why.mask_missing.value) text += "mask.missing ";
  return text;
}

// The manual's sentence in plain integers.
bool plainly_fires(const Situation& s, std::size_t lane) {
  if (s.state[lane] != State::Here) return false;
  for (std::size_t k = 0; k < s.size(); ++k) {
    if (!(s.mask[lane] >> k & 1) || k == lane || s.state[k] == State::Exited) continue;
    if (s.state[k] != State::Here || s.mask[k] != s.mask[lane]) return false;
  }
  return true;
}

// All situations of `lanes` lanes when there are few, else `samples` random ones.
template <class Body>
void for_each_situation(std::size_t lanes, int samples, Body body) {
  std::mt19937 random(11);
  Situation s{std::vector<State>(lanes), std::vector<std::uint32_t>(lanes)};
  const std::uint32_t per_lane = 4u << lanes;
  std::uint64_t total = 1;
  for (std::size_t k = 0; k < lanes; ++k) total *= per_lane;
  const bool all = total <= 1u << 20;
  for (std::uint64_t i = 0; i < (all ? total : static_cast<std::uint64_t>(samples)); ++i) {
    std::uint64_t code = i;
    for (std::size_t k = 0; k < lanes; ++k) {
      const std::uint64_t pick = all ? code % per_lane : random() % per_lane;
      code /= per_lane;
      s.state[k] = static_cast<State>(pick % 4);
      s.mask[k] = static_cast<std::uint32_t>(pick / 4);
      // Random masks seldom agree: copy a neighbour's now and then.
      if (!all && k > 0 && random() % 2 == 0) s.mask[k] = s.mask[k - 1];
    }
    body(s);
  }
}

TEST_CASE("rendezvous: fires exactly as the manual says", "[rendezvous][mask.missing][mask.mismatch]") {
  for (const std::size_t lanes : {2u, 4u, 8u}) {
    for_each_situation(lanes, 300000, [](const Situation& s) {
      for (std::size_t l = 0; l < s.size(); ++l) REQUIRE(fires(s, l) == plainly_fires(s, l));
    });
  }
}

TEST_CASE("rendezvous: a lane fires with all its mates, and firing sets are equal or disjoint",
          "[rendezvous]") {
  for (const std::size_t lanes : {2u, 4u}) {
    for_each_situation(lanes, 200000, [](const Situation& s) {
      const View v = view_of(s);
      std::vector<std::uint32_t> sets(s.size(), 0);
      for (std::size_t l = 0; l < s.size(); ++l) {
        if (!(s.mask[l] >> l & 1) || !fires(s, l)) continue;
        const auto set = spec::firing_set<ScalarDomain>(d, l, v.lanes, v.exited);
        for (std::size_t k = 0; k < s.size(); ++k) {
          if (!set[k].value) continue;
          REQUIRE(fires(s, k));
          sets[l] |= 1u << k;
        }
      }
      for (std::size_t a = 0; a < s.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) REQUIRE((sets[a] == sets[b] || (sets[a] & sets[b]) == 0));
      }
    });
  }
}

TEST_CASE("rendezvous: a lane that waits and cannot fire has exactly one reason, any other lane none",
          "[rendezvous]") {
  for (const std::size_t lanes : {2u, 4u}) {
    for_each_situation(lanes, 300000, [](const Situation& s) {
      const View v = view_of(s);
      for (std::size_t l = 0; l < s.size(); ++l) {
        const auto why = spec::why_stuck<ScalarDomain>(d, l, v.lanes, v.exited);
        const int reasons = why.op_mismatch.value + why.mask_mismatch.value + why.mask_missing.value;
        REQUIRE(reasons == (s.state[l] == State::Here && !fires(s, l) ? 1 : 0));
      }
    });
  }
}

constexpr State kHere = State::Here;
constexpr State kElse = State::Elsewhere;
constexpr State kRun = State::Running;
constexpr State kExit = State::Exited;

TEST_CASE("op.mismatch: one mask, different operations", "[op.mismatch]") {
  const Situation bad{{kHere, kElse, kHere, kElse}, {15, 15, 15, 15}};
  CHECK(reason(bad, 0) == "op.mismatch ");
  const Situation good{{kHere, kHere, kHere, kHere}, {15, 15, 15, 15}};
  CHECK(reason(good, 0).empty());
  CHECK(fires(good, 0));
}

TEST_CASE("mask.mismatch: overlapping, different masks", "[mask.mismatch]") {
  const Situation bad{{kHere, kHere, kHere, kHere}, {15, 7, 15, 15}};
  CHECK(reason(bad, 0) == "mask.mismatch ");
  CHECK(reason(bad, 1) == "mask.mismatch ");
  // The same between two different operations.
  CHECK(reason({{kHere, kElse, kHere, kHere}, {15, 7, 15, 15}}, 0) == "mask.mismatch ");
  // Disjoint masks are independent.
  const Situation good{{kHere, kHere, kHere, kHere}, {3, 3, 12, 12}};
  for (std::size_t l = 0; l < 4; ++l) CHECK(fires(good, l));
}

TEST_CASE("mask.missing: a named lane waits elsewhere, an exited one does no harm", "[mask.missing]") {
  CHECK(reason({{kHere, kHere, kRun, kRun}, {15, 15, 0, 0}}, 0) == "mask.missing ");
  CHECK(fires({{kHere, kHere, kExit, kExit}, {15, 15, 0, 0}}, 0));
  // Lane 1 waits under a mask that overlaps not at all (it breaks mask.self), so the masks do not explain it.
  CHECK(reason({{kHere, kHere, kExit, kExit}, {3, 12, 0, 0}}, 0) == "mask.missing ");
  // An exited lane's old mask is nobody's business.
  CHECK(fires({{kHere, kHere, kExit, kExit}, {15, 15, 3, 3}}, 0));
}

TEST_CASE("overlapping masks that resolve in turn are legal on sm_70", "[mask.mismatch]") {
  // Lane 0 waits under 0x3; lane 1 first meets lane 2 under 0x6.
  const Situation first{{kHere, kHere, kHere, kExit}, {3, 6, 6, 0}};
  CHECK_FALSE(fires(first, 0));
  CHECK(fires(first, 1));
  CHECK(fires(first, 2));
  const Situation then{{kHere, kHere, kRun, kExit}, {3, 3, 0, 0}};
  CHECK(fires(then, 0));
}

TEST_CASE("mask.self: the executing lane must be named", "[mask.self]") {
  for (std::uint32_t mask = 0; mask < 16; ++mask) {
    for (std::size_t l = 0; l < 4; ++l) {
      const Lane lane{d.truth(true), d.constant<32>(mask), d.truth(false)};
      CHECK(spec::violates_mask_self<ScalarDomain>(d, l, lane).value == !(mask >> l & 1));
      const Lane away{d.truth(false), d.constant<32>(mask), d.truth(false)};
      CHECK_FALSE(spec::violates_mask_self<ScalarDomain>(d, l, away).value);
    }
  }
}

std::string judged_old(const Situation& s, std::size_t lane) {
  const View v = view_of(s);
  const auto verdict = spec::judge_pre70<ScalarDomain>(d, lane, v.lanes, v.exited);
  std::string text;
  if (verdict.mask_missing.value) text += "mask.missing ";
  if (verdict.mask_mismatch.value) text += "mask.mismatch ";
  if (verdict.converge.value) text += "converge.pre70 ";
  return text;
}

TEST_CASE("up to sm_6x the judgement is made at the instruction",
          "[converge.pre70][mask.missing][mask.mismatch]") {
  CHECK(judged_old({{kHere, kHere, kHere, kHere}, {15, 15, 15, 15}}, 0).empty());
  CHECK(judged_old({{kHere, kHere, kHere, kHere}, {3, 3, 12, 12}}, 2).empty());
  // Waiting for a lane that comes later is already wrong.
  CHECK(judged_old({{kHere, kHere, kRun, kRun}, {15, 15, 0, 0}}, 0) == "mask.missing ");
  CHECK(judged_old({{kHere, kHere, kExit, kExit}, {15, 15, 0, 0}}, 0).empty());
  CHECK(judged_old({{kHere, kHere, kHere, kHere}, {15, 7, 15, 15}}, 0) == "mask.mismatch ");
  // Disjoint masks do not mismatch, even where one names the other lane (which then breaks mask.self).
  CHECK(judged_old({{kHere, kHere, kHere, kHere}, {3, 12, 12, 12}}, 0).empty());
  // Lane 3 executes, but nobody's mask names it.
  CHECK(judged_old({{kHere, kHere, kHere, kHere}, {7, 7, 7, 7}}, 3) == "converge.pre70 ");
  CHECK(judged_old({{kHere, kHere, kHere, kHere}, {7, 7, 7, 7}}, 0).empty());
}

TEST_CASE("up to sm_6x a clean verdict for every lane means that every lane may fire", "[converge.pre70]") {
  for_each_situation(4, 300000, [](const Situation& s) {
    bool clean = true;
    for (std::size_t l = 0; l < s.size(); ++l) {
      const bool names_itself = s.state[l] != State::Here || (s.mask[l] >> l & 1);  // else mask.self
      clean = clean && names_itself && judged_old(s, l).empty();
    }
    for (std::size_t l = 0; l < s.size() && clean; ++l) {
      if (s.state[l] == State::Here) REQUIRE(fires(s, l));
    }
  });
}

}  // namespace
}  // namespace warpproof
