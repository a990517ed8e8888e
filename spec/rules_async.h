// Rules about asynchronous copies (spec/async_copy.h). What other threads do to their bytes is race; their
// alignment is memory.misaligned.
#pragma once

#include <array>

#include "spec/rule.h"

namespace warpproof::spec {

inline constexpr std::array<RuleInfo, 2> kAsyncRules = {{
    {Rule::AsyncUnwaited,
     "async.unwaited",
     Level::Error,
     Judged::AcrossLanes,
     true,
     "",
     "PTX ISA 9.x, asynchronous copy operations (completion mechanisms); cp.async.wait_group",
     "a thread touches the bytes of its own asynchronous copy before it has waited for it",
     "Until a wait of its thread covers the copy, the copy may read its source and write its destination at any "
     "moment. If the thread loads from the destination, stores to it, copies to it again, or stores to the source "
     "before that wait, the order of the two is undefined. wait_group N leaves the N latest groups pending. A wait "
     "covers only copies of the thread that executes it. Other threads need a barrier after it; otherwise they race "
     "with the copy.",
     {R"cu(#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out) {
  __shared__ int s[2][32];
  const int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    __pipeline_memcpy_async(&s[i][t], in + 32 * i + t, 4);
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  out[t] = s[1][t];
}
)cu"},
     {R"cu(#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out) {
  __shared__ int s[2][32];
  const int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    __pipeline_memcpy_async(&s[i][t], in + 32 * i + t, 4);
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  out[t] = s[0][t];
}
)cu"}},

    {Rule::AsyncSourceSize,
     "async.source-size",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, cp.async",
     "an asynchronous copy reads more bytes than it writes",
     "The source size may be less than the size of the copy; the rest of the destination becomes 0. A larger source "
     "size is undefined.",
     {R"cu(__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[t]);
  int left = 4 * (n - t);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(in + t), "r"(left < 0 ? 0 : left));
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = s[t];
}
)cu"},
     {R"cu(__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[t]);
  int left = 4 * (n - t);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(in + t), "r"(t < n ? 4 : 0));
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = s[t];
}
)cu"}},
}};

}  // namespace warpproof::spec
