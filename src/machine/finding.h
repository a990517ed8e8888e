// A violated rule at a place, for some threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/rules.h"
#include "src/base/lane_set.h"

namespace warpproof {

struct RelatedPlace {
  std::uint32_t place = 0;  // index into Program::places
  std::string message;      // "used here as a branch condition"
  bool operator==(const RelatedPlace&) const = default;
};

struct Finding {
  spec::Rule rule{};
  spec::Level level{};
  std::uint32_t place = 0;  // index into Program::places
  ThreadSet threads;        // those that broke the rule
  std::string message;
  std::vector<RelatedPlace> related;
};

}  // namespace warpproof
