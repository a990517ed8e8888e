// Rules about member masks and about who meets whom (meaning: spec/rendezvous.h, spec/activemask.h).
#pragma once

#include <array>

#include "spec/rule.h"

namespace warpproof::spec {

inline constexpr std::array<RuleInfo, 10> kMaskRules = {{
    {Rule::MaskSelf,
     "mask.self",
     Level::Error,
     Judged::AtInstruction,
     true,
     "2.3",
     "PTX ISA 9.x, every .sync operation (9.7.9.6 for shfl.sync); NVIDIA Guidelines 2.3",
     "a lane executes a warp collective whose mask does not name it",
     "The mask says which lanes take part. If a lane executes the operation without being in its own mask, the "
     "behaviour is undefined, whatever the other lanes do.",
     {R"cu(__global__ void k(int *out) {
  // Lanes 16-31 execute it too, but the mask stops at lane 15.
  out[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, out[threadIdx.x], 1);
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, out[threadIdx.x], 1);
}
)cu"}},

    {Rule::MaskMissing,
     "mask.missing",
     Level::Error,
     Judged::AtStandstill,
     true,
     "2.1",
     "PTX ISA 9.x, 9.7.9.6 and siblings; CUDA C++ Programming Guide 13.0, warp functions; NVIDIA Guidelines "
     "2.1",
     "a lane of the mask that has not exited never arrives",
     "A collective completes when every lane of its mask has arrived or exited. If a lane of the mask waits for good "
     "somewhere else, such as at a block barrier, the other lanes wait for good too. A lane that has exited is no "
     "obstacle: a full mask in the last branch of a kernel completes.",
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  // Lanes 16-31 wait at the barrier, lanes 0-15 wait for them here.
  if (threadIdx.x < 16) v = __shfl_xor_sync(0xffffffffu, v, 1);
  __syncthreads();
  out[threadIdx.x] = v;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  if (threadIdx.x < 16) v = __shfl_xor_sync(0x0000ffffu, v, 1);
  __syncthreads();
  out[threadIdx.x] = v;
}
)cu"}},

    {Rule::MaskMismatch,
     "mask.mismatch",
     Level::Error,
     Judged::AtStandstill,
     true,
     "2.3",
     "PTX ISA 9.x, 9.7.9.6 (same membermask); CUDA C++ Programming Guide 13.0, warp functions; NVIDIA "
     "Guidelines 2.3",
     "two arrived lanes have overlapping, different masks, and neither collective can complete",
     "All lanes of a mask must pass that same mask. Lanes that pass different masks wait for each other; on an H200 "
     "they hung. Disjoint masks are independent. Overlapping masks are legal if one collective completes before the "
     "other.",
     {R"cu(__global__ void k(int *out) {
  unsigned mask = threadIdx.x % 2 ? 0xffffffffu : 0x7fffffffu;
  if (threadIdx.x < 31) out[threadIdx.x] = __shfl_sync(mask, out[threadIdx.x], 0);
  __syncthreads();
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < 31);
  if (threadIdx.x < 31) out[threadIdx.x] = __shfl_sync(mask, out[threadIdx.x], 0);
  __syncthreads();
}
)cu"}},

    {Rule::OpMismatch,
     "op.mismatch",
     Level::Error,
     Judged::AtStandstill,
     true,
     "",
     "PTX ISA 9.x, 9.7.9.6 and siblings (same instruction, same qualifiers); CUDA C++ Programming Guide 13.0",
     "lanes of one mask wait at different operations, or at one operation with different qualifiers",
     "Two shuffles of different modes, or a shuffle and a vote, never complete each other, even under one mask. On an "
     "H200 such a kernel hung.",
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  if (threadIdx.x < 16)
    v = __shfl_down_sync(0xffffffffu, v, 1);
  else
    v = __shfl_up_sync(0xffffffffu, v, 1);
  out[threadIdx.x] = v;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  int down = __shfl_down_sync(0xffffffffu, v, 1);
  int up = __shfl_up_sync(0xffffffffu, v, 1);
  out[threadIdx.x] = threadIdx.x < 16 ? down : up;
}
)cu"}},

    {Rule::PointMismatch,
     "point.mismatch",
     Level::Warning,
     Judged::AtInstruction,
     true,
     "",
     "CUDA C++ Programming Guide 13.0, independent thread scheduling; newer CUDA Programming Guide 5.4.6.6",
     "lanes of one mask meet from different program points",
     "The CUDA C++ Programming Guide 13.0 allows this on sm_70 and later; the newer CUDA Programming Guide asks for "
     "one program point. Up to sm_6x it is wrong. An H200 exchanged the values correctly. The policy program-point "
     "decides.",
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  if (threadIdx.x % 2)
    v += __shfl_xor_sync(0xffffffffu, v, 1);
  else
    v -= __shfl_xor_sync(0xffffffffu, v, 1);
  out[threadIdx.x] = v;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  int other = __shfl_xor_sync(0xffffffffu, v, 1);
  out[threadIdx.x] = threadIdx.x % 2 ? v + other : v - other;
}
)cu"}},

    {Rule::ConvergePre70,
     "converge.pre70",
     Level::Off,
     Judged::AtInstruction,
     true,
     "2.4",
     "PTX ISA 9.x, sm_6x notes of the .sync operations; CUDA C++ Programming Guide 13.0, __syncwarp; NVIDIA "
     "Guidelines 2.4",
     "on sm_6x and earlier, the lanes of a mask are not converged, or an active lane is in no mask",
     "Older targets run a warp in lockstep. All lanes of a mask must execute the instruction together, and "
     "only lanes "
     "that belong to some mask may be active.",
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  if (threadIdx.x < 16) {  // the other half of the mask is in the other branch
    v = __shfl_sync(0xffffffffu, v, 1, 16);
  } else {
    v = __shfl_sync(0xffffffffu, v, 17, 16);
  }
  out[threadIdx.x] = v;
}
)cu",
      32, "sm_60"},
     {R"cu(__global__ void k(int *out) {
  int v = out[threadIdx.x];
  unsigned mask = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
  out[threadIdx.x] = __shfl_sync(mask, v, 1, 16);
}
)cu",
      32, "sm_60"}},

    {Rule::MaskFromActivemask,
     "mask.from-activemask",
     Level::Warning,
     Judged::AtUse,
     true,
     "",
     "newer CUDA Programming Guide 5.4 (__activemask); PTX ISA 9.x, activemask",
     "a member mask is derived from activemask",
     "activemask returns the lanes that happen to execute together at that moment. It may lack lanes that took the "
     "same branch, and it says nothing about the next instruction. So a collective with this mask may silently leave "
     "lanes out. Compute the mask with a ballot before the branch.",
     {R"cu(__global__ void k(int *out, int n) {
  if (threadIdx.x < n) {
    unsigned mask = __activemask();
    out[threadIdx.x] = __popc(__ballot_sync(mask, out[threadIdx.x] > 0));
  }
}
)cu"},
     {R"cu(__global__ void k(int *out, int n) {
  unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < n);
  if (threadIdx.x < n) out[threadIdx.x] = __popc(__ballot_sync(mask, out[threadIdx.x] > 0));
}
)cu"}},

    {Rule::WarpDivergent,
     "warp.divergent",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.14 (ldmatrix, stmatrix, mma.sync, wmma: .sync.aligned); setmaxnreg",
     "an instruction that all lanes of a warp must execute together is executed after some have exited, or "
     "by "
     "a warp that is not full",
     "A matrix instruction works on a matrix that is spread over the registers of all 32 lanes. If it is in a branch, "
     "the condition must be the same in the whole warp. Lanes wait for those that have not arrived yet; if some never "
     "arrive, mask.missing or op.mismatch is reported.",
     {R"cu(__global__ void k(const double *in, double *out) {
  const int t = threadIdx.x;
  if (t >= 24) return;
  double a = in[t], c0 = 0, c1 = 0;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%2}, {%0, %1};"
               : "+d"(c0), "+d"(c1) : "d"(a));
  out[2 * t] = c0;
  out[2 * t + 1] = c1;
}
)cu"},
     {R"cu(__global__ void k(const double *in, double *out) {
  const int t = threadIdx.x;
  double a = in[t], c0 = 0, c1 = 0;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%2}, {%0, %1};"
               : "+d"(c0), "+d"(c1) : "d"(a));
  if (t >= 24) return;
  out[2 * t] = c0;
  out[2 * t + 1] = c1;
}
)cu"}},

    {Rule::WarpOperands,
     "warp.operands",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.14 (wmma.load, wmma.store: the same address and stride in all threads of the warp)",
     "lanes of a warp give different addresses or strides of one matrix",
     "A wmma load or store accesses one matrix for the whole warp. The hardware decides which lane accesses which "
     "element.",
     {R"cu(__global__ void k(const double *in, double *out) {
  double a;
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k4.f64 {%0}, [%1], 4;" : "=d"(a) : "l"(in + threadIdx.x) : "memory");
  out[threadIdx.x] = a;
}
)cu"},
     {R"cu(__global__ void k(const double *in, double *out) {
  double a;
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k4.f64 {%0}, [%1], 4;" : "=d"(a) : "l"(in) : "memory");
  out[threadIdx.x] = a;
}
)cu"}},

    {Rule::MaskExited,
     "mask.exited",
     Level::Note,
     Judged::AtInstruction,
     true,
     "2.1",
     "PTX ISA 9.x, 9.7.9.6 and siblings (all non-exited lanes of the mask); CUDA C++ Programming Guide 13.0, warp "
     "functions; NVIDIA Guidelines 2.1",
     "a collective completes only because lanes that its mask names have exited",
     "A collective does not wait for exited lanes. So a full mask in a branch works if all other lanes leave the "
     "kernel. It hangs as soon as they wait for something else instead, such as a barrier after the branch. The mask "
     "names more lanes than take part. The policy exited decides. Lanes of a partial warp that have no thread are not "
     "reported.",
     {R"cu(__global__ void k(unsigned *out) {
  // The last statement: lanes 16-31 have left the kernel.
  if (threadIdx.x < 16) out[threadIdx.x] = __ballot_sync(0xffffffffu, threadIdx.x & 1);
}
)cu"},
     {R"cu(__global__ void k(unsigned *out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __ballot_sync(0x0000ffffu, threadIdx.x & 1);
}
)cu"}},
}};

}  // namespace warpproof::spec
