// case: bit-fields-beside-sum-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: out[threadIdx.x] = f[63 - threadIdx.x].a + f[63 - threadIdx.x].b;
// cause: no barrier between the fields and the threads that read them
struct Fields {
  unsigned a : 4, b : 28;
};
__global__ void k(unsigned* out, float* out2, const float* in) {
  __shared__ Fields f[64];
  __shared__ float sum;
  __shared__ int perm[64];
  perm[threadIdx.x] = threadIdx.x ^ 33;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  out2[perm[63 - threadIdx.x]] = threadIdx.x;
  const unsigned m = __ballot_sync(~0u, in[threadIdx.x] > 0);
  atomicAdd(&sum, in[threadIdx.x]);
  f[threadIdx.x].a = 3;
  f[threadIdx.x].b = m;
  out[threadIdx.x] = f[63 - threadIdx.x].a + f[63 - threadIdx.x].b;
}
