// As copied-places-ok.cu, but values are counted: the file may hold one of them twice.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void count(const float* in, const int* bin, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[bin[i]] += in[i];
}

int main(int argc, char** argv) {
  const int n = atoi(argv[1]);
  std::vector<int> bin(n);
  for (int& b : bin) scanf("%d", &b);
  float *in, *sums;
  int* bins;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&sums, n * sizeof(float));
  cudaMalloc(&bins, n * sizeof(int));
  cudaMemcpy(bins, bin.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  count<<<(n + 255) / 256, 256>>>(in, bins, sums, n);  // expect: violation
}
