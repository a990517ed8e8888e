// case: word-left-out-ok   expect: safe   class: uninitialised   launch: grid(1) block(256)   rule: -   at: -
// All that is read is written.
__global__ void fill(int* out, int n, int key) {
  __shared__ int list[600];
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x)
    if (i < 600) list[i] = t;
  __syncthreads();
  if (t < n) out[t] = list[t];
}
