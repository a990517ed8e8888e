// A graph that a lambda is captured into.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
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
class Graph {
 public:
  template <class F> void capture(cudaStream_t s, F&& f) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    f(s);
    cudaStreamEndCapture(s, &graph_);
    cudaGraphInstantiate(&exec_, graph_, nullptr, nullptr, 0);
  }
  void launch(cudaStream_t s) { cudaGraphLaunch(exec_, s); }
  ~Graph() { if (exec_) cudaGraphExecDestroy(exec_); if (graph_) cudaGraphDestroy(graph_); }
 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;
};
int main() {
  const int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n / 256 * sizeof(float));
  cudaStream_t s;
  cudaStreamCreate(&s);
  Graph g;
  g.capture(s, [&](cudaStream_t stream) {
    for (int i = 0; i < 4; ++i) sum<<<n / 256, 256, 0, stream>>>(in, out, n);  // expect: proved
  });
  g.launch(s);
  cudaStreamSynchronize(s);
}
