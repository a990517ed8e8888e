// Bodies in tiles of shared memory, with a step functor and pinned parameters.
#include <cuda_runtime.h>
#include <functional>
#include <utility>

constexpr int kTile = 128;

struct Step {
  float dt, softening;
  int n;
};

__device__ float3 pull(float4 a, float4 b, float3 sum, float softening) {
  const float3 d = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
  const float r2 = d.x * d.x + d.y * d.y + d.z * d.z + softening;
  const float inv = rsqrtf(r2), s = b.w * inv * inv * inv;
  sum.x += d.x * s;
  sum.y += d.y * s;
  sum.z += d.z * s;
  return sum;
}

__global__ void __launch_bounds__(kTile) step(const float4* in, float4* out, float3* speed, Step p) {
  __shared__ float4 tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const float4 mine = i < p.n ? in[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int first = 0; first < p.n; first += kTile) {
    const int j = first + threadIdx.x;
    tile[threadIdx.x] = j < p.n ? in[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum = pull(mine, tile[k], sum, p.softening);
    __syncthreads();
  }
  if (i < p.n) {
    float3 v = speed[i];
    v.x += sum.x * p.dt;
    v.y += sum.y * p.dt;
    v.z += sum.z * p.dt;
    speed[i] = v;
    out[i] = make_float4(mine.x + v.x * p.dt, mine.y + v.y * p.dt, mine.z + v.z * p.dt, mine.w);
  }
}

int main() {
  const Step p{0.01f, 0.1f, 1 << 14};
  float4 *a, *b;
  float3* speed;
  cudaMalloc(&a, p.n * sizeof(float4));
  cudaMalloc(&b, p.n * sizeof(float4));
  cudaMalloc(&speed, p.n * sizeof(float3));
  const auto blocks_for = [](int n) { return (n + kTile - 1) / kTile; };
  for (int i = 0; i < 100; ++i) {
    step<<<blocks_for(p.n), kTile>>>(a, b, speed, p);  // expect: proved
    std::swap(a, b);
  }
  cudaDeviceSynchronize();
}
