// Stream capture into a graph, asynchronous allocation, host functions, double-buffered cp.async copies.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <atomic>
#include <thread>
#include <mutex>

__global__ void pipelined_sum(const float4* in, float4* out, int tiles) {
  __shared__ float4 buffer[2][64];
  float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
  const float4* base = in + (size_t)blockIdx.x * tiles * 64;
  __pipeline_memcpy_async(&buffer[0][threadIdx.x], base + threadIdx.x, sizeof(float4));
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) __pipeline_memcpy_async(&buffer[(t + 1) & 1][threadIdx.x], base + (t + 1) * 64 + threadIdx.x, sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const float4 v = buffer[t & 1][63 - threadIdx.x];
    acc.x += v.x;
    acc.y += v.y;
    acc.z += v.z;
    acc.w += v.w;
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = acc;
}

static std::atomic<int> finished{0};
static void CUDART_CB on_done(void* data) { finished.fetch_add(1); }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  float4 *in, *out;
  const int blocks = 80, tiles = 16;
  cudaMallocAsync(&in, blocks * tiles * 64 * sizeof(float4), stream);
  cudaMallocAsync(&out, blocks * 64 * sizeof(float4), stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(out, 0, blocks * 64 * sizeof(float4), stream);
  pipelined_sum<<<blocks, 64, 0, stream>>>(in, out, tiles);  // expect: proved
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  for (int i = 0; i < 10; ++i) cudaGraphLaunch(exec, stream);
  cudaLaunchHostFunc(stream, on_done, nullptr);
  cudaStreamSynchronize(stream);
  std::mutex m;
  std::thread worker([&] { std::lock_guard<std::mutex> lock(m); printf("%d\n", finished.load()); });
  worker.join();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFreeAsync(in, stream);
  cudaFreeAsync(out, stream);
  cudaStreamDestroy(stream);
}
