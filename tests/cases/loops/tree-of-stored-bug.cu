// case: tree-of-stored   expect: unsafe   class: race   launch: grid(2) block(256)   at: float mean = part[0] / width;
// As tree-of-stored-ok, but the mean is read while other threads may not have added their parts yet.
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
