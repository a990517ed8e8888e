// Finds the parameters that are references, and the only names of what they refer to (host_sole_names.cpp).
#pragma once

#include <vector>

#include "src/frontend/host_uses.h"

namespace warpproof {

class SoleNames {
 public:
  explicit SoleNames(HostUses& uses) : uses_(uses) {}
  // From what each place says to what is known of all: variables that others reach, and those that calls change.
  void bind(const HostUses::InArrays& in_arrays, const std::vector<HostUses::Bound>& bound);

 private:
  bool is_sole_name(const HostUses::Bound& bound) const;

  HostUses& uses_;
};

}  // namespace warpproof
