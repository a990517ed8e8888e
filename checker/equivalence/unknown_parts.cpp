#include "checker/equivalence/unknown_parts.h"

#include <algorithm>
#include <utility>

namespace warpproof::equivalence {

void add_unknown(EquivalenceReport& out, const std::string& side, const std::string& reason,
                 report::SourcePlace place) {
  const UnknownPart part{side, {reason, std::move(place)}};
  const bool known = std::any_of(out.unknown.begin(), out.unknown.end(), [&](const UnknownPart& u) {
    return u.side == side && u.reason.reason == reason && u.reason.place.line == part.reason.place.line;
  });
  if (!known) out.unknown.push_back(part);
}

}  // namespace warpproof::equivalence
