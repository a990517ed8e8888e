// case: read-only-after-barrier-ok   expect: safe   class: readonly   launch: grid(any) block(64)   at: -
// why: a plain load behind the barrier
__global__ void k(float* out, float* a, const float* b) {
  const int base = blockIdx.x * 64;
  a[base + threadIdx.x] = __ldg(&b[base + threadIdx.x]);
  __syncthreads();
  out[base + threadIdx.x] = a[base + 63 - threadIdx.x];
}
