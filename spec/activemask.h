// activemask: a snapshot of who runs together, without synchronisation.
//
// Syntax   activemask.b32 d;
// Source   PTX ISA 9.x, activemask; newer CUDA Programming Guide 5.4: the result need not hold every lane
// that took the branch and need not persist to the next instruction.
//
// Model (inference): the lanes at the instruction fall into groups of lanes that execute it together; a lane
// sees its own group. The partition is arbitrary, so each lane sees a set of lanes at this point that
// contains itself, and two lanes that see each other see the same set.
#pragma once

#include <span>

#include "spec/lanes.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

// present  the lane is at this activemask
// group    its group's number; any numbering, lanes of one number execute together
template <ValueDomain D>
struct ActiveLane {
  Pred<D> present{};
  Word<D, 5> group{};
};

template <ValueDomain D>
Word<D, 32> activemask(D& d, std::size_t caller, std::span<const ActiveLane<D>> lanes) {
  require_warp_size(lanes.size());
  PerLane<Pred<D>> together{};
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    together[k] =
        k == caller ? lanes[k].present : d.land(lanes[k].present, d.eq(lanes[k].group, lanes[caller].group));
  }
  return d.template from_bits<32>(together.data(), static_cast<unsigned>(lanes.size()));
}

}  // namespace warpproof::spec
