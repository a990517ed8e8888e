// 2-D five point stencil with a halo in shared memory.
#include <cuda_runtime.h>

#define BX 32
#define BY 8

__global__ void heat2d(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, float c) {
  __shared__ float tile[BY + 2][BX + 2];
  const int x = blockIdx.x * BX + threadIdx.x;
  const int y = blockIdx.y * BY + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  auto at = [&](int xx, int yy) {
    xx = min(max(xx, 0), nx - 1);
    yy = min(max(yy, 0), ny - 1);
    return in[yy * nx + xx];
  };
  tile[ty][tx] = at(x, y);
  if (threadIdx.x == 0) tile[ty][0] = at(x - 1, y);
  if (threadIdx.x == BX - 1) tile[ty][BX] = at(x + 1, y);
  if (threadIdx.y == 0) tile[0][tx] = at(x, y - 1);
  if (threadIdx.y == BY - 1) tile[BY + 1][tx] = at(x, y + 1);
  __syncthreads();
  if (x < nx && y < ny) {
    const float centre = tile[ty][tx];
    out[y * nx + x] = centre + c * (tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] - 4.f * centre);
  }
}

void step(float* a, float* b, int nx, int ny, int steps, float c) {
  dim3 block(BX, BY);
  dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY);
  for (int i = 0; i < steps; ++i) {
    heat2d<<<grid, block>>>(a, b, nx, ny, c);
    float* t = a;
    a = b;
    b = t;
  }
}
