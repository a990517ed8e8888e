// The same, where the pointer points to another one at the launch, or what it points to was changed.
template <int kNumber>
__global__ void reversed(int* out) {
  __shared__ int tile[256];
  tile[threadIdx.x] = threadIdx.x;
  if (blockDim.x == 256) __syncthreads();
  else if (threadIdx.x < 16) __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

void changed_later(int* out) {
  dim3 block(256);
  const dim3* b = &block;
  block.x = 64;
  reversed<1><<<1, *b>>>(out);  // expect: violation
}

void another(int* out, int n) {
  dim3 block(256), small(64);
  const dim3* b = n > 3 ? &block : &small;
  reversed<2><<<1, *b>>>(out);  // expect without launch reversed<2>: unknown
}

void configuration(int* out) {
  cudaLaunchConfig_t c = {};
  c.gridDim = dim3(4);
  c.blockDim = dim3(256);
  const cudaLaunchConfig_t* p = &c;
  c.blockDim = dim3(128);
  cudaLaunchKernelEx(p, reversed<3>, out);  // expect: violation
}
