// A way of proving, as the portfolio knows it.
#pragma once

#include <memory>

#include "checker/attempt/attempt.h"
#include "checker/strategies/situation.h"
#include "checker/symbolic/shape.h"

namespace warpproof::strategies {

// The latest of the strategies before that has a result, if any does. It is not settled.
struct Earlier {
  bool has_result = false, ran_out = false;
};

struct Strategy {
  // Is it of use for this shape?
  bool (*applies)(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
  // Of the effort that is left when it begins. What it does not use stays for those after it.
  double share;
  // Null: nothing that may stand in a report.
  std::unique_ptr<Attempt> (*run)(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until);
  // Has it a result that is not null where it ran out of its share?
  bool tells_what_is_open;
};

}  // namespace warpproof::strategies
