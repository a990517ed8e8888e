// A mask from activemask is right only where any grouping of lanes gives one result: searched for on random inputs,
// not proved.
#pragma once

#include <optional>

#include "checker/attempt/followed.h"
#include "checker/attempt/replays.h"
#include "checker/counterexample/counterexample.h"

namespace warpproof {

// Where a mask comes from activemask.
bool wants_convergence_search(const Followed& followed);

// A finding for a run whose result depends on which lanes run converged, with its launch; nothing where none was
// found.
struct ConvergenceFinding {
  report::Finding finding;
  Launch launch;
};
std::optional<ConvergenceFinding> search_convergence(const Followed& followed, const Replays& replays);

}  // namespace warpproof
