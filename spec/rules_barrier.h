// Rules about block barriers (meaning: spec/barrier.h).
#pragma once

#include <array>

#include "spec/rule.h"

namespace warpproof::spec {

inline constexpr std::array<RuleInfo, 8> kBarrierRules = {{
    {Rule::BarrierDivergent,
     "barrier.divergent",
     Level::Error,
     Judged::AtInstruction,
     true,
     "1.14",
     "PTX ISA 9.x, 9.7.13.1 (.aligned); newer CUDA Programming Guide and CUDA C++ Programming Guide 13.0, "
     "__syncthreads; NVIDIA Guidelines 1.14",
     "an aligned barrier is executed under a condition that the threads evaluate differently",
     "All threads of the block that have not exited must reach __syncthreads, and each condition around it must have "
     "the same value in all of them. Otherwise the behaviour is undefined, even if the kernel seems to run, as it did "
     "on an H200.",
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x % 2) {
    out[threadIdx.x] = 1;
    __syncthreads();
  }
  out[threadIdx.x + 64] = 2;
}
)cu",
      64},
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x % 2) out[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x + 64] = 2;
}
)cu",
      64}},

    {Rule::BarrierSplitSite,
     "barrier.split-site",
     Level::Warning,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.13.1 (.aligned)",
     "one generation of an aligned barrier is reached from more than one blocking instruction",
     "A generation is one use of a barrier, from its first arrival until it completes. Two warps may wait at two "
     "different __syncthreads and release each other. The manual requires one site only for the threads of one warp, "
     "but two sites are rarely intended. The policy aligned-barrier decides.",
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
}
)cu",
      64},
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = threadIdx.x < 32 ? 1 : 2;
  __syncthreads();
}
)cu",
      64}},

    {Rule::BarrierUnreached,
     "barrier.unreached",
     Level::Error,
     Judged::AtStandstill,
     true,
     "",
     "PTX ISA 9.x, 9.7.13.1; CUDA C++ Programming Guide 13.0, __syncthreads",
     "a barrier gets fewer arrivals than it expects and nothing can go on",
     "Threads wait at a barrier for other threads that wait elsewhere, or for an arrival count that the remaining "
     "warps cannot reach.",
     {R"cu(__global__ void k(int *out) {
  // Warps 0 and 1 wait for warp 2, which waits for them elsewhere.
  if (threadIdx.x < 64)
    asm volatile("barrier.sync 1, 96;" ::: "memory");
  else
    asm volatile("barrier.sync 2, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
)cu",
      96},
     {R"cu(__global__ void k(int *out) {
  asm volatile("barrier.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}
)cu",
      96}},

    {Rule::BarrierId,
     "barrier.id",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.13.1",
     "a barrier number is outside 0..15",
     "A block has sixteen barriers.",
     {R"cu(__global__ void k(int *out, int id) {
  asm volatile("barrier.sync %0;" ::"r"(id + 16) : "memory");
  out[threadIdx.x] = id;
}
)cu"},
     {R"cu(__global__ void k(int *out, int id) {
  asm volatile("barrier.sync %0;" ::"r"(id & 15) : "memory");
  out[threadIdx.x] = id;
}
)cu"}},

    {Rule::BarrierCount,
     "barrier.count",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.13.1",
     "a barrier's thread count is 0, no multiple of the warp size, above the block, or less than the threads "
     "that may arrive",
     "Warps arrive whole, so the count must be a multiple of 32; for barrier.arrive it must be above 0. A count above "
     "the size of the block can never be reached. A generation is one use of the barrier, from its first arrival until "
     "it completes. If more threads than the count may arrive in one generation, it completes without some of them, "
     "and the schedule decides which. Other warps may use the barrier again once they know that the generation is "
     "complete: they waited in it, or they have since met, at a barrier, a thread that waited in it. With a count of "
     "32 the arrival of one warp completes the barrier.",
     {R"cu(__global__ void k(int *out) {
  // Four warps: which two meet?
  out[threadIdx.x] = 1;
  asm volatile("bar.sync 1, 64;" ::: "memory");
}
)cu",
      128},
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
}
)cu",
      128}},

    {Rule::BarrierRedMix,
     "barrier.red-mix",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.13.1",
     "one generation of a barrier mixes a reduction with sync or arrive, or two kinds of reduction",
     "A generation is one use of a barrier, from its first arrival until it completes. The manual forbids barrier.red "
     "together with barrier.sync or barrier.arrive in one generation; the result of the reduction is then "
     "unpredictable.",
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x < 32)
    out[threadIdx.x] = __syncthreads_count(out[threadIdx.x]);
  else
    __syncthreads();
}
)cu",
      64},
     {R"cu(__global__ void k(int *out) {
  int n = __syncthreads_count(threadIdx.x < 32 && out[threadIdx.x]);
  if (threadIdx.x < 32) out[threadIdx.x] = n;
}
)cu",
      64}},

    {Rule::BarrierRearrive,
     "barrier.rearrive",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.13.1",
     "a warp arrives twice in one generation of a barrier, or may do so",
     "A generation is one use of a barrier, from its first arrival until it completes. After barrier.arrive a warp "
     "must not arrive or wait at the same barrier again until it knows that the generation is complete. Otherwise its "
     "second arrival may be counted in place of another warp's. The warp knows it once it has met, at another barrier, "
     "a thread that waited in the generation.",
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x < 32) {
    asm volatile("barrier.arrive 1, 64;" ::: "memory");
    asm volatile("barrier.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("barrier.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = 1;
  }
}
)cu",
      64},
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x < 32) {
    asm volatile("barrier.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("barrier.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = 1;
  }
}
)cu",
      64}},

    {Rule::BarrierExited,
     "barrier.exited",
     Level::Note,
     Judged::AtInstruction,
     true,
     "1.14",
     "PTX ISA 9.x, 9.7.13.1; CUDA C++ Programming Guide 13.0, __syncthreads; newer CUDA Programming Guide (all "
     "non-exited threads)",
     "a barrier of the whole block completes without threads that have exited",
     "A barrier of the whole block does not wait for threads that returned early. Code relies on this, though older "
     "guides ask for all threads of the block. Work that those threads should have done before the barrier is missing "
     "after it. The policy exited decides. A barrier with a thread count waits for that many threads anyway.",
     {R"cu(__global__ void k(int *out, int n) {
  __shared__ int s[64];
  if (threadIdx.x >= n) return;
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
)cu",
      64},
     {R"cu(__global__ void k(int *out, int n) {
  __shared__ int s[64];
  if (threadIdx.x < n) s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n) out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
)cu",
      64}},
}};

}  // namespace warpproof::spec
