// bar, barrier: rendezvous of the threads of a block; and bar.warp.sync.
//
// Syntax   barrier{.cta}.sync{.aligned} a{, b};          bar{.cta}.sync a{, b};   (bar = barrier .aligned)
//          barrier{.cta}.arrive{.aligned} a, b;          bar{.cta}.arrive a, b;
//          barrier{.cta}.red.popc{.aligned}.u32 d, a{, b}, {!}c;
//          barrier{.cta}.red.{and,or}{.aligned}.pred p, a{, b}, {!}c;
//          bar.warp.sync membermask;
// Source   PTX ISA 9.x, 9.7.13.1 (barrier) and bar.warp.sync; CUDA C++ Programming Guide up to 13.0 and the
// newer guide for __syncthreads and its kin; NVIDIA Guidelines 1.14.
//
// bar.warp.sync (__syncwarp) has no result: it is a collective of spec/rendezvous.h that orders memory among
// the lanes of its mask. Measured on an H200: an exited thread counts neither for arrival nor in the
// reductions; __syncthreads_count(1) after 24 of 64 threads had exited returned 40; unaligned barrier.sync 0
// from two sites of one warp completed; barrier.sync 1, 32 by one warp of two completed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "spec/lanes.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

enum class BarrierOp { Sync, Arrive, RedPopc, RedAnd, RedOr };

inline constexpr int kBarrierIds = 16;

// Arrive marks arrival and goes on; the others wait for the generation to complete.
constexpr bool barrier_blocks(BarrierOp op) { return op != BarrierOp::Arrive; }

constexpr bool barrier_reduces(BarrierOp op) {
  return op == BarrierOp::RedPopc || op == BarrierOp::RedAnd || op == BarrierOp::RedOr;
}

// barrier.red-mix: a generation of one barrier holds reductions of one kind, or sync and arrive, never both.
constexpr bool barrier_ops_may_mix(BarrierOp a, BarrierOp b) {
  if (barrier_reduces(a) || barrier_reduces(b)) return a == b;
  return true;
}

// The CUDA names. Those with `aligned` are executed by all threads of a warp together: under a condition that
// not all threads evaluate alike they are undefined (barrier.divergent).
struct CudaBarrier {
  std::string_view name;
  BarrierOp op;
  bool aligned;
  bool takes_id;
  bool takes_count;
};
inline constexpr std::array<CudaBarrier, 6> kCudaBarriers = {{
    {"__syncthreads", BarrierOp::Sync, true, false, false},
    {"__syncthreads_count", BarrierOp::RedPopc, true, false, false},
    {"__syncthreads_and", BarrierOp::RedAnd, true, false, false},
    {"__syncthreads_or", BarrierOp::RedOr, true, false, false},
    {"__barrier_sync", BarrierOp::Sync, false, true, false},
    {"__barrier_sync_count", BarrierOp::Sync, false, true, true},
}};

// barrier.id: a block has sixteen barriers, 0 to 15.
template <ValueDomain D>
Pred<D> barrier_id_is_legal(D& d, Word<D, 32> id) {
  return d.ult(id, literal<32>(d, kBarrierIds));
}

// A block's threads as barriers count them: the last warp counts whole.
template <ValueDomain D>
Word<D, 32> whole_warps(D& d, Word<D, 32> block_threads, int warp_size = kWarpSize) {
  const auto low = literal<32>(d, static_cast<std::uint64_t>(warp_size) - 1);
  return d.bit_and(d.add(block_threads, low), d.bit_not(low));
}

// barrier.count, for an operation with a count operand: a multiple of the warp size, not zero at arrive, and
// not more threads than the block has warps for (the last warp counts whole). An arrive without a count is
// illegal syntax. The manual gives a count of 0 at sync or red no meaning of its own; it is rejected here too
// (inference).
template <ValueDomain D>
Pred<D> barrier_count_is_legal(D& d, Word<D, 32> count, Word<D, 32> block_threads,
                               int warp_size = kWarpSize) {
  const auto low = literal<32>(d, static_cast<std::uint64_t>(warp_size) - 1);
  const auto zero = literal<32>(d, 0);
  return d.land(d.eq(d.bit_and(count, low), zero),
                d.land(d.lnot(d.eq(count, zero)), d.ule(count, whole_warps(d, block_threads, warp_size))));
}

// What one thread is doing, as seen from one generation of one barrier.
//   arrived  it waits here (sync, red), or has marked its arrival in this generation and gone on (arrive)
//   exited   it has exited, or never existed (threads that fill up the last warp)
template <ValueDomain D>
struct BarrierThread {
  Pred<D> arrived{};
  Pred<D> exited{};
};

// How arrivals are counted: each thread for itself (sm_70 and later), or a warp as a whole as soon as one of
// its threads is there, as if all were active (PTX ISA 9.x, 9.7.13.1, targets up to sm_6x).
enum class BarrierArrival { PerThread, PerWarp };

namespace internal {

// One warp's state: `there` when it has arrived (sm_70 and later: every thread that has not exited), `gone`
// when all its threads have exited.
template <ValueDomain D>
struct WarpAtBarrier {
  Pred<D> there;
  Pred<D> gone;
};

template <ValueDomain D>
WarpAtBarrier<D> warp_at_barrier(D& d, std::span<const BarrierThread<D>> warp, BarrierArrival arrival) {
  Pred<D> some = d.truth(false);
  Pred<D> every = d.truth(true);
  Pred<D> gone = d.truth(true);
  for (const BarrierThread<D>& thread : warp) {
    some = d.lor(some, d.land(thread.arrived, d.lnot(thread.exited)));
    every = d.land(every, d.lor(thread.arrived, thread.exited));
    gone = d.land(gone, thread.exited);
  }
  if (arrival == BarrierArrival::PerWarp) return {some, gone};
  return {d.land(every, d.lnot(gone)), gone};
}

}  // namespace internal

// The generation completes, no count given: every thread of the block has arrived or exited, and someone has
// arrived. `threads` are those of the block in order, warp after warp; a last partial warp may be shorter.
template <ValueDomain D>
Pred<D> barrier_may_fire(D& d, std::span<const BarrierThread<D>> threads, BarrierArrival arrival,
                         int warp_size = kWarpSize) {
  const auto warp_lanes = static_cast<std::size_t>(warp_size);
  require_warp_size(warp_lanes);
  Pred<D> all = d.truth(true);
  Pred<D> someone = d.truth(false);
  for (std::size_t first = 0; first < threads.size(); first += warp_lanes) {
    const auto warp = threads.subspan(first, std::min(warp_lanes, threads.size() - first));
    const auto at = internal::warp_at_barrier<D>(d, warp, arrival);
    all = d.land(all, d.lor(at.there, at.gone));
    someone = d.lor(someone, at.there);
  }
  return d.land(all, someone);
}

// The generation completes, with a count: the warps that have arrived, each counted with all its lanes, reach
// it. A warp whose threads have all exited does not help: no text lets it count, so a barrier that needs it
// is stuck.
template <ValueDomain D>
Pred<D> barrier_count_may_fire(D& d, std::span<const BarrierThread<D>> threads, Word<D, 32> count,
                               BarrierArrival arrival, int warp_size = kWarpSize) {
  const auto warp_lanes = static_cast<std::size_t>(warp_size);
  require_warp_size(warp_lanes);
  const auto none = literal<32>(d, 0);
  auto arrived = none;
  for (std::size_t first = 0; first < threads.size(); first += warp_lanes) {
    const auto warp = threads.subspan(first, std::min(warp_lanes, threads.size() - first));
    const auto at = internal::warp_at_barrier<D>(d, warp, arrival);
    arrived = d.add(arrived, d.select(at.there, literal<32>(d, warp_lanes), none));
  }
  return d.land(d.ule(count, arrived), d.lnot(d.eq(arrived, none)));
}

// barrier.exited: of a generation that completes without a count, some thread took part and some has exited without
// having arrived.
template <ValueDomain D>
Pred<D> completes_without_exited(D& d, std::span<const BarrierThread<D>> threads) {
  Pred<D> arrived = d.truth(false), left = d.truth(false);
  for (const BarrierThread<D>& t : threads) {
    arrived = d.lor(arrived, t.arrived);
    left = d.lor(left, t.exited);
  }
  return d.land(arrived, left);
}

// Reuse. A generation that completes resets the barrier, which may be used again at once (PTX ISA 9.x,
// 9.7.13.1); an arrival falls into whichever generation is open when it comes. Which one that is must not be
// up to the schedule. So a warp that arrives must know that the earlier generations are complete: it waited
// in them, or has waited since, at barriers, for a thread that knew when it arrived there, or for all that
// took part. Without that,
//   rearrive  one that took part without waiting may arrive a second time in the same generation;
//   shared    one that took no part may arrive in the stead of one that did: the generation gets more
//             arrivals than it counts, and who pairs up with whom is open. So it is, too, where more warps
//             are there when the generation completes than it counts.
// A warp comes whole to an aligned barrier, so a count of one warp completes with the arrival that opens it:
// nobody comes between, except between the arrivals of a generation that counts more. Without .aligned its
// lanes may come one by one, and one of them come again before the last has been there.
template <ValueDomain D>
struct BarrierReuse {
  Pred<D> rearrive;
  Pred<D> shared;
};

// An arrival as seen from an earlier generation of the same barrier: `took_part` in it, `knows` that it is
// complete; `one_warp`: the generation counts one warp and its arrivals are aligned, `brings_one_warp`: so is
// the arrival.
template <ValueDomain D>
BarrierReuse<D> judge_barrier_reuse(D& d, Pred<D> took_part, Pred<D> knows, Pred<D> one_warp,
                                    Pred<D> brings_one_warp) {
  const Pred<D> unaware = d.lnot(knows);
  return {d.land(unaware, d.land(took_part, d.lnot(one_warp))),
          d.land(unaware, d.land(d.lnot(took_part), d.lnot(d.land(one_warp, brings_one_warp))))};
}

// One thread's part in a reduction: whether it takes part (arrived, not exited) and its predicate operand.
template <ValueDomain D>
struct BarrierVote {
  Pred<D> arrived{};
  Pred<D> pred{};
};

// barrier.red.popc: how many participants hold true.
template <ValueDomain D>
Word<D, 32> barrier_popc(D& d, std::span<const BarrierVote<D>> threads) {
  auto total = literal<32>(d, 0);
  for (std::size_t first = 0; first < threads.size(); first += kMaxWarpSize) {
    const std::size_t n = std::min<std::size_t>(kMaxWarpSize, threads.size() - first);
    PerLane<Pred<D>> votes{};
    for (std::size_t k = 0; k < n; ++k) {
      votes[k] = d.land(threads[first + k].arrived, threads[first + k].pred);
    }
    total = d.add(total, d.popc(d.template from_bits<32>(votes.data(), static_cast<unsigned>(n))));
  }
  return total;
}

// barrier.red.and: true for every participant.
template <ValueDomain D>
Pred<D> barrier_and(D& d, std::span<const BarrierVote<D>> threads) {
  Pred<D> all = d.truth(true);
  for (const BarrierVote<D>& t : threads) all = d.land(all, implies(d, t.arrived, t.pred));
  return all;
}

// barrier.red.or: true for some participant.
template <ValueDomain D>
Pred<D> barrier_or(D& d, std::span<const BarrierVote<D>> threads) {
  Pred<D> any = d.truth(false);
  for (const BarrierVote<D>& t : threads) any = d.lor(any, d.land(t.arrived, t.pred));
  return any;
}

}  // namespace warpproof::spec
