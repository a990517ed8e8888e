// Are two accesses on record ordered by meeting? Where it is open which lane of a warp performs a part of an access of the
// whole warp (a fragment of a matrix), they are where they are whichever lanes perform them.
#pragma once

#include "checker/symbolic/access_records.h"
#include "checker/symbolic/happens_before.h"

namespace warpproof::symbolic {

class AccessOrder {
 public:
  AccessOrder(TermGraph& graph, const HappensBefore& order, int threads, int warp_size)
      : g(graph), order_(order), threads_(threads), warp_size_(warp_size) {}

  // Is it open which lanes perform the two?
  bool is_open(const RecordedAccess& earlier, const RecordedAccess& later) const {
    return of_open_lanes(earlier.fragment, later.fragment,
                         earlier.event.thread / warp_size_ == later.event.thread / warp_size_);
  }
  // What is known of it; copies that are pending do not count.
  Term ordered(const RecordedAccess& earlier, const RecordedAccess& later) const;
  // Pending copies are ordered before nothing.
  bool surely_ordered(const RecordedAccess& earlier, const RecordedAccess& later) const {
    if (earlier.group) return false;
    return is_open(earlier, later) ? g.is_true(ordered(earlier, later))
                                   : order_.surely(earlier.event, later.event.thread);
  }

 private:
  TermGraph& g;
  const HappensBefore& order_;
  const int threads_, warp_size_;
};

}  // namespace warpproof::symbolic
