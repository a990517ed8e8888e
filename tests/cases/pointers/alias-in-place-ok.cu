// case: alias-in-place-ok   expect: safe   class: alias   launch: grid(any) block(any:32) alias(may)   rule: -   at: -
// why: all reads come before the barrier and all writes after it, so the buffers may be one
__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[1024];
  const int base = blockIdx.x * blockDim.x;
  tile[threadIdx.x] = in[base + threadIdx.x];
  __syncthreads();
  out[base + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
