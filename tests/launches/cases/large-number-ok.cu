// No run of these launches ends within the effort: what is proved of any number of steps holds of theirs.
#include <warpproof.h>

__global__ void relax(float* x, int steps) {
  __shared__ float s[256];
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int i = 0; i < steps; ++i) {
    s[threadIdx.x] = v;
    __syncthreads();
    v = 0.5f * (s[threadIdx.x] + s[threadIdx.x ^ 1]);
    __syncthreads();
  }
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void limited(float* x, int steps) {
  warpproof::assume(steps < 2000000);
  float v = x[threadIdx.x];
  for (int i = 0; i < steps; ++i) v = 0.5f * v + 1.0f;
  x[threadIdx.x] = v;
}

int main() {
  float* x;
  cudaMalloc(&x, 4096);
  relax<<<4, 256>>>(x, 1000000);  // expect: proved
  limited<<<1, 256>>>(x, 1000000);  // expect: proved
}
