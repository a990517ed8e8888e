// A block whose shape is a variable: any of a space of shapes (launch/shapes.h), of which two threads are
// followed (sample.cpp).
#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

void Executor::choose_block_shape() {
  const launch::ShapeSpace& space = *options_.shape.space;
  std::array<Term, 3> shape{};
  Term threads = g.constant(32, 1);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const launch::Axis& axis = space.axes[i];
    const std::uint64_t most = std::min(launch::kLargestAlong[i], space.largest);
    if (!axis.is_any() || axis.step > most) {
      shape[i] = g.constant(32, axis.is_any() ? axis.step : axis.size);
    } else {
      shape[i] = input_variable(Input::Kind::BlockSize, i, 0, -1, 32, "block size");
      g.set_range(shape[i], axis.step, most / axis.step * axis.step);
      if (axis.step > 1) assumptions_.push_back(g.eq(g.urem(shape[i], g.constant(32, axis.step)), g.constant(32, 0)));
      g.set_zero_bits(shape[i], (axis.step & (~axis.step + 1)) - 1);
      inputs_.push_back(Input{Input::Kind::BlockSize, shape[i], i, 0, -1, g.truth(true), 0, std::nullopt});
    }
    threads = g.mul(threads, shape[i]);  // less than 2^26, as no axis is longer than a launch allows
  }
  block_shape_ = shape;
  assumptions_.push_back(g.ule(threads, g.constant(32, space.largest)));
  if (space.multiple > 1)
    assumptions_.push_back(g.eq(g.urem(threads, g.constant(32, space.multiple)), g.constant(32, 0)));
}

Term Executor::block_dimension(std::uint32_t axis) {
  if (block_shape_) return (*block_shape_)[axis];
  return axis == 0 && block_size_ ? *block_size_ : g.constant(32, options_.shape.block[axis]);
}

}  // namespace warpproof::symbolic
