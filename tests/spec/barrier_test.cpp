// Block barriers: who must arrive, what is legal, what a reduction returns.
#include "spec/barrier.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "src/machine/scalar_domain.h"

namespace warpproof {
namespace {

ScalarDomain d;
using Thread = spec::BarrierThread<ScalarDomain>;
using spec::BarrierArrival;

// Bit t of `arrived` and `exited`: thread t.
std::vector<Thread> block_of(std::size_t threads, std::uint64_t arrived, std::uint64_t exited) {
  std::vector<Thread> block(threads);
  for (std::size_t t = 0; t < threads; ++t) block[t] = {d.truth(arrived >> t & 1), d.truth(exited >> t & 1)};
  return block;
}

bool fires(const std::vector<Thread>& block, int warp_size,
           BarrierArrival arrival = BarrierArrival::PerThread) {
  return spec::barrier_may_fire<ScalarDomain>(d, block, arrival, warp_size).value;
}

bool count_fires(const std::vector<Thread>& block, std::uint64_t count, int warp_size,
                 BarrierArrival arrival = BarrierArrival::PerThread) {
  return spec::barrier_count_may_fire<ScalarDomain>(d, block, d.constant<32>(count), arrival, warp_size)
      .value;
}

TEST_CASE("barrier.unreached: from sm_70 on every thread arrives or has exited", "[barrier]") {
  // Two warps of 4 threads, and a partial third one.
  for (const std::size_t threads : {8u, 6u}) {
    const std::uint64_t all = (1u << threads) - 1;
    for (std::uint64_t arrived = 0; arrived <= all; ++arrived) {
      for (std::uint64_t exited = 0; exited <= all; ++exited) {
        if (arrived & exited) continue;
        const bool expected = (arrived | exited) == all && arrived != 0;
        REQUIRE(fires(block_of(threads, arrived, exited), 4) == expected);
      }
    }
  }
}

TEST_CASE("up to sm_6x one thread brings its warp", "[barrier]") {
  for (std::uint64_t arrived = 0; arrived < 256; ++arrived) {
    const bool low = (arrived & 15) != 0;
    const bool high = (arrived >> 4) != 0;
    REQUIRE(fires(block_of(8, arrived, 0), 4, BarrierArrival::PerWarp) == (low && high));
    // The upper warp has left entirely.
    REQUIRE(fires(block_of(8, arrived & 15, 0xf0), 4, BarrierArrival::PerWarp) == low);
  }
}

TEST_CASE("a barrier with a count wants whole warps", "[barrier]") {
  CHECK(count_fires(block_of(8, 0x0f, 0), 4, 4));        // one warp of two, as on the H200
  CHECK_FALSE(count_fires(block_of(8, 0x0f, 0), 8, 4));  // the other warp is still on its way
  CHECK_FALSE(count_fires(block_of(8, 0x07, 0), 4, 4));  // a warp is there when all its threads are
  CHECK(count_fires(block_of(8, 0x07, 0x08), 4, 4));     // exited threads excepted
  CHECK(count_fires(block_of(8, 0xff, 0), 8, 4));
  CHECK(count_fires(block_of(6, 0x3f, 0), 8, 4));           // the partial warp counts whole
  CHECK_FALSE(count_fires(block_of(8, 0x0f, 0xf0), 8, 4));  // a warp that left does not help
  CHECK(count_fires(block_of(8, 0x01, 0), 4, 4, BarrierArrival::PerWarp));
  CHECK_FALSE(count_fires(block_of(8, 0, 0), 0, 4));  // nobody is there
}

TEST_CASE("barrier.id: 0 to 15", "[barrier][barrier.id]") {
  for (std::uint64_t id = 0; id < 40; ++id)
    CHECK(spec::barrier_id_is_legal(d, d.constant<32>(id)).value == (id < 16));
  CHECK_FALSE(spec::barrier_id_is_legal(d, d.constant<32>(0xffffffffu)).value);
}

TEST_CASE("barrier.count: a positive multiple of the warp size within the block",
          "[barrier][barrier.count]") {
  for (const std::uint64_t block : {32u, 64u, 70u, 1024u}) {
    for (std::uint64_t count = 0; count <= 1100; ++count) {
      const bool legal = count != 0 && count % 32 == 0 && count <= (block + 31) / 32 * 32;
      REQUIRE(spec::barrier_count_is_legal(d, d.constant<32>(count), d.constant<32>(block)).value == legal);
    }
  }
}

TEST_CASE("barrier.red-mix: reductions keep to themselves", "[barrier][barrier.red-mix]") {
  using spec::BarrierOp;
  CHECK(spec::barrier_ops_may_mix(BarrierOp::Sync, BarrierOp::Arrive));
  CHECK(spec::barrier_ops_may_mix(BarrierOp::RedPopc, BarrierOp::RedPopc));
  CHECK_FALSE(spec::barrier_ops_may_mix(BarrierOp::RedPopc, BarrierOp::RedAnd));
  CHECK_FALSE(spec::barrier_ops_may_mix(BarrierOp::RedOr, BarrierOp::Sync));
  CHECK_FALSE(spec::barrier_ops_may_mix(BarrierOp::Arrive, BarrierOp::RedOr));
}

TEST_CASE("barrier reductions leave out who is not there", "[barrier]") {
  std::mt19937 random(5);
  for (const std::size_t threads : {1u, 31u, 32u, 64u, 70u, 1024u}) {
    for (int round = 0; round < 50; ++round) {
      std::vector<spec::BarrierVote<ScalarDomain>> votes(threads);
      std::size_t yes = 0;
      std::size_t there = 0;
      for (auto& vote : votes) {
        const bool arrived = random() % 4 != 0;
        const bool pred = round % 3 == 0 ? true : round % 3 == 1 ? false : random() % 2 == 0;
        vote = {d.truth(arrived), d.truth(pred)};
        there += arrived;
        yes += arrived && pred;
      }
      REQUIRE(spec::barrier_popc<ScalarDomain>(d, votes).value == yes);
      REQUIRE(spec::barrier_and<ScalarDomain>(d, votes).value == (yes == there));
      REQUIRE(spec::barrier_or<ScalarDomain>(d, votes).value == (yes != 0));
    }
  }
}

TEST_CASE("the CUDA barrier names", "[barrier]") {
  int aligned = 0;
  for (const spec::CudaBarrier& name : spec::kCudaBarriers) {
    aligned += name.aligned;
    CHECK(spec::barrier_blocks(name.op));
    CHECK(name.takes_id == !name.aligned);
  }
  CHECK(aligned == 4);
}

}  // namespace
}  // namespace warpproof
