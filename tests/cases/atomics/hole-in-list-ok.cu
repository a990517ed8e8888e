// case: hole-in-list-ok   expect: safe   class: uninitialised   launch: grid(1) block(256)   rule: -   at: -
// Each thread takes one place and fills it. Fewer threads would leave the words empty that all of them read: no matter.
__global__ void compact(int* out, int key) {
  __shared__ int list[600], count;
  int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  list[atomicAdd(&count, 1)] = key;
  __syncthreads();
  out[t] = list[255 - t];
}
