// Shuffles: properties of the PTX definition, the CUDA reading beside it, and the rules at the read.
#include "spec/shfl.h"

#include <array>
#include <catch2/catch.hpp>
#include <optional>

#include "spec/cuda_shfl.h"
#include "src/machine/scalar_domain.h"

namespace warpproof {
namespace {

using spec::ShflMode;
constexpr std::array<ShflMode, 4> kModes = {ShflMode::Up, ShflMode::Down, ShflMode::Bfly, ShflMode::Idx};

ScalarDomain d;

ScalarWord<32> word(std::int64_t v) { return d.constant<32>(static_cast<std::uint64_t>(v)); }
ScalarWord<5> lane_number(int v) { return d.constant<5>(static_cast<std::uint64_t>(v)); }

// The CUDA guide in plain integers, written without a look at either definition: which lane of 0..warp_size-1
// is read, counting from the start of the caller's segment.
int guide_source(ShflMode mode, int lane, std::int64_t argument, int width, int warp_size) {
  const int first = lane / width * width;
  const int last = first + width - 1;
  const std::int64_t wanted = [&]() -> std::int64_t {
    switch (mode) {
      case ShflMode::Up:
        return lane - argument;
      case ShflMode::Down:
        return lane + argument;
      case ShflMode::Bfly:
        return lane ^ argument;
      case ShflMode::Idx:
        return first + ((argument % width) + width) % width;
    }
    return -1;
  }();
  const bool later = wanted > last;
  const bool earlier = wanted < first;
  if (later || wanted >= warp_size) return lane;
  if (earlier && mode != ShflMode::Bfly) return lane;
  return static_cast<int>(wanted);
}

TEST_CASE("shfl: the CUDA reading is the guide's, for every legal width and argument", "[shfl][shfl.width]") {
  for (const int warp_size : {4, 8, 32}) {
    for (const ShflMode mode : kModes) {
      for (int width = 1; width <= warp_size; width *= 2) {
        const int lowest = mode == ShflMode::Idx ? -2 * warp_size : 0;
        for (int argument = lowest; argument < 4 * warp_size; ++argument) {
          for (int lane = 0; lane < warp_size; ++lane) {
            const auto source =
                spec::cuda_shfl_source(d, mode, lane_number(lane), word(argument), word(width), warp_size);
            CAPTURE(warp_size, int(mode), width, argument, lane);
            REQUIRE(source.defined.value);
            REQUIRE(int(source.lane.value) == guide_source(mode, lane, argument, width, warp_size));
          }
        }
      }
    }
  }
}

TEST_CASE("shfl: the lowering reads as the guide does for distances below the warp size",
          "[shfl][shfl.offset]") {
  for (const int warp_size : {4, 8, 32}) {
    for (const ShflMode mode : kModes) {
      for (int width = 1; width <= warp_size; width *= 2) {
        const auto c = spec::cuda_c_operand(d, mode, word(width), warp_size);
        REQUIRE(spec::c_is_from_cuda_width(d, mode, c, warp_size).value);
        REQUIRE(int(spec::width_from_c(d, c, warp_size).value) == width);
        REQUIRE_FALSE(spec::shfl_c_has_ignored_bits(d, c, warp_size).value);
        for (int b = 0; b < warp_size; ++b) {
          REQUIRE_FALSE(spec::shfl_offset_is_truncated(d, mode, word(b), warp_size).value);
          for (int lane = 0; lane < warp_size; ++lane) {
            CAPTURE(warp_size, int(mode), width, b, lane);
            const auto ptx = spec::shfl_source(d, mode, lane_number(lane), word(b), c, warp_size);
            REQUIRE(int(ptx.lane.value) == guide_source(mode, lane, b, width, warp_size));
          }
        }
      }
    }
  }
}

TEST_CASE("shfl.offset: PTX truncates a distance of 33 to 1, the guide leaves the lane unchanged", "[shfl]") {
  const auto c = spec::cuda_c_operand(d, ShflMode::Down, word(32));
  CHECK(spec::shfl_source(d, ShflMode::Down, lane_number(3), word(33), c).lane.value == 4);
  CHECK(spec::cuda_shfl_source(d, ShflMode::Down, lane_number(3), word(33), word(32)).lane.value == 3);
  CHECK(spec::shfl_offset_is_truncated(d, ShflMode::Down, word(33)).value);
  CHECK(spec::shfl_offset_is_truncated(d, ShflMode::Up, word(32)).value);
  CHECK(spec::shfl_offset_is_truncated(d, ShflMode::Bfly, word(-1)).value);
  CHECK_FALSE(spec::shfl_offset_is_truncated(d, ShflMode::Idx, word(33)).value);
}

TEST_CASE("shfl.width: legal widths are the powers of two up to the warp size", "[shfl]") {
  for (int width = -40; width <= 140; ++width) {
    const bool legal = width == 1 || width == 2 || width == 4 || width == 8 || width == 16 || width == 32;
    CHECK(spec::cuda_width_is_legal(d, word(width)).value == legal);
    CHECK(spec::cuda_shfl_source(d, ShflMode::Idx, lane_number(0), word(0), word(width)).defined.value ==
          legal);
  }
  CHECK_FALSE(spec::cuda_width_is_legal(d, word(16), 8).value);
}

TEST_CASE("shfl.width: a width of 12 becomes the segment mask 20", "[shfl]") {
  const auto c = spec::cuda_c_operand(d, ShflMode::Down, word(12));
  CHECK(c.value == (20u << 8 | 31u));
  CHECK_FALSE(spec::c_is_from_cuda_width(d, ShflMode::Down, c).value);
  // Lane 5 = 00101: minLane 00100, maxLane 01111; it reads lane 6.
  CHECK(spec::shfl_source(d, ShflMode::Down, lane_number(5), word(1), c).lane.value == 6);
}

TEST_CASE("shfl.c-bits: only c[4:0] and c[12:8] count", "[shfl]") {
  CHECK_FALSE(spec::shfl_c_has_ignored_bits(d, word(0x1f1f)).value);
  for (const int c : {0x20, 0x80, 0x2000, 0x10000}) CHECK(spec::shfl_c_has_ignored_bits(d, word(c)).value);
}

TEST_CASE("c_is_from_cuda_width accepts exactly the six operands of each mode", "[shfl]") {
  for (const ShflMode mode : kModes) {
    int accepted = 0;
    for (int c = 0; c < 0x4000; ++c) accepted += spec::c_is_from_cuda_width(d, mode, word(c)).value;
    CHECK(accepted == 6);
  }
}

TEST_CASE("shfl: the source is a lane of the warp, and the lane itself when out of range", "[shfl]") {
  for (const int warp_size : {4, 8}) {
    for (const ShflMode mode : kModes) {
      for (int segmask = 0; segmask < warp_size; ++segmask) {
        for (int cval = 0; cval < warp_size; ++cval) {
          for (int b = 0; b < 2 * warp_size; ++b) {
            for (int lane = 0; lane < warp_size; ++lane) {
              const auto source = spec::shfl_source(d, mode, lane_number(lane), word(b),
                                                    word(segmask << 8 | cval), warp_size);
              REQUIRE(int(source.lane.value) < warp_size);
              if (!source.in_range.value) REQUIRE(int(source.lane.value) == lane);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("shfl: a warp of 8 behaves like a segment of a warp of 32", "[shfl]") {
  for (const ShflMode mode : kModes) {
    for (int width = 1; width <= 8; width *= 2) {
      const auto small = spec::cuda_c_operand(d, mode, word(width), 8);
      const auto large = spec::cuda_c_operand(d, mode, word(width), 32);
      for (int b = 0; b < 8; ++b) {
        for (int lane = 0; lane < 8; ++lane) {
          REQUIRE(spec::shfl_source(d, mode, lane_number(lane), word(b), small, 8).lane ==
                  spec::shfl_source(d, mode, lane_number(lane), word(b), large, 32).lane);
        }
      }
    }
  }
}

TEST_CASE("a warp size that is no power of two up to 32 is refused", "[shfl]") {
  for (const int size : {0, 3, 12, 33, 64}) {
    CHECK_THROWS_AS(spec::shfl_source(d, ShflMode::Up, lane_number(0), word(0), word(0), size),
                    std::invalid_argument);
  }
}

TEST_CASE(
    "shfl.inactive-source and shfl.source-outside-mask, for every source, mask and arrived set of 4 lanes",
    "[shfl][shfl.inactive-source][shfl.source-outside-mask]") {
  for (int mask = 0; mask < 16; ++mask) {
    for (int here = 0; here < 16; ++here) {
      std::array<spec::Contribution<ScalarDomain>, 4> lanes{};
      for (int k = 0; k < 4; ++k) {
        lanes[k].arrived = d.truth(here >> k & 1);
        lanes[k].mask = word(mask);
      }
      const std::span<const spec::Contribution<ScalarDomain>> view(lanes);
      for (int source = 0; source < 4; ++source) {
        const auto rules = spec::shfl_read_rules<ScalarDomain, 32>(d, 0, lane_number(source), view);
        REQUIRE(rules.inactive.value == !(here >> source & 1));
        REQUIRE(rules.outside_mask.value == !(mask >> source & 1));
      }
    }
  }
}

}  // namespace
}  // namespace warpproof
