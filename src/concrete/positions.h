// Where lanes stand: stacks of (function, block), interned so that equal positions have equal numbers.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/cfg/cfg.h"
#include "src/program/program.h"

namespace warpproof {

using PositionId = std::uint32_t;
inline constexpr PositionId kNoPosition = 0xffffffffu;

class Positions {
 public:
  // `graphs` is indexed by function; entries of functions that are never entered may be null.
  explicit Positions(const std::vector<const FunctionGraph*>& graphs) : graphs_(graphs) {}

  struct Node {
    PositionId caller = kNoPosition;  // the call the frame was entered from
    std::uint32_t function = 0;
    std::uint32_t block = 0;
    int depth = 0;            // 0: the root's frame
    std::uint32_t frame = 0;  // index into frames_
  };
  PositionId intern(PositionId caller, std::uint32_t function, std::uint32_t block);
  const Node& at(PositionId id) const { return nodes_[id]; }
  // The same frame at another block.
  PositionId sibling(PositionId id, std::uint32_t block) {
    const Node& node = nodes_[id];
    const PositionId known = frames_[node.frame][block];
    return known != kNoPosition ? known : intern(node.caller, node.function, block);
  }

  // The order of the schedule; equal positions are not before each other.
  bool before(PositionId a, PositionId b) const;
  // The outermost frame stands at a block from which the kernel only ends.
  bool at_trivial_exit(PositionId id) const;

  // Two positions cut to the deepest frame that they share (a position inside a deeper frame stands at its
  // call there). The root's frame is always shared.
  std::pair<PositionId, PositionId> common_frame(PositionId a, PositionId b) const;

 private:
  struct Key {  // a frame
    PositionId caller;
    std::uint32_t function;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const {
      std::uint64_t h = (static_cast<std::uint64_t>(k.caller) << 32) ^ k.function;
      h = h * 0x9e3779b97f4a7c15ull;
      return static_cast<std::size_t>(h ^ (h >> 32));
    }
  };
  // Both positions cut to one depth, then to frames with one caller. `deeper` is -1 when a was deeper and
  // lies inside b's call, 1 for the reverse, else 0.
  struct Aligned {
    PositionId a, b;
    int deeper;
  };
  Aligned align(PositionId a, PositionId b) const;

  const std::vector<const FunctionGraph*>& graphs_;
  std::vector<Node> nodes_;
  std::vector<std::vector<PositionId>> frames_;  // by frame and block
  std::unordered_map<Key, std::uint32_t, Hash> ids_;
};

}  // namespace warpproof
