// Block shapes of one, two and three dimensions: which are asked for, one by one, and sets of them in words.
//
// Limits: CUDA C++ Programming Guide 13.0, technical specifications: 1024 threads, 1024 along x and y, 64
// along z.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpproof::launch {

using BlockShape = std::array<std::uint32_t, 3>;  // threads along x, y, z

inline constexpr std::array<std::uint32_t, 3> kLargestAlong{1024, 1024, 64};

// The sizes along one axis: one size, or every multiple of `step`.
struct Axis {
  std::uint32_t size = 1;
  std::uint32_t step = 0;  // 0: only `size`

  static Axis one(std::uint32_t size) { return {size, 0}; }
  static Axis any(std::uint32_t step = 1) { return {0, step}; }
  bool is_any() const { return step != 0; }
  bool operator==(const Axis&) const = default;
};

// The shapes that the axes allow, with numbers of threads that are multiples of `multiple` and at most `largest`.
struct ShapeSpace {
  std::array<Axis, 3> axes{Axis::any(), Axis::one(1), Axis::one(1)};
  std::uint32_t largest = 1024;
  std::uint32_t multiple = 1;

  // 1 for sizes along x alone, 2 with y, 3 with z.
  int dimensions() const;
  bool contains(const BlockShape& shape) const;
};

// "32", "16,16", "8,8,8".
std::string shape_text(const BlockShape& shape);

// Each shape of the space once: those that are launched most first, then by rising numbers of threads.
std::vector<BlockShape> shapes_of(const ShapeSpace& space);

// "every block of one or two dimensions with up to 1024 threads", "every block X,Y with X % 32 == 0, any Y
// and up to 1024 threads".
std::string space_text(const ShapeSpace& space);

// "blocks 32,8; 16,16; 8,8"; no more than some, and how many more there are. Empty for none.
std::string list_shapes(std::span<const BlockShape> shapes);

}  // namespace warpproof::launch
