// Bounds on the text that is read; what is beyond them is refused with a message, so that memory stays
// bounded.
#pragma once

#include <cstddef>

namespace warpproof::ptx {

inline constexpr std::size_t kMaxTextBytes = std::size_t{256} << 20;
inline constexpr std::size_t kMaxStatements = std::size_t{8} << 20;
inline constexpr int kMaxNesting = 64;  // braces and parentheses

}  // namespace warpproof::ptx
