// case: two-sizes-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: the two words do not overlap
__global__ void count(unsigned long long* out) {
  __shared__ unsigned long long s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&s[0], 1ull);
  if (threadIdx.x == 40) atomicAdd((unsigned*)&s[1] + 1, 1u);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s[0];
}
