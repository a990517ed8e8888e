// case: number-before-pointer-bug   expect: unsafe   class: race   launch: grid(1) block(32)   rule: memory.implicit-warp-sync   at: first[1000003]
// cause: for one value of n both are one byte
__global__ void mark(unsigned long long n, char* first) {
  if (threadIdx.x == 0) first[n] = 1;
  if (threadIdx.x == 1) first[1000003] = 2;
}
