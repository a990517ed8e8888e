// A separable convolution whose filter is in constant memory, with events and two streams.
#include <cstdio>
#include <cstring>
#include <numeric>
#include <array>
#include <vector>

#define RADIUS 4
#define WIDTH 128
__constant__ float c_filter[2 * RADIUS + 1];
__device__ unsigned int d_count;

__global__ void convolve_rows(const float* in, float* out, int pitch, int width) {
  __shared__ float line[WIDTH + 2 * RADIUS];
  const int x = blockIdx.x * WIDTH + threadIdx.x;
  const float* row = in + blockIdx.y * pitch;
  line[threadIdx.x + RADIUS] = x < width ? row[x] : 0.f;
  if (threadIdx.x < RADIUS) {
    line[threadIdx.x] = x >= RADIUS ? row[x - RADIUS] : 0.f;
    line[threadIdx.x + RADIUS + WIDTH] = x + WIDTH < width ? row[x + WIDTH] : 0.f;
  }
  __syncthreads();
  if (x >= width) return;
  float sum = 0.f;
#pragma unroll
  for (int k = -RADIUS; k <= RADIUS; ++k) sum = fmaf(c_filter[k + RADIUS], line[threadIdx.x + RADIUS + k], sum);
  out[blockIdx.y * pitch + x] = sum;
  atomicInc(&d_count, 0xffffffffu);
}

int main() {
  const int width = 1920, height = 1080;
  std::array<float, 2 * RADIUS + 1> filter;
  filter.fill(1.0f / (2 * RADIUS + 1));
  cudaMemcpyToSymbol(c_filter, filter.data(), sizeof(float) * filter.size());
  float* in;
  float* out;
  size_t pitch;
  cudaMallocPitch((void**)&in, &pitch, width * sizeof(float), height);
  cudaMallocPitch((void**)&out, &pitch, width * sizeof(float), height);
  float* pinned;
  cudaMallocHost((void**)&pinned, width * height * sizeof(float));
  std::memset(pinned, 0, width * height * sizeof(float));
  cudaStream_t streams[2];
  for (auto& s : streams) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaEvent_t start, stop;
  cudaEventCreateWithFlags(&start, cudaEventDefault);
  cudaEventCreateWithFlags(&stop, cudaEventBlockingSync);
  cudaEventRecord(start, streams[0]);
  cudaMemcpy2DAsync(in, pitch, pinned, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice,
                    streams[0]);
  const int elements = static_cast<int>(pitch / sizeof(float));
  dim3 grid((width + WIDTH - 1) / WIDTH, height);
  convolve_rows<<<grid, WIDTH, 0, streams[0]>>>(in, out, elements, width);  // expect: proved
  cudaEventRecord(stop, streams[0]);
  cudaStreamWaitEvent(streams[1], stop, 0);
  cudaEventSynchronize(stop);
  float ms = 0;
  cudaEventElapsedTime(&ms, start, stop);
  unsigned int count = 0;
  cudaMemcpyFromSymbol(&count, d_count, sizeof count);
  printf("%f ms, %u\n", ms, count);
  for (auto s : streams) cudaStreamDestroy(s);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFreeHost(pinned);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
