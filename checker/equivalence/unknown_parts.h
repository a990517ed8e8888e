// What makes a verdict unknown, each reason once.
#pragma once

#include <string>

#include "checker/equivalence/equivalence.h"

namespace warpproof::equivalence {

// `side`: "a", "b", or "" for both.
void add_unknown(EquivalenceReport& out, const std::string& side, const std::string& reason,
                 report::SourcePlace place = {});

}  // namespace warpproof::equivalence
