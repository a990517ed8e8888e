// A way of proving, as the portfolio knows it.
#pragma once

#include <memory>

#include "checker/attempt/attempt.h"
#include "checker/strategies/situation.h"
#include "checker/symbolic/shape.h"

namespace warpproof::strategies {

struct Strategy {
  // Is it of use for this shape? `before`: what the strategies before it in the list found, which is not
  // settled; null where none has a result.
  bool (*applies)(const Situation& s, const symbolic::Shape& shape, const Attempt* before);
  // Of the effort that is left when it begins. What it does not use stays for those after it.
  double share;
  // Null: nothing that may stand in a report.
  std::unique_ptr<Attempt> (*run)(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until);
};

}  // namespace warpproof::strategies
