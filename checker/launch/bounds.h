// `--bounds` and `--size`: the memory that accesses are shown to stay inside.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "checker/launch/condition.h"

namespace warpproof::launch {

// Accesses are judged where the size of what they reach into is known: shared memory, private memory
// of a function, variables of the module, and the buffers named here. Of other buffers it is assumed that accesses stay
// inside them.
struct Bounds {
  std::map<std::uint32_t, Condition> sizes;  // of a kernel's pointer parameter: the bytes that it points at
};

// The value of a size; 0 where the values are not among those that it is given for.
std::uint64_t size_for(const Condition& size, const std::function<std::uint64_t(const Quantity&)>& value);

}  // namespace warpproof::launch
