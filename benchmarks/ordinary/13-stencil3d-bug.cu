// 3-D finite differences: tile in x-y, marching along z with registers (as FDTD3d).
#include <cuda_runtime.h>

constexpr int R = 2;
constexpr int TX = 16, TY = 16;
__constant__ float coef[R + 1];

__global__ void fd3d(float* out, const float* in, int dimx, int dimy, int dimz) {
  __shared__ float tile[TY + 2 * R][TX + 2 * R];
  const int gx = blockIdx.x * TX + threadIdx.x;
  const int gy = blockIdx.y * TY + threadIdx.y;
  const int stride_y = dimx + 2 * R;
  const int stride_z = stride_y * (dimy + 2 * R);
  const int tx = threadIdx.x + R, ty = threadIdx.y + R;
  const bool valid = gx < dimx && gy < dimy;
  const bool readable = gx < dimx + R && gy < dimy + R;
  int in_index = (gy + R) * stride_y + gx + R;
  float behind[R], infront[R], current;
  for (int i = R - 1; i >= 0; --i) {
    behind[i] = readable ? in[in_index] : 0.f;
    in_index += stride_z;
  }
  current = readable ? in[in_index] : 0.f;
  int out_index = in_index;
  in_index += stride_z;
  for (int i = 0; i < R; ++i) {
    infront[i] = readable ? in[in_index] : 0.f;
    in_index += stride_z;
  }
  for (int iz = 0; iz < dimz; ++iz) {
    if (threadIdx.y < R) {
      tile[threadIdx.y][tx] = readable ? in[out_index - R * stride_y] : 0.f;
      tile[threadIdx.y + TY + R][tx] = gx < dimx + R && gy + TY < dimy + R ? in[out_index + TY * stride_y] : 0.f;
    }
    if (threadIdx.x < R) {
      tile[ty][threadIdx.x] = readable ? in[out_index - R] : 0.f;
      tile[ty][threadIdx.x + TX + R] = gy < dimy + R && gx + TX < dimx + R ? in[out_index + TX] : 0.f;
    }
    tile[ty][tx] = current;
    __syncthreads();
    float value = coef[0] * current;
#pragma unroll
    for (int i = 1; i <= R; ++i)
      value += coef[i] * (infront[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
    if (valid) out[out_index] = value;
    for (int i = R - 1; i > 0; --i) behind[i] = behind[i - 1];
    behind[0] = current;
    current = infront[0];
    for (int i = 0; i < R - 1; ++i) infront[i] = infront[i + 1];
    out_index += stride_z;
    if (iz + R + 1 < dimz + R) infront[R - 1] = readable ? in[in_index] : 0.f;
    in_index += stride_z;
  }
}

void run(float* out, const float* in, int dimx, int dimy, int dimz) {
  dim3 block(TX, TY);
  dim3 grid((dimx + TX - 1) / TX, (dimy + TY - 1) / TY);
  fd3d<<<grid, block>>>(out, in, dimx, dimy, dimz);
}
