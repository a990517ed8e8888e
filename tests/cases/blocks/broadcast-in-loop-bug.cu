// case: broadcast-in-loop   expect: unsafe   class: broadcast   launch: grid(any) block(any)   at: f = factor[r];
// cause: the next value is broadcast while slower threads read the last
// level: ptx
__global__ void scale(const float *factor, const float *in, float *out, int rows) {
  __shared__ float f;
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    if (threadIdx.x == 0) f = factor[r];
    __syncthreads();
    out[r * blockDim.x + threadIdx.x] = in[r * blockDim.x + threadIdx.x] * f;
  }
}
