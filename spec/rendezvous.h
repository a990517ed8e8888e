// Who must arrive before a warp collective completes, and why one never does.
//
// Covers every .sync operation of a warp: shfl, vote, match, redux, elect, bar.warp.sync.
// Source   PTX ISA 9.x, shfl.sync and its siblings: the executing lane waits until all non-exited lanes of
// its mask have executed the same instruction with the same qualifiers and mask. CUDA C++ Programming Guide
// up to 13.0 and the newer guide (5.4): all non-exited threads named in the mask must execute the same
// intrinsic with the same mask. Lanes that never existed (a partial last warp) count as exited unless the
// policy `absent-lanes` says otherwise.
//
// From sm_70 on a lane that cannot go on simply waits, and what counts is whether something fires later.
// Overlapping masks that resolve in turn are legal: on an H200 lane 0 waited under 0x3 while lane 1 met lane
// 2 under 0x6 first. A verdict is due only when nothing can fire any more. Up to sm_6x the judgement is made
// at the instruction.
#pragma once

#include <cstddef>
#include <span>

#include "spec/lanes.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

// What one lane is doing, as seen from one operation (an instruction with its qualifiers).
//   here       the lane waits at that operation
//   elsewhere  it waits at another warp collective: another instruction, or other qualifiers
//   mask       its member mask, where it waits at either
// Lanes that run, wait at a block barrier or have exited are neither here nor elsewhere. Whether the same
// operation at another program point counts as "here" is the policy `program-point`.
template <ValueDomain D>
struct Waiting {
  Pred<D> here{};
  Word<D, 32> mask{};
  Pred<D> elsewhere{};
};

// mask.self: a lane that executes a collective must be in its own mask (PTX ISA 9.x, every .sync operation;
// NVIDIA Guidelines 2.3). Judged at the instruction on every target.
template <ValueDomain D>
Pred<D> violates_mask_self(D& d, std::size_t lane, const Waiting<D>& waiting) {
  return d.land(waiting.here, d.lnot(d.bit(waiting.mask, static_cast<unsigned>(lane))));
}

// The lanes that complete together with `lane` when it fires: those of its mask that have not exited.
template <ValueDomain D>
PerLane<Pred<D>> firing_set(D& d, std::size_t lane, std::span<const Waiting<D>> lanes,
                            std::span<const Pred<D>> exited) {
  PerLane<Pred<D>> members;
  members.fill(d.truth(false));
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    members[k] = d.land(d.bit(lanes[lane].mask, static_cast<unsigned>(k)), d.lnot(exited[k]));
  }
  return members;
}

// mask.exited: of a collective that fires for `lane`, a lane that its mask names has exited, so that it completes
// without that one (PTX ISA 9.x: all non-exited lanes of the mask). `left` are lanes of threads that were there:
// those that no thread fills did not leave.
template <ValueDomain D>
Pred<D> fires_without_exited(D& d, Pred<D> fires, Word<D, 32> mask, std::span<const Pred<D>> left) {
  Pred<D> missed = d.truth(false);
  for (std::size_t k = 0; k < left.size(); ++k)
    missed = d.lor(missed, d.land(left[k], d.bit(mask, static_cast<unsigned>(k))));
  return d.land(fires, missed);
}

namespace internal {

// Lane k does not hold `lane` back: it is not in the mask, or gone, or here with the same mask. Facts that a
// domain knows end the question before a comparison of masks is built.
template <ValueDomain D>
Pred<D> lets_fire(D& d, const Waiting<D>& caller, const Waiting<D>& other, Pred<D> exited, std::size_t k) {
  const Pred<D> named = d.bit(caller.mask, static_cast<unsigned>(k));
  const Pred<D> excused = d.lor(d.lnot(named), exited);
  if (known(d, excused) == true || known(d, other.here) == false) return excused;
  return d.lor(excused, d.land(other.here, eq_given(d, named, other.mask, caller.mask)));
}

}  // namespace internal

// `lane` waits here and its collective can complete: every lane of its mask is here with an equal mask, or
// has exited. `lanes` and `exited` are indexed by lane, one entry for each lane of the warp.
template <ValueDomain D>
Pred<D> may_fire(D& d, std::size_t lane, std::span<const Waiting<D>> lanes, std::span<const Pred<D>> exited) {
  require_warp_size(lanes.size());
  Pred<D> fires = lanes[lane].here;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    if (known(d, fires) == false) return fires;
    if (k == lane) {
      continue;  // here with its own mask
    }
    fires = d.land(fires, internal::lets_fire(d, lanes[lane], lanes[k], exited[k], k));
  }
  return fires;
}

// Why a lane waits for ever. At most one holds, and exactly one for a lane that is here and may not fire.
//   op_mismatch    op.mismatch: a lane of its mask waits at another warp collective with an equal mask
//   mask_mismatch  mask.mismatch: some lane waits at a warp collective with an overlapping, different mask, and one of
//                  the two names the other
//   mask_missing   mask.missing: a lane of its mask, not exited, never arrives: it waits at a block barrier, or its
//                  path ended without passing here
template <ValueDomain D>
struct StuckReason {
  Pred<D> op_mismatch;
  Pred<D> mask_mismatch;
  Pred<D> mask_missing;
};

// Meaningful when nothing can fire any more. A lane that may fire, or is not here, has no reason.
template <ValueDomain D>
StuckReason<D> why_stuck(D& d, std::size_t lane, std::span<const Waiting<D>> lanes,
                         std::span<const Pred<D>> exited) {
  require_warp_size(lanes.size());
  const Waiting<D>& self = lanes[lane];
  const Pred<D> stuck = d.land(self.here, d.lnot(may_fire<D>(d, lane, lanes, exited)));
  Pred<D> other_op = d.truth(false);
  Pred<D> other_mask = d.truth(false);
  const bool decided = known(d, stuck) == false;
  for (std::size_t k = 0; k < lanes.size() && !decided; ++k) {
    const Pred<D> waits = d.land(d.lor(lanes[k].here, lanes[k].elsewhere), d.lnot(exited[k]));
    if (k == lane || known(d, waits) == false) continue;
    const Pred<D> named = d.bit(self.mask, static_cast<unsigned>(k));
    const Pred<D> names_me = d.bit(lanes[k].mask, static_cast<unsigned>(lane));
    const Pred<D> related = d.land(waits, d.lor(named, names_me));
    if (known(d, related) == false) continue;
    const Pred<D> equal = d.eq(lanes[k].mask, self.mask);
    const Pred<D> overlap = d.lnot(d.eq(d.bit_and(lanes[k].mask, self.mask), literal<32>(d, 0)));
    const Pred<D> away = d.land(lanes[k].elsewhere, d.land(d.lnot(exited[k]), named));
    other_op = d.lor(other_op, d.land(away, equal));
    other_mask = d.lor(other_mask, d.land(related, d.land(overlap, d.lnot(equal))));
  }
  const Pred<D> op = d.land(stuck, other_op);
  const Pred<D> mask = d.land(stuck, d.land(d.lnot(other_op), other_mask));
  const Pred<D> missing = d.land(stuck, d.land(d.lnot(other_op), d.lnot(other_mask)));
  return {op, mask, missing};
}

// Up to sm_6x a warp runs in lockstep: `here` marks the lanes that execute the instruction now, together.
//   mask_missing   a lane of the mask, not exited, does not execute with it
//   mask_mismatch  two lanes execute with overlapping, different masks, one naming the other
//   converge       converge.pre70: an executing lane is in no executing lane's mask
// For __syncwarp this says that the union of the masks is the active mask (CUDA C++ Programming Guide 13.0;
// NVIDIA Guidelines 2.4); for the others PTX ISA 9.x, the sm_6x notes of each .sync operation.
template <ValueDomain D>
struct Pre70Verdict {
  Pred<D> mask_missing;
  Pred<D> mask_mismatch;
  Pred<D> converge;
};

template <ValueDomain D>
Pre70Verdict<D> judge_pre70(D& d, std::size_t lane, std::span<const Waiting<D>> lanes,
                            std::span<const Pred<D>> exited) {
  require_warp_size(lanes.size());
  const Waiting<D>& self = lanes[lane];
  Pred<D> missing = d.truth(false);
  Pred<D> mismatch = d.truth(false);
  Pred<D> claimed = d.truth(false);
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    const Pred<D> named = d.bit(self.mask, static_cast<unsigned>(k));
    const Pred<D> names_me = d.land(lanes[k].here, d.bit(lanes[k].mask, static_cast<unsigned>(lane)));
    missing = d.lor(missing, d.land(named, d.land(d.lnot(exited[k]), d.lnot(lanes[k].here))));
    claimed = d.lor(claimed, names_me);
    if (k == lane) continue;
    const Pred<D> related = d.land(lanes[k].here, d.lor(named, names_me));
    if (known(d, related) == false) continue;
    const Pred<D> overlap = d.lnot(d.eq(d.bit_and(lanes[k].mask, self.mask), literal<32>(d, 0)));
    mismatch = d.lor(mismatch, d.land(related, d.land(overlap, d.lnot(d.eq(lanes[k].mask, self.mask)))));
  }
  return {d.land(self.here, missing), d.land(self.here, mismatch), d.land(self.here, d.lnot(claimed))};
}

}  // namespace warpproof::spec
