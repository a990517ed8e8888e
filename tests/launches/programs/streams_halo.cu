// A stencil in three dimensions on two streams, its shape from an array of structures.
#include <array>
#include <cuda_runtime.h>

__global__ void stencil3d(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float plane[8 + 2][32 + 2];
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const bool inside = x < nx && y < ny;
  for (int z = 0; z < nz; ++z) {
    const int at = (z * ny + y) * nx + x;
    plane[ty][tx] = inside ? in[at] : 0.0f;
    if (threadIdx.x == 0) plane[ty][0] = inside && x > 0 ? in[at - 1] : 0.0f;
    if (threadIdx.x == blockDim.x - 1) plane[ty][33] = inside && x + 1 < nx ? in[at + 1] : 0.0f;
    if (threadIdx.y == 0) plane[0][tx] = inside && y > 0 ? in[at - nx] : 0.0f;
    if (threadIdx.y == blockDim.y - 1) plane[9][tx] = inside && y + 1 < ny ? in[at + nx] : 0.0f;
    __syncthreads();
    if (inside) out[at] = 0.2f * (plane[ty][tx] + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx]);
    __syncthreads();
  }
}

struct Domain {
  int nx, ny, nz;
};

int main() {
  const Domain d{256, 128, 64};
  float *a, *b;
  cudaMalloc(&a, sizeof(float) * d.nx * d.ny * d.nz);
  cudaMalloc(&b, sizeof(float) * d.nx * d.ny * d.nz);
  std::array<cudaStream_t, 2> streams;
  for (auto& s : streams) cudaStreamCreate(&s);
  const dim3 block(32, 8);
  const dim3 grid((d.nx + block.x - 1) / block.x, (d.ny + block.y - 1) / block.y);
  for (int i = 0; i < 10; ++i) {
    stencil3d<<<grid, block, 0, streams[i % 2]>>>(i % 2 ? b : a, i % 2 ? a : b, d.nx, d.ny, d.nz);  // expect: proved
    cudaStreamSynchronize(streams[i % 2]);
  }
}
