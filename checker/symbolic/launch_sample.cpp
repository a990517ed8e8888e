// Which threads stand for all: a block of any shape, and any two threads or warps of a block.
#include <algorithm>
#include <tuple>

#include "checker/symbolic/launch_numbers.h"

namespace warpproof::symbolic {

void LaunchNumbers::choose_block_shape() {
  const launch::ShapeSpace& space = *shape_.space;
  std::array<Term, 3> shape{};
  Term threads = g.constant(32, 1);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const launch::Axis& axis = space.axes[i];
    const std::uint64_t most = std::min(launch::kLargestAlong[i], space.largest);
    if (!axis.is_any() || axis.step > most) {
      shape[i] = g.constant(32, axis.is_any() ? axis.step : axis.size);
    } else {
      shape[i] = context_.variable(Input::Kind::BlockSize, i, 0, -1, 32, "block size");
      g.set_range(shape[i], axis.step, most / axis.step * axis.step);
      if (axis.step > 1)
        context_.assume(g.eq(g.urem(shape[i], g.constant(32, axis.step)), g.constant(32, 0)));
      g.set_zero_bits(shape[i], (axis.step & (~axis.step + 1)) - 1);
      context_.add_input(Input::Kind::BlockSize, shape[i], i);
    }
    threads = g.mul(threads, shape[i]);  // less than 2^26, as no axis is longer than a launch allows
  }
  block_shape_ = shape;
  context_.assume(g.ule(threads, g.constant(32, space.largest)));
  if (space.multiple > 1)
    context_.assume(g.eq(g.urem(threads, g.constant(32, space.multiple)), g.constant(32, 0)));
}

void LaunchNumbers::choose_sample(std::vector<Term>& present) {
  const Shape& shape = shape_;
  const auto lanes = static_cast<std::uint32_t>(shape.warp_size);
  const auto all = static_cast<std::uint32_t>(shape.all_threads());
  const bool pair = shape.follow == Shape::Follow::TwoThreads;
  const bool flat = !block_shape_ && shape.block[1] * shape.block[2] == 1;
  const auto most_along = [&](std::size_t axis) {
    return block_shape_ ? static_cast<std::uint32_t>(g.unsigned_range(block_dimension(axis)).second) - 1
                        : shape.block[axis] - 1;
  };
  const auto number = [&](int width) { return g.constant(32, static_cast<std::uint64_t>(width)); };
  const auto variable = [&](const char* name, std::uint32_t low, std::uint32_t high) {
    if (low == high) return number(static_cast<int>(low));
    const Term t = g.var(32, name);
    g.set_range(t, low, high);
    context_.add_input(Input::Kind::WarpIndex, t, 0);
    return t;
  };
  std::vector<Term> leaders;
  std::vector<Term> indices;
  std::vector<std::array<Term, 3>> sample;
  for (int i = 0; i < 2; ++i) {
    const auto first = static_cast<std::uint32_t>(i);
    if (pair && !flat) {
      std::array<Term, 3> at{};
      const char* names[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
      for (std::size_t axis = 0; axis < 3; ++axis) at[axis] = variable(names[axis], 0, most_along(axis));
      const Term row = g.add(at[1], g.mul(at[2], block_dimension(1)));
      sample.push_back(at);
      indices.push_back(g.add(at[0], g.mul(row, block_dimension(0))));
      leaders.push_back(indices.back());
      continue;
    }
    const std::uint32_t many = pair ? all : (all + lanes - 1) / lanes;
    leaders.push_back(variable(pair ? "thread" : "warp", first, many - 1));
    for (std::uint32_t l = 0; l < (pair ? 1 : lanes); ++l) {
      const Term index =
          pair ? leaders.back() : g.add(g.mul(leaders.back(), g.constant(32, lanes)), g.constant(32, l));
      const std::uint32_t x = shape.block[0], y = shape.block[1];
      std::array<Term, 3> at{index, number(0), number(0)};
      if (!flat) {
        // Rows that fill whole warps, or warps that fill whole rows, keep lanes and numbers of warps apart.
        Term row = g.udiv(index, g.constant(32, x));
        at[0] = g.urem(index, g.constant(32, x));
        if (lanes % x == 0) {
          at[0] = g.constant(32, l % x);
          row = g.add(g.mul(leaders.back(), g.constant(32, lanes / x)), g.constant(32, l / x));
        }
        at[1] = shape.block[2] == 1 ? row : g.urem(row, g.constant(32, y));
        at[2] = shape.block[2] == 1 ? number(0) : g.udiv(row, g.constant(32, y));
      }
      indices.push_back(index);
      sample.push_back(at);
    }
  }
  context_.assume(g.ult(leaders[0], leaders[1]));
  if (block_shape_) return take_pair_of_any_shape(std::move(sample), std::move(indices), present);
  const Term size = block_threads();
  const std::uint32_t step = shape.symbolic_size ? shape.multiple : all;
  for (int t = 0; t < threads_; ++t) {
    // Lanes of a block of whole warps come and go with their warp.
    const bool whole = !pair && step % lanes == 0;
    const auto warp = static_cast<std::size_t>(t / static_cast<int>(lanes));
    const Term index =
        whole ? g.mul(leaders[warp], g.constant(32, lanes)) : indices[static_cast<std::size_t>(t)];
    present[static_cast<std::size_t>(t)] = g.ult(index, size);
    const bool first = t == 0 || (whole && warp == 0);
    if (!first) continue;
    context_.assume(present[static_cast<std::size_t>(t)]);
    present[static_cast<std::size_t>(t)] = g.truth(true);
  }
  sample_ = std::move(sample);
  sample_index_ = std::move(indices);
  if (g.kind(leaders[0]) != Kind::Var || g.kind(leaders[1]) != Kind::Var) return;
  const Term distance = g.var(32, "distance");
  g.set_range(distance, 1, g.unsigned_range(leaders[1]).second);
  sample_apart_ = {leaders[1], g.add(leaders[0], distance)};
}

// Both threads are in the block, whatever its shape is, but for a block of one thread, of which the second one is
// no part. The order of their numbers is that of their places, by z, y and then x, as no coordinate reaches the size of
// its axis; it is said in both directions, since the numbers are products.
void LaunchNumbers::take_pair_of_any_shape(std::vector<std::array<Term, 3>> sample, std::vector<Term> indices,
                                           std::vector<Term>& present) {
  std::vector<Term> alone;
  for (std::uint32_t axis = 0; axis < 3; ++axis) alone.push_back(g.eq(block_dimension(axis), g.constant(32, 1)));
  const Term is_alone = shape_.space->contains({1, 1, 1}) ? g.conj(alone) : g.truth(false);
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    context_.assume(g.ult(sample[0][axis], block_dimension(axis)));
    context_.assume(g.lor(is_alone, g.ult(sample[1][axis], block_dimension(axis))));
  }
  const auto& [a, b] = std::tie(sample[0], sample[1]);
  const Term in_row = g.land(g.eq(a[1], b[1]), g.ult(a[0], b[0]));
  const Term in_layer = g.land(g.eq(a[2], b[2]), g.lor(g.ult(a[1], b[1]), in_row));
  context_.assume(g.lor(g.ult(a[2], b[2]), in_layer));
  for (const Term index : indices) context_.assume(g.ult(index, g.constant(32, shape_.space->largest)));
  present.assign(present.size(), g.truth(true));
  present[1] = g.lnot(is_alone);
  sample_ = std::move(sample);
  sample_index_ = std::move(indices);
}

}  // namespace warpproof::symbolic
