// All-pairs gravity with position tiles in dynamic shared memory.
#include <cuda_runtime.h>

__device__ float3 interact(float4 a, float4 b, float3 acc, float eps2) {
  const float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
  const float d2 = r.x * r.x + r.y * r.y + r.z * r.z + eps2;
  const float inv = rsqrtf(d2);
  const float s = b.w * inv * inv * inv;
  acc.x += r.x * s;
  acc.y += r.y * s;
  acc.z += r.z * s;
  return acc;
}

__global__ void integrate(float4* new_pos, const float4* old_pos, float4* vel, int n, float dt, float eps2) {
  extern __shared__ float4 tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = i < n ? old_pos[i] : make_float4(0, 0, 0, 0);
  float3 acc = make_float3(0, 0, 0);
  for (int t = 0; t < gridDim.x; ++t) {
    const int j = t * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = j < n ? old_pos[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < blockDim.x; ++k) acc = interact(me, tile[k], acc, eps2);
    __syncthreads();
  }
  if (i >= n) return;
  float4 v = vel[i];
  v.x += acc.x * dt;
  v.y += acc.y * dt;
  v.z += acc.z * dt;
  vel[i] = v;
  new_pos[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
}

void step(float4* new_pos, const float4* old_pos, float4* vel, int n, float dt) {
  const int block = 256;
  const int grid = (n + block - 1) / block;
  integrate<<<grid, block, block * sizeof(float4)>>>(new_pos, old_pos, vel, n, dt, 1e-6f);
}
