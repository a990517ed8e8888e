// Rules about shuffles and about undefined values (meaning: spec/shfl.h, spec/cuda_shfl.h).
#pragma once

#include <array>

#include "spec/rule.h"

namespace warpproof::spec {

inline constexpr std::array<RuleInfo, 8> kShflRules = {{
    {Rule::ShflInactiveSource,
     "shfl.inactive-source",
     Level::Warning,
     Judged::AtInstruction,
     true,
     "2.1",
     "PTX ISA 9.x, 9.7.9.6; CUDA C++ Programming Guide 13.0, warp shuffle; NVIDIA Guidelines 2.1",
     "a shuffle reads from a lane that has not arrived (exited, absent, guarded off)",
     "The value that the lane receives is undefined. The read alone is a warning: in a reduction to lane 0 the upper "
     "lanes receive values that nothing uses. If the value decides a branch, an address, a mask, a divisor, a store or "
     "a result, that use is the error value.tainted-use. The policy inactive-source=error makes the read itself an "
     "error.",
     {R"cu(__global__ void k(int *out, int n) {
  if (threadIdx.x >= n) return;
  // Reads from lane n or beyond when those lanes have left.
  out[threadIdx.x] += __shfl_down_sync(0xffffffffu, out[threadIdx.x], 1);
}
)cu"},
     {R"cu(__global__ void k(int *out, int n) {
  int v = threadIdx.x < n ? out[threadIdx.x] : 0;
  v += __shfl_down_sync(0xffffffffu, v, 1);
  if (threadIdx.x < n) out[threadIdx.x] = v;
}
)cu"}},

    {Rule::ShflSourceOutsideMask,
     "shfl.source-outside-mask",
     Level::Warning,
     Judged::AtInstruction,
     true,
     "2.3",
     "PTX ISA 9.x, 9.7.9.6; NVIDIA Guidelines 2.3",
     "a shuffle reads from a lane that its mask does not name",
     "The mask names the lanes whose values may be read. A source outside it is undefined even if that lane happens to "
     "execute the same shuffle. On an H200 such reads gave 0. The levels are those of shfl.inactive-source.",
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, out[threadIdx.x], 16);
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, out[threadIdx.x], 8);
}
)cu"}},

    {Rule::ShflWidth,
     "shfl.width",
     Level::Error,
     Judged::AtInstruction,
     true,
     "2.2",
     "CUDA C++ Programming Guide up to 13.0, warp shuffle; NVIDIA Guidelines 2.2",
     "a shuffle's width is not 1, 2, 4, 8, 16 or 32",
     "In CUDA any other width is undefined. The PTX instruction that the shuffle compiles to is still defined, but it "
     "reads from unexpected lanes: a width of 12 becomes the segment mask 20. In PTX the rule is a note.",
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, out[threadIdx.x], 1, 12);
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, out[threadIdx.x], 1, 16);
}
)cu"}},

    {Rule::ShflOffset,
     "shfl.offset",
     Level::Warning,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.9.6 (b[4:0]); CUDA C++ Programming Guide 13.0, warp shuffle (no wrap-around)",
     "the distance of an up, down or xor shuffle is outside 0..31",
     "CUDA says that up and down never wrap around. PTX keeps only five bits of the distance: on an H200 a distance of "
     "33 returned the neighbour's value. In PTX the truncation is defined, so the rule is a note there.",
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, out[threadIdx.x], 33);
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, out[threadIdx.x], 31);
}
)cu"}},

    {Rule::ShflCBits,
     "shfl.c-bits",
     Level::Note,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.9.6",
     "the c operand of a PTX shuffle has bits set outside 0x1f1f",
     "The instruction reads c[4:0] and c[12:8] and ignores the other bits. If one of these is set, the width was most "
     "likely packed into c incorrectly. In CUDA a header packs c, so the mistake is in the width (shfl.width), and "
     "this rule is a note that is not shown. In PTX and in inline assembly it is a warning.",
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  asm volatile("shfl.sync.down.b32 %0, %0, 1, 0x101f1f, 0xffffffff;" : "+r"(v));
  out[threadIdx.x] = v;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  asm volatile("shfl.sync.down.b32 %0, %0, 1, 0x101f, 0xffffffff;" : "+r"(v));
  out[threadIdx.x] = v;
}
)cu"}},

    {Rule::ShflLegacy,
     "shfl.legacy",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.9.5 and vote (deprecated; not supported from sm_70 on)",
     "shfl or vote is used without .sync",
     "The old forms exchange values among the lanes that happen to be active. From sm_70 on a program cannot know "
     "these lanes, and the forms are not available. On earlier targets they are deprecated.",
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  asm volatile("shfl.down.b32 %0, %0, 1, 0x1f;" : "+r"(v));
  out[threadIdx.x] = v;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, out[threadIdx.x], 1);
}
)cu"}},

    {Rule::ValueTaintedUse,
     "value.tainted-use",
     Level::Error,
     Judged::AtUse,
     true,
     "",
     "PTX ISA 9.x, 9.7.9.6 (results undefined); CUDA C++ Programming Guide 13.0 (retrieved value is "
     "undefined)",
     "an undefined value decides a branch, an address, a mask or lane operand, a divisor, a store or a "
     "result",
     "An undefined value may pass through arithmetic and selection as long as nothing observable depends on it. The "
     "report names the read that the value came from.",
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x >= 24) return;
  int v = out[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) out[0] = v;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  int v = threadIdx.x < 24 ? out[threadIdx.x] : 0;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) out[0] = v;
}
)cu"}},

    {Rule::ValueUninitialised,
     "value.uninitialised",
     Level::Error,
     Judged::AtUse,
     true,
     "",
     "C++ standard, indeterminate values; PTX ISA 9.x, state space .reg",
     "an operand was never written",
     "In CUDA C++ reading an uninitialised variable is undefined behaviour, and compilers make use of that: one "
     "removed the branch around a shuffle. A PTX register always holds some value, so in PTX the rule is a warning.",
     {R"cu(__global__ void k(int *out) {
  int v;
  if (threadIdx.x < 16) v = out[threadIdx.x];
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, v, 16);
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  int v = 0;
  if (threadIdx.x < 16) v = out[threadIdx.x];
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, v, 16);
}
)cu"}},
}};

}  // namespace warpproof::spec
