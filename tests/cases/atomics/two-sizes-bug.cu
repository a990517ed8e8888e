// case: two-sizes-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race.mixed-size   at: atomicAdd((unsigned*)
// cause: atomics of different sizes on one word are not atomic to each other
__global__ void count(unsigned long long* out) {
  __shared__ unsigned long long s[2];
  if (threadIdx.x == 0) s[0] = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&s[0], 1ull);
  if (threadIdx.x == 40) atomicAdd((unsigned*)&s[0] + 1, 1u);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s[0];
}
