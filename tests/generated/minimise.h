// Makes a kernel that shows something smaller while it still shows it.
#pragma once

#include <functional>

#include "tests/generated/kernel.h"

namespace warpproof::generated {

// Takes statements, lines and nesting away, one at a time, as long as `shows` holds; it holds for `kernel`
// itself. Exceptions of `shows` pass through.
Kernel minimise(Kernel kernel, const std::function<bool(const Kernel&)>& shows);

}  // namespace warpproof::generated
