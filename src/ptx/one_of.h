// Words out of a fixed list.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace warpproof::ptx {

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace warpproof::ptx
