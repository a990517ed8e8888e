// Of host values: the smallest and the largest number that an expression may be, `std::max(n, 1)`, `n % 100`, `flag ? 64 : 128`.
#pragma once

#include "src/frontend/host_integer.h"

namespace warpproof {

struct HostLimits {
  __int128 low = 0, high = 0;  // of the number that C++ computes
};

// Whatever its variables are. A result that may not fit in its type is any number of that.
HostLimits limits_of(const HostInteger& number);
// All numbers of the type.
HostLimits limits_of(const IntegerType& type);

}  // namespace warpproof
