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
     "__syncthreads must be reached by all threads of the block that have not exited, under conditions that "
     "all "
     "evaluate alike. Otherwise the behaviour is undefined, even where, as on an H200, the kernel seems to "
     "run.",
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
     "Two warps may wait at two different __syncthreads and release each other. The manual asks this only of "
     "the "
     "threads of one warp, yet it is rarely meant. Policy aligned-barrier decides.",
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
     "Threads wait at a barrier for others that wait elsewhere or for a count that the remaining warps "
     "cannot reach.",
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
     "Warps arrive whole, so a count is a multiple of 32; an arrive must give one above 0. A count above the "
     "block's warps can never be reached. The count is the number of threads that take part: where more may "
     "arrive in one generation, it completes without some of them, and which ones is up to the schedule. "
     "Other "
     "warps may use the barrier when they know that the generation is complete: they waited in it, or have "
     "met "
     "a thread at a barrier since that did. A count of one warp is complete with its own arrival.",
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
     "The manual forbids mixing barrier.red with barrier.sync or barrier.arrive on one active barrier; what "
     "the "
     "reduction returns is then unpredictable.",
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
     "After barrier.arrive a warp may not arrive at the same barrier again, nor wait at it, before it knows "
     "that the generation is complete: its second arrival could count for somebody else's. It knows when it "
     "has met, at another barrier, a thread that waited in the generation.",
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
     "Threads that return early are not waited for. Code relies on it, older guides ask for all threads of the block, "
     "and what those threads were to contribute is missing after the barrier. Policy exited decides. Barriers "
     "that count their threads wait for that many anyway.",
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
