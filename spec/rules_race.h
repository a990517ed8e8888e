// Rules about two accesses of different threads that nothing orders (is_race in spec/rules.h).
#pragma once

#include <array>

#include "spec/rule.h"

namespace warpproof::spec {

inline constexpr std::array<RuleInfo, 5> kRaceRules = {{
    {Rule::MemoryImplicitWarpSync,
     "memory.implicit-warp-sync",
     Level::Error,
     Judged::AcrossLanes,
     true,
     "",
     "CUDA C++ Programming Guide 13.0, independent thread scheduling; PTX ISA 9.x 8.7.1",
     "lanes of one warp pass data through memory with no bar.warp.sync between",
     "From sm_70 on the lanes of a warp do not run in lockstep, so code that relies on lockstep has a race. On earlier "
     "targets such code is only fragile, so the rule is a warning there.",
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
)cu"}},

    {Rule::MemoryCollectiveAsFence,
     "memory.collective-as-fence",
     Level::Error,
     Judged::AcrossLanes,
     true,
     "",
     "CUDA C++ Programming Guide 13.0, warp functions (no memory ordering); PTX ISA 9.x, bar.warp.sync",
     "lanes of one warp pass data through memory with only shuffles, votes, matches or reductions between",
     "These operations synchronise lanes but do not order memory accesses. Only bar.warp.sync (__syncwarp) and the "
     "block barriers do.",
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __ballot_sync(0xffffffffu, 1);
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
)cu"}},

    {Rule::Race,
     "race",
     Level::Error,
     Judged::AcrossLanes,
     true,
     "",
     "PTX ISA 9.x, 8.7.1; newer CUDA Programming Guide, memory model",
     "two conflicting accesses of different threads are not ordered",
     "Two accesses conflict if they touch one location and one of them is a store. They race if no barrier orders "
     "them, unless both are strong (such as atomic operations) in a scope that covers both threads. Ordinary loads and "
     "stores are weak. Two stores of equal values race as well; by default the policy data-race makes that a warning.",
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}
)cu",
      64},
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
)cu",
      64}},

    {Rule::RaceMixedSize,
     "race.mixed-size",
     Level::Error,
     Judged::AcrossLanes,
     true,
     "",
     "PTX ISA 9.x, 8.7.1",
     "two conflicting accesses overlap in part only",
     "Overlapping accesses of different sizes or offsets race unless something orders them, even if both are atomic: "
     "in the PTX memory model they are never morally strong.",
     {R"cu(__global__ void k(unsigned *out) {
  __shared__ unsigned s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[threadIdx.x], 1u);
  reinterpret_cast<unsigned char *>(s)[4 * (63 - threadIdx.x)] = 0;
  out[threadIdx.x] = 0;
}
)cu",
      64},
     {R"cu(__global__ void k(unsigned *out) {
  __shared__ unsigned s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[threadIdx.x], 1u);
  __syncthreads();
  reinterpret_cast<unsigned char *>(s)[4 * (63 - threadIdx.x)] = 0;
  out[threadIdx.x] = 0;
}
)cu",
      64}},

    {Rule::StoreSameInstruction,
     "store.same-instruction",
     Level::Error,
     Judged::AcrossLanes,
     true,
     "",
     "CUDA C++ Programming Guide 13.0, SIMT architecture, notes",
     "two lanes of one store instruction write different values to one address",
     "One of the values is stored; which one is undefined. Lanes that write equal values are not reported. The policy "
     "same-address-store can make the rule a warning. Lanes in different iterations of a loop do not execute one store "
     "together: their conflict is a race.",
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x / 2] = threadIdx.x;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x % 2 == 0) out[threadIdx.x / 2] = threadIdx.x;
}
)cu"}},
}};

}  // namespace warpproof::spec
