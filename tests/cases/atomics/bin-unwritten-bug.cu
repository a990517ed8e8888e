// case: bin-unwritten-bug   expect: unsafe   class: uninitialised   launch: grid(1) block(64)   rule: value.uninitialised   at: atomicAdd(&s[key[threadIdx.x] & 63], 1);
// cause: with n == 123457 nobody writes bin 37 before threads add to it
__global__ void k(int* out, const int* key, int n) {
  __shared__ int s[64];
  if (n != 123457 || threadIdx.x != 37) s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[key[threadIdx.x] & 63], 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
