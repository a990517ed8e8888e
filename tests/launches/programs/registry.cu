// Functions that launch, by name.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <map>
#include <string>
__global__ void sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
using Run = void (*)(const float*, float*, int);
static void run_sum(const float* in, float* out, int n) { sum<<<n / 256, 256>>>(in, out, n); }  // expect: proved
static void run_twice(const float* in, float* out, int n) {
  constexpr int b = 256;
  for (int i = 0; i < 2; ++i) sum<<<n / b, b>>>(in, out, n);
}
static std::map<std::string, Run>& registry() {
  static std::map<std::string, Run> all = {{"sum", run_sum}, {"twice", &run_twice}};
  return all;
}
int main(int argc, char** argv) {
  float *in, *out;
  cudaMalloc(&in, 4 << 20);
  cudaMalloc(&out, 4 << 12);
  const auto it = registry().find(argc > 1 ? argv[1] : "sum");
  if (it == registry().end()) return 1;
  it->second(in, out, 1 << 20);
}
