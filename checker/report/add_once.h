// Lists that say each thing once, in the order in which it came up.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace warpproof::report {

template <class T>
void add_once(std::vector<T>& list, const T& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}
inline void add_once(std::vector<std::string>& list, const char* item) { add_once(list, std::string(item)); }

}  // namespace warpproof::report
