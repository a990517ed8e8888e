// A stencil with a halo in shared memory, applied again and again.
#include <cstdlib>
#include <utility>

#define RADIUS 3
#define BLOCK 128

__global__ void stencil(const float* in, float* out, int n) {
  __shared__ float s[BLOCK + 2 * RADIUS];
  const int g = blockIdx.x * BLOCK + threadIdx.x, l = threadIdx.x + RADIUS;
  s[l] = g < n ? in[g] : 0;
  if (threadIdx.x < RADIUS) {
    s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
    s[l + BLOCK] = g + BLOCK < n ? in[g + BLOCK] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = -RADIUS; k <= RADIUS; ++k) sum += s[l + k];
  if (g < n) out[g] = sum;
}

int main(int argc, char** argv) {
  const int n = 1 << 14;
  const int steps = argc > 1 ? std::atoi(argv[1]) : 10;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  for (int step = 0; step < steps; ++step) {
    stencil<<<n / BLOCK, BLOCK>>>(a, b, n);  // expect: proved
    std::swap(a, b);
  }
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  return ms > 0 ? 0 : 1;
}
