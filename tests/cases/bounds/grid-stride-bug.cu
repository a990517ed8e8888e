// case: grid-stride-bug   expect: unsafe  class: bounds   launch: grid(any) block(any:32)   rule: memory.out-of-bounds   at: out[i] = in[i]
// assume: n <= 1000000 && gridDim.x <= 1000
// size: in=4 * n
// size: out=4 * n
// cause: the last round has i == n, one element behind the end
__global__ void copy(const int* in, int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x) {
    out[i] = in[i];
  }
}
