// case: read-only-stored-later-ok   expect: safe   class: readonly   launch: grid(1) block(any:256)   at: -
// why: the same with a plain load
__global__ void k(int* out, int* a) {
  int x = a[threadIdx.x];
  __syncthreads();
  a[blockDim.x - 1 - threadIdx.x] = 1;
  out[threadIdx.x] = x;
}
