#include "checker/symbolic/access_order.h"

#include <algorithm>
#include <utility>

namespace warpproof::symbolic {

// Where it is open which lane of the warp did it, whichever it was.
Term AccessOrder::ordered(const RecordedAccess& earlier, const RecordedAccess& later) const {
  if (!is_open(earlier, later)) return order_.before(earlier.event, later.event.thread);
  const int begin = earlier.event.thread / warp_size_ * warp_size_,
            end = std::min(begin + warp_size_, threads_);
  const auto lanes = [&](const RecordedAccess& a) {
    return a.fragment != 0 ? std::pair(begin, end) : std::pair(a.event.thread, a.event.thread + 1);
  };
  const auto [first, end_of_first] = lanes(earlier);
  const auto [second, end_of_second] = lanes(later);
  Term out = g.truth(true);
  for (int u = first; u < end_of_first && !g.is_false(out); ++u) {
    for (int v = second; v < end_of_second && !g.is_false(out); ++v)
      out = g.land(out, order_.before({u, earlier.event.time}, v));
  }
  return out;
}

}  // namespace warpproof::symbolic
