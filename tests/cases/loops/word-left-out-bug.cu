// case: word-left-out-bug   expect: unsafe   class: uninitialised   launch: grid(1) block(256)   rule: value.uninitialised   at: out[t] = list[t]
// cause: for one key word 5 is not written, which the loop of the proof does not show
__global__ void fill(int* out, int n, int key) {
  __shared__ int list[600];
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x)
    if (i < 600 && !(i == 5 && key == 0x5bd1e995)) list[i] = t;
  __syncthreads();
  if (t < n) out[t] = list[t];
}
