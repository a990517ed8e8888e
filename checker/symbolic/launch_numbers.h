// Numbers of threads and blocks, and sizes of these: which are variables, and what they are for each thread that
// is followed.
//
// What it claims: every launch that Shape stands for gives these terms some values, such that each pair of threads
// (or of warps, Shape::Follow) of one of its blocks is the one that is followed for some of them. Side conditions:
//   - a grid has less than 2^31 threads along x, so that a thread's number in it fits in 32 bits: an assumption of
//     the verdict (bound_threads_of_grid);
//   - no axis of a block is longer than a launch allows, so that products of sizes do not wrap around:
//     checker/launch/shapes.h keeps to it, `block_threads` relies on it;
//   - the first of two has the lower number, and is there. Nothing is lost by that, since rules about pairs are
//     judged for both orders (race.h), and a block without threads does nothing.
//
// Thread numbers count through the block, x fastest (PTX ISA 9.x section 10, %tid). `thread` counts through the
// threads that are followed, 0..Context::threads()-1. All terms are of 32 bits.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/symbolic/context.h"

namespace warpproof::symbolic {

class LaunchNumbers {
 public:
  explicit LaunchNumbers(const Context& context)
      : context_(context),
        g(context.graph),
        shape_(context.options.shape),
        threads_(context.threads()),
        warp_size_(context.warp_size()) {}

  // Chooses the variables, once and before all else; which threads are in the block.
  Lanes choose();

  // The number in its block of a thread that is followed, and its index along an axis.
  Term thread_index(int thread) const;
  Term thread_index(int thread, std::uint32_t axis) const;
  // The number of its warp.
  Term warp_index(int thread) const;
  Term block_dimension(std::uint32_t axis) const;
  Term block_threads() const;
  // Along an axis: of blocks, and of the block. These variables are made when they are first asked for.
  Term grid_size(std::uint32_t axis);
  Term block_index(std::uint32_t axis);

  // The block's size, where it is one variable.
  const std::optional<Term>& block_size() const { return block_size_; }
  // Numbers of the warps that are followed (Shape::free_warps); empty when there is none.
  const std::vector<Term>& warp_indices() const { return warp_indices_; }
  // Of two threads or warps that stand for all: the numbers of their threads, empty when there are none; and
  // the second one's variable with the first one's number plus a distance.
  const std::vector<Term>& sample() const { return sample_index_; }
  const std::optional<std::pair<Term, Term>>& sample_apart() const { return sample_apart_; }
  // The axis of which it is the block's index.
  std::optional<std::uint32_t> axis_of_block_index(Term variable) const;
  // Is it a number of blocks?
  bool is_grid_size(Term variable) const;
  bool is_grid_width(Term variable) const { return grid_terms_[0] == variable; }

  // Is it the number of a thread or block that is followed, or the size of one? Asked of a variable that is an
  // input already.
  bool is_of_launch(Term variable);
  // Does a value depend on these only?
  bool decides(Term value);
  // When two threads that are followed one by one are of one warp.
  Term may_share_warp(int thread, int other) const;
  // Of a thread in the block, where each is followed and rows of the block may be no warps; else lane and warp.
  std::vector<std::uint64_t> coordinates_of(std::uint32_t thread) const;

 private:
  static constexpr std::uint64_t kMostThreadsOfGrid = 0x7fffffff;  // along x

  Term symbolic_block_size();
  void choose_warps(Term size, std::vector<Term>& present);
  // launch_sample.cpp
  void choose_block_shape();
  void choose_sample(std::vector<Term>& present);
  void take_pair_of_any_shape(std::vector<std::array<Term, 3>> sample, std::vector<Term> indices,
                              std::vector<Term>& present);
  std::uint64_t most_blocks(std::uint32_t axis) const;
  void bound_threads_of_grid(Term blocks);

  const Context& context_;
  TermGraph& g;
  const Shape& shape_;
  const int threads_, warp_size_;
  std::optional<Term> block_size_;
  std::optional<std::array<Term, 3>> block_shape_;  // of Shape::space
  std::vector<Term> warp_indices_;
  std::vector<std::array<Term, 3>> sample_;  // indices of the threads, by axis
  std::vector<Term> sample_index_;
  std::optional<std::pair<Term, Term>> sample_apart_;
  std::array<std::optional<Term>, 3> grid_terms_, index_terms_;
  std::map<std::uint32_t, bool> of_launch_;  // by variable: what is_of_launch() found
};

}  // namespace warpproof::symbolic
