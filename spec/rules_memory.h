// Rules about memory, targets and the user's own assertions.
#pragma once

#include <array>

#include "spec/rule.h"

namespace warpproof::spec {

inline constexpr std::array<RuleInfo, 13> kMemoryRules = {{
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

    {Rule::MemoryOutOfBounds,
     "memory.out-of-bounds",
     Level::Error,
     Judged::AtInstruction,
     false,
     "",
     "CUDA C++ Programming Guide 13.0, device memory accesses; PTX ISA 9.x, 5.1 (state spaces)",
     "an access lies outside every allocation, or is made through a null pointer",
     "A run knows how large its buffers are, so it judges each access; a load then gives an undefined value "
     "and a store is dropped. The static checker assumes that accesses stay inside and says so, but for what has "
     "a known size where --bounds or --size asks for it.",
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[32];
  s[threadIdx.x + 1] = 1;
  out[threadIdx.x] = 0;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[33];
  s[threadIdx.x + 1] = 1;
  out[threadIdx.x] = 0;
}
)cu"}},

    {Rule::MemoryMisaligned,
     "memory.misaligned",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.9 (ld, st: the address is aligned to the size of the access)",
     "the address of an access is not a multiple of its size",
     "Vector accesses count as a whole: four words need 16 bytes. The hardware traps. Judged by runs. The "
     "static checker decides it where numbers and sizes of threads and blocks do, in any state space; where "
     "inputs have a part in it, it assumes aligned accesses and says so.",
     {R"cu(__global__ void k(int *out) {
  *reinterpret_cast<int *>(reinterpret_cast<char *>(out + threadIdx.x) + 2) = 0;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  *reinterpret_cast<int *>(reinterpret_cast<char *>(out + threadIdx.x) + 4) = 0;
}
)cu"}},

    {Rule::MemoryReadOnly,
     "memory.read-only",
     Level::Error,
     Judged::AcrossLanes,
     true,
     "",
     "PTX ISA 9.x, 9.7.9.8 (ld.global.nc) and 9.7.9.9 (ldu); CUDA C++ Programming Guide 13.0, read-only data cache "
     "load function",
     "a read-only load (ld.global.nc, ldu, __ldg) reads what the kernel stores to",
     "Such a load goes through a cache that does not follow stores, so that what it reads has to stay as it is for as "
     "long as the kernel runs. Whatever any thread of the launch stores there, the thread that loads included, before "
     "or after the load, makes what is read undefined: no barrier and no fence helps. A plain load does.",
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = 5;
  __syncthreads();
  out[threadIdx.x + 32] = __ldg(&out[31 - threadIdx.x]);
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = __ldg(&out[63 - threadIdx.x]);
}
)cu"}},

    {Rule::ValueDivisionByZero,
     "value.division-by-zero",
     Level::Warning,
     Judged::AtUse,
     true,
     "",
     "PTX ISA 9.x, div and rem (division by zero yields an unspecified, machine-specific value)",
     "an integer is divided by zero",
     "The quotient and the remainder are undefined values; an error where one is used. Judged by runs. The "
     "static checker decides it where numbers and sizes of threads and blocks decide the divisor; where more has "
     "a part in it, it assumes that no integer is divided by zero, and says so.",
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = 100 / (int)threadIdx.x;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = 100 / ((int)threadIdx.x + 1);
}
)cu"}},

    {Rule::LoopUnbounded,
     "loop.unbounded",
     Level::Warning,
     Judged::AtInstruction,
     false,
     "",
     "newer CUDA Programming Guide, forward progress",
     "the run reaches its limit of steps without coming to an end",
     "Some lane may never finish, or the limit is too small: --max-steps raises it. Nothing is known about "
     "what comes after.",
     {R"cu(__global__ void k(volatile int *out) {
  while (out[0] == 0) {
  }
}
)cu"},
     {R"cu(__global__ void k(volatile int *out) {
  for (int i = 0; i < 10 && out[0] == 0; ++i) {
  }
}
)cu"}},

    {Rule::TargetIsa,
     "target.isa",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, target notes of match.sync, redux.sync, elect.sync, barrier, cp.async",
     "an instruction is not available on the target",
     "match.sync and barrier without .aligned need sm_70, redux.sync and cp.async sm_80, elect.sync sm_90.",
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  asm volatile("redux.sync.add.s32 %0, %0, 0xffffffff;" : "+r"(v));
  out[threadIdx.x] = v;
}
)cu",
      32, "sm_70"},
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  asm volatile("redux.sync.add.s32 %0, %0, 0xffffffff;" : "+r"(v));
  out[threadIdx.x] = v;
}
)cu",
      32, "sm_80"}},

    {Rule::AssertUser,
     "assert.user",
     Level::Error,
     Judged::AtUse,
     true,
     "",
     "the user's program; include/warpproof.h",
     "warpproof::assert_that is given a condition that can be false",
     "The claim is false in some thread, for some launch and some inputs that the assumptions allow. An "
     "execution "
     "counts up to the first warpproof::assume that a thread finds false, so what is assumed first need not "
     "be "
     "claimed. The C library's assert is a rule of its own, assert.device.",
     {R"cu(#include <warpproof.h>
__global__ void k(int *out) {
  int v = __shfl_up_sync(0xffffffffu, (int)threadIdx.x, 1);
  warpproof::assert_that(v == (int)threadIdx.x - 1);
  out[threadIdx.x] = v;
}
)cu"},
     {R"cu(#include <warpproof.h>
__global__ void k(int *out) {
  int v = __shfl_up_sync(0xffffffffu, (int)threadIdx.x, 1);
  warpproof::assert_that(threadIdx.x == 0 || v == (int)threadIdx.x - 1);
  out[threadIdx.x] = v;
}
)cu"}},

    {Rule::AssertDevice,
     "assert.device",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "CUDA C++ Programming Guide 13.0, assertion and trap function",
     "a device assert() can fail, or, with policy trap=check, a __trap() can be reached",
     "Either ends the launch with an error. An assert that a thread reaches before it accessed memory and met other "
     "threads can only depend on parameters and launch values: it is taken for what the author demands of the launch, "
     "and is assumed and listed. Policies assert and trap decide.",
     {R"cu(#include <cassert>
__global__ void k(int *out) {
  int v = __shfl_up_sync(0xffffffffu, (int)threadIdx.x, 1);
  assert(v == (int)threadIdx.x - 1);
  out[threadIdx.x] = v;
}
)cu"},
     {R"cu(#include <cassert>
__global__ void k(int *out, int n) {
  assert(n > 0);
  int v = __shfl_up_sync(0xffffffffu, (int)threadIdx.x, 1);
  assert(threadIdx.x == 0 || v == (int)threadIdx.x - 1);
  out[threadIdx.x] = v / n;
}
)cu"}},
}};

}  // namespace warpproof::spec
