// case: grid-stride-ok   expect: safe   class: bounds   launch: grid(any) block(any:32)   rule: -   at: -
// assume: n <= 1000000 && gridDim.x <= 1000
// size: in=4 * n
// size: out=4 * n
// why: every index is below n, and no counter comes near the largest int
__global__ void copy(const int* in, int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = in[i];
  }
}
