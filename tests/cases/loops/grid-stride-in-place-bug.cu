// case: grid-stride-in-place-bug   expect: unsafe   class: race   launch: grid(any) block(100)   rule: memory.implicit-warp-sync   at: a[i] += a[i + 1]
// cause: each thread reads the element of the next one.
__global__ void increment(int* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] += a[i + 1];
}
