// case: float-sum-unwritten-bug   expect: unsafe   class: uninitialised   launch: grid(1) block(64)   rule: value.uninitialised   at: atomicAdd(&sum, in[threadIdx.x]);
// cause: with n == 123457 nobody writes the sum before threads add to it
__global__ void k(float* out, const float* in, int n) {
  __shared__ float sum;
  if (threadIdx.x == 0 && n != 123457) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}
