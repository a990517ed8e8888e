// vote, match, redux, elect and activemask against plain-integer oracles, on small and full warps.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "spec/activemask.h"
#include "spec/elect.h"
#include "spec/match.h"
#include "spec/redux.h"
#include "spec/vote.h"
#include "src/machine/scalar_domain.h"

namespace warpproof {
namespace {

ScalarDomain d;
using Lane = spec::Contribution<ScalarDomain>;
using Warp = std::vector<Lane>;

Warp warp_of(std::size_t lanes, std::uint32_t mask, std::uint32_t arrived, std::uint32_t preds) {
  Warp warp(lanes);
  for (std::size_t k = 0; k < lanes; ++k) {
    warp[k] = {d.truth(arrived >> k & 1), d.constant<32>(mask), d.constant<32>(0), d.truth(preds >> k & 1)};
  }
  return warp;
}

std::span<const Lane> view(const Warp& warp) { return warp; }

TEST_CASE("vote.sync over the arrived lanes of the mask, every warp of 4", "[vote]") {
  for (std::uint32_t mask = 1; mask < 16; ++mask) {
    for (std::uint32_t arrived = 0; arrived < 16; ++arrived) {
      for (std::uint32_t preds = 0; preds < 16; ++preds) {
        const Warp warp = warp_of(4, mask, arrived, preds);
        const std::uint32_t part = mask & arrived;
        const std::uint32_t yes = part & preds;
        CAPTURE(mask, arrived, preds);
        for (std::size_t l = 0; l < 4; ++l) {
          REQUIRE(spec::vote_ballot<ScalarDomain, 32>(d, l, view(warp)).value == yes);
          REQUIRE(spec::vote<ScalarDomain, 32>(d, spec::VoteMode::All, l, view(warp)).value == (yes == part));
          REQUIRE(spec::vote<ScalarDomain, 32>(d, spec::VoteMode::Any, l, view(warp)).value == (yes != 0));
          REQUIRE(spec::vote<ScalarDomain, 32>(d, spec::VoteMode::Uni, l, view(warp)).value ==
                  (yes == part || yes == 0));
        }
      }
    }
  }
}

TEST_CASE("vote.sync: lanes 24-31 gone and mask ~0, as an H200 answered", "[vote][match][redux][hardware]") {
  Warp warp = warp_of(32, 0xffffffffu, 0x00ffffffu, 0x00ffffffu);
  for (Lane& lane : warp) lane.value = d.constant<32>(1);
  CHECK(spec::vote_ballot<ScalarDomain, 32>(d, 0, view(warp)).value == 0x00ffffffu);
  CHECK(spec::vote_all<ScalarDomain, 32>(d, 0, view(warp)).value);
  const auto all = spec::match_all<ScalarDomain, 32>(d, 0, view(warp));
  CHECK(all.lanes.value == 0x00ffffffu);
  CHECK(all.same.value);
  CHECK(spec::match_any<ScalarDomain, 32>(d, 0, view(warp)).value == 0x00ffffffu);
  CHECK(spec::redux<ScalarDomain>(d, spec::ReduxOp::Add, 0, view(warp)).value == 24);
  const auto guide = spec::match_all<ScalarDomain, 32>(d, 0, view(warp), spec::MatchAllMask::MemberMask);
  CHECK(guide.lanes.value == 0xffffffffu);
}

TEST_CASE("match.sync, every assignment of 3 values to 4 lanes, every mask and arrived set", "[match]") {
  for (int values = 0; values < 81; ++values) {
    const std::array<std::uint64_t, 4> value = {std::uint64_t(values % 3), std::uint64_t(values / 3 % 3),
                                                std::uint64_t(values / 9 % 3), std::uint64_t(values / 27)};
    for (std::uint32_t mask = 1; mask < 16; ++mask) {
      for (std::uint32_t arrived = 0; arrived < 16; ++arrived) {
        Warp warp = warp_of(4, mask, arrived, 0);
        for (std::size_t k = 0; k < 4; ++k) warp[k].value = d.constant<32>(value[k]);
        const std::uint32_t part = mask & arrived;
        for (std::size_t l = 0; l < 4; ++l) {
          if (!(part >> l & 1)) continue;
          std::uint32_t equal = 0;
          for (std::size_t k = 0; k < 4; ++k) {
            if (value[k] == value[l]) equal |= part & 1u << k;
          }
          REQUIRE(spec::match_any<ScalarDomain, 32>(d, l, view(warp)).value == equal);
          const auto all = spec::match_all<ScalarDomain, 32>(d, l, view(warp));
          REQUIRE(all.same.value == (equal == part));
          REQUIRE(all.lanes.value == (equal == part ? part : 0));
        }
      }
    }
  }
}

TEST_CASE("match.sync.b64 compares the upper half too", "[match]") {
  std::array<spec::Contribution<ScalarDomain, 64>, 4> warp{};
  for (std::size_t k = 0; k < 4; ++k) {
    warp[k].arrived = d.truth(true);
    warp[k].mask = d.constant<32>(15);
    warp[k].value = d.constant<64>(k == 3 ? 1ull << 63 : 0);
  }
  const std::span<const spec::Contribution<ScalarDomain, 64>> lanes(warp);
  CHECK(spec::match_any<ScalarDomain, 64>(d, 0, lanes).value == 7);
  CHECK(spec::match_any<ScalarDomain, 64>(d, 3, lanes).value == 8);
  CHECK_FALSE(spec::match_all<ScalarDomain, 64>(d, 0, lanes).same.value);
}

std::uint32_t plain_redux(spec::ReduxOp op, const std::vector<std::uint32_t>& values) {
  std::uint32_t result = values.front();
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::uint32_t v = values[i];
    const auto signed_less = [](std::uint32_t a, std::uint32_t b) {
      return std::int32_t(a) < std::int32_t(b);
    };
    switch (op) {
      case spec::ReduxOp::Add:
        result += v;
        break;
      case spec::ReduxOp::MinU:
        result = std::min(result, v);
        break;
      case spec::ReduxOp::MaxU:
        result = std::max(result, v);
        break;
      case spec::ReduxOp::MinS:
        result = std::min(result, v, signed_less);
        break;
      case spec::ReduxOp::MaxS:
        result = std::max(result, v, signed_less);
        break;
      case spec::ReduxOp::And:
        result &= v;
        break;
      case spec::ReduxOp::Or:
        result |= v;
        break;
      case spec::ReduxOp::Xor:
        result ^= v;
        break;
    }
  }
  return result;
}

TEST_CASE("redux.sync over random warps, each operation", "[redux]") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t mask = random() | 1;
    const std::uint32_t arrived = random() | 1;
    Warp warp = warp_of(32, mask, arrived, 0);
    std::vector<std::uint32_t> taking_part;
    for (std::size_t k = 0; k < 32; ++k) {
      const std::uint32_t v = round % 2 ? random() : random() >> 31 << 31 | random() % 4;
      warp[k].value = d.constant<32>(v);
      if (mask & arrived & 1u << k) taking_part.push_back(v);
    }
    for (int op = 0; op < 8; ++op) {
      const auto which = static_cast<spec::ReduxOp>(op);
      CAPTURE(op, mask, arrived);
      REQUIRE(spec::redux<ScalarDomain>(d, which, 0, view(warp)).value == plain_redux(which, taking_part));
    }
  }
}

TEST_CASE("redux.sync: the identity changes nothing", "[redux]") {
  std::mt19937 random(3);
  for (int op = 0; op < 8; ++op) {
    const auto which = static_cast<spec::ReduxOp>(op);
    for (const std::uint32_t v : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xffffffffu, std::uint32_t(random())}) {
      CHECK(spec::redux_combine(d, which, spec::redux_identity(d, which), d.constant<32>(v)).value == v);
    }
  }
}

TEST_CASE("elect.sync: a legal leader is a participant; the lowest one is legal", "[elect]") {
  for (std::uint32_t mask = 1; mask < 16; ++mask) {
    for (std::uint32_t arrived = 1; arrived < 16; ++arrived) {
      const Warp warp = warp_of(4, mask, arrived, 0);
      const std::uint32_t part = mask & arrived;
      for (std::uint32_t choice = 0; choice < 32; ++choice) {
        const auto leader = d.constant<5>(choice);
        const bool legal = choice < 4 && (part >> choice & 1);
        REQUIRE(spec::elect_choice_is_legal<ScalarDomain, 32>(d, 0, view(warp), leader).value == legal);
        for (std::uint64_t lane = 0; lane < 4; ++lane) {
          const auto elected = spec::elect(d, d.constant<5>(lane), leader);
          REQUIRE(elected.leader.value == choice);
          REQUIRE(elected.is_leader.value == (lane == choice));
        }
      }
      if (part != 0) {
        REQUIRE(int(spec::elect_lowest<ScalarDomain, 32>(d, 0, view(warp)).value) == std::countr_zero(part));
      }
    }
  }
}

TEST_CASE("activemask: a partition of the lanes at the point, every grouping of 4 lanes", "[activemask]") {
  for (int groups = 0; groups < 256; ++groups) {
    for (std::uint32_t present = 0; present < 16; ++present) {
      std::array<spec::ActiveLane<ScalarDomain>, 4> lanes{};
      for (int k = 0; k < 4; ++k) {
        lanes[k] = {d.truth(present >> k & 1),
                    d.constant<5>(static_cast<std::uint64_t>(groups >> 2 * k & 3))};
      }
      std::array<std::uint64_t, 4> seen{};
      for (std::size_t l = 0; l < 4; ++l) {
        seen[l] = spec::activemask<ScalarDomain>(d, l, lanes).value;
        if (!(present >> l & 1)) continue;
        REQUIRE((seen[l] >> l & 1) == 1);
        REQUIRE((seen[l] & ~std::uint64_t{present}) == 0);
        for (std::size_t k = 0; k < l; ++k) {
          if (present >> k & 1) REQUIRE((seen[k] == seen[l] || (seen[k] & seen[l]) == 0));
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpproof
