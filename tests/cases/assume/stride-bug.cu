// case: assume-stride-bug   expect: unsafe   class: assumption   launch: grid(1) block(64)   rule: race   at: = threadIdx.x
// assume: stride >= 0 && stride <= 4
// cause: with a stride of 0 all warps store to one word
__global__ void k(int* out, int stride) {
  __shared__ int s[256];
  s[threadIdx.x * stride] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * stride];
}
