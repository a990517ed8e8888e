// Of host values: numbers that a power of two divides by how they are computed, `(n + 31) / 32 * 32`, `n & ~31`. That is a
// matter of their low bits, which are the same where a sum or a product wraps around.
#pragma once

#include <vector>

#include "src/frontend/host_values.h"

namespace warpproof {

// So many low bits of the number are zero, whatever its variables are. Less than the bits of its type, unless it is zero.
int low_zeros(const HostInteger& number);

// What the variables that the place of `values` names are multiples of, where they were computed from themselves,
// `n = (n + 31) / 32 * 32`, `n &= ~31`, `n -= n % 32`, or where a loop counts them, `for (int size = 32; size < n; size *= 2)`. Of
// one that only gets numbers that are written, `b = 64`, which numbers these are.
void multiple_facts(HostValues& values, std::vector<HostIntegerPtr>& out);

// number % 2^zeros == 0; null where it says nothing.
HostIntegerPtr multiple_fact(const HostIntegerPtr& number, int zeros);

}  // namespace warpproof
