// Rules about the program as a whole: what it computes, whether it ends, its target and its own assertions.
#pragma once

#include <array>

#include "spec/rule.h"

namespace warpproof::spec {

inline constexpr std::array<RuleInfo, 5> kProgramRules = {{
    {Rule::ValueDivisionByZero,
     "value.division-by-zero",
     Level::Warning,
     Judged::AtUse,
     true,
     "",
     "PTX ISA 9.x, div and rem (division by zero yields an unspecified, machine-specific value)",
     "an integer is divided by zero",
     "The quotient and the remainder are then undefined values; using one is an error. The evaluator judges each "
     "division. The static checker decides the rule where the divisor depends only on thread and block indexes and on "
     "the sizes of block and grid. Of other divisors the checker assumes that they are not zero, and lists that.",
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
     "A run on the evaluator was stopped at its limit of steps. Some lane may never finish, or the limit is too small: "
     "--max-steps raises it. Nothing is known about what comes after.",
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
     "The condition is false in some thread, for a launch and inputs that the assumptions allow. An execution counts "
     "only up to the first warpproof::assume that a thread finds false, so an assertion after an assumption need only "
     "hold where the assumption does. The C library's assert has a rule of its own, assert.device.",
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
     "Both end the launch with an error. An assert that a thread reaches before it accesses memory or meets other "
     "threads can depend only on parameters and launch values. It states what its author demands of the launch, so it "
     "is assumed and listed. The policies assert and trap decide.",
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
