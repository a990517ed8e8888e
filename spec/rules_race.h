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
     "From sm_70 on lanes of a warp do not run in lockstep, so code that relied on it is a race. Below it is "
     "merely "
     "fragile, hence a warning there.",
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
     "These operations make lanes meet but order no memory. Only bar.warp.sync (__syncwarp) and the block "
     "barriers do.",
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
     "Two accesses to one location, one of them a store, that are neither ordered by barriers nor both "
     "strong enough. "
     "Weak loads and stores of different threads never are. Equal values are no excuse; policy data-race "
     "downgrades "
     "them.",
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
     "Accesses of different sizes or offsets that overlap are never morally strong, atomics included.",
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
     "One of the values stands; which one is not defined. Lanes that write equal values are no finding. Policy "
     "same-address-store can make it a warning. Lanes in different iterations of a loop are at no one store: "
     "theirs is a race.",
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
