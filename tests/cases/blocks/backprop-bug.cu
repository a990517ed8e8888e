// case: backprop   expect: unsafe   class: reduction   launch: grid(1) block(16,16)   at: w[ty][tx] += w[ty + power / 2][tx];
// level: ptx
__global__ void forward(const float* input, const float* weights, float* partial) {
  __shared__ float node[16], w[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (tx == 0) node[ty] = input[blockIdx.y * 16 + ty];
  __syncthreads();
  w[ty][tx] = weights[(blockIdx.y * 16 + ty) * 16 + tx];
  __syncthreads();
  w[ty][tx] *= node[ty];
  __syncthreads();
  for (int i = 1; i <= 4; ++i) {
    const int power = 1 << i;
    if (ty % power == 0) w[ty][tx] += w[ty + power / 2][tx];
    if (i < 3) __syncthreads();
  }
  if (ty == 0) partial[blockIdx.y * 16 + tx] = w[0][tx];
}
