// case: uniform-return   expect: unsafe   class: early-exit   launch: grid(any) block(any)   at: __syncthreads();
// cause: the threads past the end go around a barrier that the others wait at
// level: ptx
__global__ void neighbours(const int *in, int *out, int n) {
  __shared__ int buf[1024];
  const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
  if (first >= n) return;
  if (i < n) {
    buf[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = buf[(threadIdx.x + 1) % blockDim.x];
  }
  __syncthreads();
}
