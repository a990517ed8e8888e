// The host computes the places that threads store to: each occurs once, which is not followed.
#include <cstdlib>
#include <numeric>
#include <vector>

__global__ void scatter(const float* in, const int* place, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[place[i]] = in[i];
}

int main(int argc, char** argv) {
  const int n = atoi(argv[1]);
  std::vector<int> place(n);
  std::iota(place.begin(), place.end(), 0);
  for (int i = 0; i + 1 < n; i += 2) std::swap(place[i], place[i + 1]);
  float *in, *out;
  int* places;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&places, n * sizeof(int));
  cudaMemcpy(places, place.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  scatter<<<(n + 255) / 256, 256>>>(in, places, out, n);  // expect: unknown
}
