// One launch of one kernel, as far as a block can see it.
#pragma once

#include <array>
#include <cstdint>

#include "spec/policies.h"

namespace warpproof {

struct Launch {
  std::array<std::uint32_t, 3> block{32, 1, 1};  // threads
  std::array<std::uint32_t, 3> grid{1, 1, 1};    // blocks
  std::array<std::uint32_t, 3> ctaid{0, 0, 0};   // the block that is looked at
  std::uint64_t dynamic_shared = 0;              // bytes
  int target_sm = 80;                            // judged as this compute capability (80: 8.0)
  int warp_size = 32;                            // lanes; 4 and 8 in exhaustive tests
  spec::Policies policies;
  bool cuda_source = true;               // the CUDA rules apply, not only those of plain PTX
  std::uint64_t max_steps = 10'000'000;  // warp instructions

  std::uint32_t threads() const { return block[0] * block[1] * block[2]; }
  std::uint32_t warps() const { return (threads() + warp_size - 1) / warp_size; }
  // Thread i sits in lane i % warp_size of warp i / warp_size (CUDA Programming Guide, SIMT architecture).
  std::array<std::uint32_t, 3> tid(std::uint32_t thread) const {
    return {thread % block[0], thread / block[0] % block[1], thread / (block[0] * block[1])};
  }
};

}  // namespace warpproof
