// The block that is executed: its size, which may be a variable, and which of its threads are followed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "checker/launch/shapes.h"

namespace warpproof::symbolic {

struct Shape {
  bool symbolic_size = false;                        // 1-D, 1..threads() threads, the size a variable
  std::uint32_t multiple = 1;                        // symbolic sizes are multiples of it
  std::array<std::uint32_t, 3> block{32, 1, 1};      // the shape; for a symbolic size the largest
  // Any two threads only: the shape is a variable. `block` is what a replay would use.
  std::optional<launch::ShapeSpace> space;
  std::optional<std::array<std::uint32_t, 3>> grid;  // nothing: any grid
  std::uint64_t dynamic_shared = 0;                  // bytes
  bool dynamic_shared_is_open = false;               // as large as the accesses need
  int warp_size = 32;
  // Who is followed. OneWarp, with a symbolic size: a warp whose number is a variable stands for all;
  // WarpPair: two of them for all pairs, enough to see races. Both are exact where warps meet in global
  // memory only (no block barrier, no shared memory). TwoWarps and TwoThreads: any two warps or threads of
  // the block (sample_barriers.h); proofs stand, a counterexample must replay.
  enum class Follow : std::uint8_t { Everyone, OneWarp, WarpPair, TwoWarps, TwoThreads };
  Follow follow = Follow::Everyone;
  // Races, bounds and warnings are not judged: another attempt judges them. Errors that are found stand, nothing is proved.
  bool only_looks_for_errors = false;
  bool one_warp() const { return follow == Follow::OneWarp; }
  int free_warps() const { return one_warp() ? 1 : follow == Follow::WarpPair ? 2 : 0; }
  bool is_sample() const { return follow == Follow::TwoWarps || follow == Follow::TwoThreads; }
  // Threads that are followed, and how many of these are surely of one warp.
  int threads() const {
    return follow == Follow::Everyone     ? all_threads()
           : follow == Follow::TwoThreads ? 2
                                          : (one_warp() ? 1 : 2) * warp_size;
  }
  int group() const { return follow == Follow::TwoThreads ? 1 : warp_size; }
  bool is_one_block() const { return grid && (*grid)[0] * std::uint64_t{(*grid)[1]} * (*grid)[2] == 1; }
  int all_threads() const { return static_cast<int>(space ? space->largest : block[0] * block[1] * block[2]); }
};

}  // namespace warpproof::symbolic
