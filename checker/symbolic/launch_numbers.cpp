#include "checker/symbolic/launch_numbers.h"

#include <algorithm>
#include <array>

#include "src/term/traverse.h"

namespace warpproof::symbolic {

Lanes LaunchNumbers::choose() {
  std::vector<Term> present(static_cast<std::size_t>(threads_), g.truth(true));
  if (shape_.symbolic_size) {
    const Term size = symbolic_block_size();
    choose_warps(size, present);
    // With sizes in steps of a multiple, threads of one step come and go together: one term for them all.
    for (int t = 0; t < threads_ && shape_.follow == Shape::Follow::Everyone; ++t) {
      const std::uint32_t step = static_cast<std::uint32_t>(t) / shape_.multiple * shape_.multiple;
      present[t] = g.ult(g.constant(32, step), size);
    }
  }
  if (shape_.space) choose_block_shape();
  if (shape_.is_sample()) choose_sample(present);
  return Lanes::each(std::move(present));
}

// Warps whose numbers are variables.
void LaunchNumbers::choose_warps(Term size, std::vector<Term>& present) {
  // The second warp's number as the first one's plus a step, so that addresses of the two differ by
  // structure. It may lie outside the block; then its threads are not there.
  for (int w = 0; w < shape_.free_warps(); ++w) {
    const Term step = g.var(32, w == 0 ? "warp" : "warps further");
    const auto lanes = static_cast<std::uint64_t>(warp_size_);
    const auto warps = (static_cast<std::uint64_t>(shape_.all_threads()) + lanes - 1) / lanes;
    g.set_range(step, w == 0 ? 0 : 1, std::max<std::uint64_t>(warps, 2) - 1);
    warp_indices_.push_back(w == 0 ? step : g.add(warp_indices_.back(), step));
    context_.add_input(Input::Kind::WarpIndex, step, 0);
  }
  if (warp_indices_.empty()) return;
  // Lanes of a block of whole warps come and go with their warp.
  const bool whole = shape_.multiple % static_cast<std::uint32_t>(warp_size_) == 0;
  for (int t = 0; t < threads_; ++t)
    present[t] = g.ult(thread_index(whole ? t / warp_size_ * warp_size_ : t), size);
}

// A variable, unless the shape has one size only.
Term LaunchNumbers::symbolic_block_size() {
  const std::uint32_t multiple = shape_.multiple;
  const auto largest = static_cast<std::uint64_t>(shape_.all_threads());
  if (multiple == largest) return g.constant(32, largest);
  const Term size = context_.variable(Input::Kind::BlockSize, 0, 0, -1, 32, "block size");
  g.set_range(size, multiple, largest);
  if (multiple > 1) context_.assume(g.eq(g.urem(size, g.constant(32, multiple)), g.constant(32, 0)));
  g.set_zero_bits(size, (multiple & (~multiple + 1)) - 1);  // the lowest bits, 0 in every multiple
  block_size_ = size;
  context_.add_input(Input::Kind::BlockSize, size, 0);
  return size;
}

Term LaunchNumbers::thread_index(int thread) const {
  if (!sample_.empty()) return sample_index_[static_cast<std::size_t>(thread)];
  if (warp_indices_.empty()) return g.constant(32, static_cast<std::uint64_t>(thread));
  const Term warp = warp_indices_[static_cast<std::size_t>(thread / warp_size_)];
  return g.add(g.mul(warp, g.constant(32, static_cast<std::uint64_t>(warp_size_))),
               g.constant(32, static_cast<std::uint64_t>(thread % warp_size_)));
}

Term LaunchNumbers::thread_index(int thread, std::uint32_t axis) const {
  if (!sample_.empty()) return sample_[static_cast<std::size_t>(thread)][axis];
  const auto& block = shape_.block;
  if (!warp_indices_.empty()) return axis == 0 ? thread_index(thread) : g.constant(32, 0);
  const auto t = static_cast<std::uint32_t>(thread);
  return g.constant(32, axis == 0   ? t % block[0]
                        : axis == 1 ? t / block[0] % block[1]
                                    : t / (block[0] * block[1]));
}

// Largest grid: PTX ISA 9.x section 10, %nctaid; CUDA C++ Programming Guide 13.0, technical specifications.
// The most that a launch of these blocks may have, and along x so few that their threads can be numbered.
std::uint64_t LaunchNumbers::most_blocks(std::uint32_t axis) const {
  if (axis != 0) return 0xffff;
  if (shape_.space) return kMostThreadsOfGrid;  // bound_threads_of_grid() says which of them
  return kMostThreadsOfGrid / (shape_.symbolic_size ? shape_.multiple : shape_.block[0]);
}

void LaunchNumbers::bound_threads_of_grid(Term blocks) {
  context_.assumed.insert("a grid has less than 2^31 threads along x");
  if (!block_size_ && !block_shape_) return;
  const Term size = block_dimension(0);
  const Term threads = g.mul(blocks, size);
  context_.assume(g.eq(g.mulhi_u(blocks, size), g.constant(32, 0)));
  context_.assume(g.ule(threads, g.constant(32, kMostThreadsOfGrid)));
}

Term LaunchNumbers::grid_size(std::uint32_t axis) {
  if (shape_.grid) return g.constant(32, (*shape_.grid)[axis]);
  std::optional<Term>& term = grid_terms_[axis];
  if (!term) {
    term = context_.variable(Input::Kind::GridSize, axis, 0, -1, 32, std::string("gridDim.") + "xyz"[axis]);
    g.set_range(*term, 1, most_blocks(axis));
    if (axis == 0) bound_threads_of_grid(*term);
    context_.add_input(Input::Kind::GridSize, *term, axis);
  }
  return *term;
}

Term LaunchNumbers::block_index(std::uint32_t axis) {
  if (shape_.grid && (*shape_.grid)[axis] == 1) return g.constant(32, 0);
  std::optional<Term>& term = index_terms_[axis];
  if (!term) {
    const std::string name = std::string("blockIdx.") + "xyz"[axis];
    term = context_.variable(Input::Kind::BlockIndex, axis, 0, -1, 32, name);
    const Term size = grid_size(axis);
    const std::uint64_t most = g.is_const(size) ? g.value(size) - 1 : most_blocks(axis) - 1;
    g.set_range(*term, 0, most);
    context_.assume(g.ult(*term, size));
    context_.add_input(Input::Kind::BlockIndex, *term, axis);
  }
  return *term;
}

Term LaunchNumbers::warp_index(int thread) const {
  if (!warp_indices_.empty()) return warp_indices_[static_cast<std::size_t>(thread / warp_size_)];
  return g.udiv(thread_index(thread), g.constant(32, static_cast<std::uint64_t>(shape_.warp_size)));
}

std::optional<std::uint32_t> LaunchNumbers::axis_of_block_index(Term variable) const {
  const auto at = std::find(index_terms_.begin(), index_terms_.end(), variable);
  if (at == index_terms_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(at - index_terms_.begin());
}

bool LaunchNumbers::is_grid_size(Term variable) const {
  return std::find(grid_terms_.begin(), grid_terms_.end(), variable) != grid_terms_.end();
}

Term LaunchNumbers::block_dimension(std::uint32_t axis) const {
  if (block_shape_) return (*block_shape_)[axis];
  return axis == 0 && block_size_ ? *block_size_ : g.constant(32, shape_.block[axis]);
}

Term LaunchNumbers::block_threads() const {
  if (block_shape_) return g.mul((*block_shape_)[0], g.mul((*block_shape_)[1], (*block_shape_)[2]));
  return block_size_ ? *block_size_ : g.constant(32, static_cast<std::uint64_t>(shape_.all_threads()));
}

bool LaunchNumbers::is_of_launch(Term variable) {
  using Kind = Input::Kind;
  const auto [it, fresh] = of_launch_.try_emplace(variable.id, false);
  if (!fresh) return it->second;
  const bool is_warp = std::find(warp_indices_.begin(), warp_indices_.end(), variable) != warp_indices_.end();
  const auto& inputs = context_.inputs;
  it->second = is_warp || std::any_of(inputs.begin(), inputs.end(), [&](const Input& input) {
    return input.term == variable && (input.kind == Kind::BlockSize || input.kind == Kind::WarpIndex ||
                                      input.kind == Kind::GridSize || input.kind == Kind::BlockIndex);
  });
  return it->second;
}

bool LaunchNumbers::decides(Term t) {
  const auto is_of_sample = [&](Term v) {
    return std::find(sample_index_.begin(), sample_index_.end(), v) != sample_index_.end() ||
           std::any_of(sample_.begin(), sample_.end(), [&](const std::array<Term, 3>& axes) {
             return std::find(axes.begin(), axes.end(), v) != axes.end();
           });
  };
  const Leaves leaves = collect_leaves(g, std::array{t});
  return leaves.reads.empty() &&
         std::all_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term v) { return is_of_launch(v) || is_of_sample(v); });
}

std::vector<std::uint64_t> LaunchNumbers::coordinates_of(std::uint32_t thread) const {
  const std::uint32_t x = shape_.block[0], y = shape_.block[1];
  if (shape_.follow == Shape::Follow::Everyone && y * shape_.block[2] > 1)
    return {thread % x, thread / x % y, thread / x / y};
  const auto lanes = static_cast<std::uint32_t>(warp_size_);
  return {thread % lanes, thread / lanes};
}

Term LaunchNumbers::may_share_warp(int thread, int other) const {
  if (shape_.follow != Shape::Follow::TwoThreads) return g.truth(false);
  const Term lanes = g.constant(32, static_cast<std::uint64_t>(shape_.warp_size));
  return g.eq(g.udiv(thread_index(thread), lanes), g.udiv(thread_index(other), lanes));
}

}  // namespace warpproof::symbolic
