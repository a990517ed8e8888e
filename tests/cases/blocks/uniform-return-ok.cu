// case: uniform-return   expect: safe   class: early-exit   launch: grid(any) block(any)   at: -
__global__ void neighbours(const int *in, int *out, int n) {
  __shared__ int buf[1024];
  const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
  if (first >= n) return;
  buf[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) {
    out[i] = buf[(threadIdx.x + 1) % blockDim.x];
  }
  __syncthreads();
}
