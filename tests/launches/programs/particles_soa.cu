// An n-body step with shared tiles of float4, struct arguments by value, function objects and math.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

struct Params {
  float dt, softening2;
  int count;
};

__device__ __forceinline__ float3 interact(float4 a, float4 b, float3 acc, float softening2) {
  const float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
  const float d2 = r.x * r.x + r.y * r.y + r.z * r.z + softening2;
  const float inv = rsqrtf(d2);
  const float s = b.w * inv * inv * inv;
  acc.x += r.x * s;
  acc.y += r.y * s;
  acc.z += r.z * s;
  return acc;
}

__global__ void step(const float4* __restrict__ pos, float4* __restrict__ next, float4* vel, Params p) {
  extern __shared__ float4 tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = i < p.count ? pos[i] : make_float4(0, 0, 0, 0);
  float3 acc = {0.f, 0.f, 0.f};
  for (int base = 0; base < p.count; base += blockDim.x) {
    tile[threadIdx.x] = base + threadIdx.x < p.count ? pos[base + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int j = 0; j < blockDim.x; ++j) acc = interact(me, tile[j], acc, p.softening2);
    __syncthreads();
  }
  if (i < p.count) {
    float4 v = vel[i];
    v.x += acc.x * p.dt;
    v.y += acc.y * p.dt;
    v.z += acc.z * p.dt;
    vel[i] = v;
    next[i] = make_float4(me.x + v.x * p.dt, me.y + v.y * p.dt, me.z + v.z * p.dt, me.w);
  }
}

int main(int argc, char* argv[]) {
  int count = 4096, steps = 10;
  if (argc > 1) count = std::stoi(argv[1]);
  if (argc > 2) steps = std::stoi(argv[2]);
  std::vector<float4> host(count, make_float4(1, 2, 3, 1));
  float4 *a, *b, *v;
  const size_t bytes = count * sizeof(float4);
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&v, bytes);
  cudaMemset(v, 0, bytes);
  cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice);
  Params params{0.01f, 1e-4f, count};
  const int block = 256;
  const int grid = (count + block - 1) / block;
  for (int s = 0; s < steps; ++s) {
    step<<<grid, block, block * sizeof(float4)>>>(a, b, v, params);  // expect: proved
    std::swap(a, b);
  }
  cudaMemcpy(host.data(), a, bytes, cudaMemcpyDeviceToHost);
  std::ofstream("out.csv") << host[0].x << ',' << host[0].y << '\n';
  auto [x, y] = std::make_tuple(host[0].x, host[0].y);
  std::cout << std::sqrt(x * x + y * y) << std::endl;
  cudaFree(a);
  cudaFree(b);
  cudaFree(v);
}
