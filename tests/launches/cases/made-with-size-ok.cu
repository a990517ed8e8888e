// The size that objects are made with is a multiple of the block, which is computed where the object is made.
#include <cstdlib>

__global__ void shift(float* a, int n) {
  __shared__ float tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.x] = a[i];
  __syncthreads();
  a[i] = tile[127 - threadIdx.x];
}

class Rows {
 public:
  Rows(float* data, int n, int threads) : data_(data), n_(n), threads_(threads) {}
  void step() {
    shift<<<(n_ + threads_ - 1) / threads_, threads_>>>(data_, n_);  // expect: unknown
  }

 private:
  float* data_;
  int n_, threads_;
};

int main(int argc, char** argv) {
  int n = atoi(argv[1]);
  n = (n + 127) / 128 * 128;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  Rows rows(data, n, 128);
  rows.step();
}
