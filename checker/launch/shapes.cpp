#include "checker/launch/shapes.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpproof::launch {

namespace {

constexpr std::size_t kMostListed = 12;

// What programs launch most, and some that leave a warp partial or let it span rows.
constexpr BlockShape kUsual[] = {{32, 8, 1}, {16, 16, 1}, {32, 4, 1}, {8, 8, 1},  {32, 32, 1}, {32, 2, 1},
                                 {64, 4, 1}, {8, 4, 1},   {1, 32, 1}, {4, 4, 1},  {5, 3, 1},   {33, 2, 1},
                                 {8, 8, 4},  {4, 4, 4},   {32, 2, 2}, {8, 8, 8},  {16, 8, 4},  {1, 1, 32},
                                 {32, 1, 1}, {128, 1, 1}, {256, 1, 1}, {64, 1, 1}, {1, 1, 1},  {20, 1, 1}};

std::uint32_t threads(const BlockShape& s) { return s[0] * s[1] * s[2]; }

std::string axis_text(const Axis& axis, char name) {
  if (!axis.is_any()) return fmt::format("{}", axis.size);
  return axis.step == 1 ? fmt::format("any {}", name) : fmt::format("{} % {} == 0", name, axis.step);
}

}  // namespace

int ShapeSpace::dimensions() const {
  const auto is_used = [&](std::size_t axis) { return axes[axis].is_any() || axes[axis].size > 1; };
  return is_used(2) ? 3 : is_used(1) ? 2 : 1;
}

bool ShapeSpace::contains(const BlockShape& shape) const {
  for (std::size_t i = 0; i < 3; ++i) {
    if (shape[i] == 0 || shape[i] > kLargestAlong[i]) return false;
    if (axes[i].is_any() ? shape[i] % axes[i].step != 0 : shape[i] != axes[i].size) return false;
  }
  return threads(shape) <= largest && threads(shape) % multiple == 0;
}

std::string shape_text(const BlockShape& s) {
  return s[2] > 1   ? fmt::format("{},{},{}", s[0], s[1], s[2])
         : s[1] > 1 ? fmt::format("{},{}", s[0], s[1])
                    : fmt::format("{}", s[0]);
}

std::vector<BlockShape> shapes_of(const ShapeSpace& space) {
  std::vector<BlockShape> usual, out;
  for (const BlockShape& s : kUsual) {
    if (space.contains(s)) usual.push_back(s);
  }
  const auto first = [&](std::size_t axis) {
    return space.axes[axis].is_any() ? space.axes[axis].step : space.axes[axis].size;
  };
  const auto step = [&](std::size_t axis) {
    return space.axes[axis].is_any() ? space.axes[axis].step : kLargestAlong[axis];
  };
  for (std::uint32_t z = first(2); z <= kLargestAlong[2] && z <= space.largest; z += step(2)) {
    for (std::uint32_t y = first(1); y <= kLargestAlong[1] && y * z <= space.largest; y += step(1)) {
      for (std::uint32_t x = first(0); x <= kLargestAlong[0] && x * y * z <= space.largest; x += step(0)) {
        const BlockShape shape{x, y, z};
        if (space.contains(shape) && std::find(usual.begin(), usual.end(), shape) == usual.end())
          out.push_back(shape);
      }
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const BlockShape& a, const BlockShape& b) { return threads(a) < threads(b); });
  out.insert(out.begin(), usual.begin(), usual.end());
  return out;
}

std::string space_text(const ShapeSpace& space) {
  const int dimensions = space.dimensions();
  const std::string steps =
      space.multiple == 1 ? "" : fmt::format(", if their number is a multiple of {}", space.multiple);
  const auto free = [&](std::size_t axis) { return space.axes[axis] == Axis::any(); };
  if (dimensions > 1 && free(0) && free(1) && (dimensions == 2 || free(2))) {
    return fmt::format("every block of {} dimensions with up to {} threads{}",
                       dimensions == 2 ? "one or two" : "one, two or three", space.largest, steps);
  }
  std::string names = "X", conditions;
  for (std::size_t i = 1; i < static_cast<std::size_t>(dimensions); ++i) names += i == 1 ? ",Y" : ",Z";
  for (std::size_t i = 0; i < static_cast<std::size_t>(dimensions); ++i) {
    const Axis& axis = space.axes[i];
    const char name = "XYZ"[i];
    if (!conditions.empty()) conditions += ", ";
    conditions += axis.is_any() ? axis_text(axis, name) : fmt::format("{} == {}", name, axis.size);
  }
  return fmt::format("every block {} with {} and up to {} threads{}", names, conditions, space.largest, steps);
}

std::string list_shapes(std::span<const BlockShape> shapes) {
  if (shapes.empty()) return {};
  std::string out = shapes.size() == 1 ? "block " : "blocks ";
  for (std::size_t i = 0; i < shapes.size() && i < kMostListed; ++i)
    out += (i == 0 ? "" : "; ") + shape_text(shapes[i]);
  if (shapes.size() > kMostListed) out += fmt::format(" and {} more shapes", shapes.size() - kMostListed);
  return out;
}

}  // namespace warpproof::launch
