// case: tree-of-stored   expect: safe   class: race   launch: grid(2) block(256)   at: -
// A row is centred, then the sum of its squares is taken of what was stored; both sums by strided loop and tree.
__global__ void centre(float* out, const float* in, float* squares, int width) {
  __shared__ float part[256];
  int row = blockIdx.x, t = threadIdx.x;
  const float* x = in + row * width;
  float sum = 0;
  for (int i = t; i < width; i += blockDim.x) sum += x[i];
  part[t] = sum;
  for (int half = blockDim.x / 2; half >= 1; half /= 2) {
    __syncthreads();
    if (t < half) part[t] += part[t + half];
  }
  __syncthreads();
  float mean = part[0] / width;
  for (int i = t; i < width; i += blockDim.x) out[row * width + i] = x[i] - mean;
  __syncthreads();
  x = out + row * width;
  sum = 0;
  for (int i = t; i < width; i += blockDim.x) sum += x[i] * x[i];
  part[t] = sum;
  for (int half = blockDim.x / 2; half >= 1; half /= 2) {
    __syncthreads();
    if (t < half) part[t] += part[t + half];
  }
  __syncthreads();
  if (t == 0) squares[row] = part[0];
}
