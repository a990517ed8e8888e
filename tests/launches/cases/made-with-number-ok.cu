// The block is a number that the object is made with.
#include <cstdlib>

__global__ void rotate(float* a) {
  __shared__ float tile[128];
  tile[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = __shfl_xor_sync(~0u, tile[127 - threadIdx.x], 1);
}

class Simulation {
 public:
  Simulation(int n, int threads) : blocks_(n), threads_(threads) { cudaMalloc(&data_, n * sizeof(float)); }
  void step() {
    rotate<<<blocks_, threads_>>>(data_);  // expect: proved
  }

 private:
  int blocks_, threads_;
  float* data_;
};

class Halves {
 public:
  explicit Halves(float* data, int threads = 256) : threads_(threads / 2), data_(data) {}
  void step() {
    rotate<<<4, threads_>>>(data_);  // expect: proved
  }

 private:
  const int threads_;
  float* data_;
};

int main(int argc, char** argv) {
  const int threads = 128;
  Simulation a(atoi(argv[1]), threads);
  a.step();
  float* data;
  cudaMalloc(&data, 4096);
  Halves h(data);
  h.step();
}
