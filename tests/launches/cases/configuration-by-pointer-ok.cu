// Sizes that are held by pointers to const.
template <int kNumber>
__global__ void reversed(int* out) {
  __shared__ int tile[256];
  tile[threadIdx.x] = threadIdx.x;
  if (blockDim.x == 256) __syncthreads();
  else if (threadIdx.x < 16) __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

void shapes(int* out) {
  dim3 grid(3), block(256);
  const dim3* g = &grid;
  const dim3* const b = &block;
  reversed<1><<<*g, *b>>>(out);  // expect: proved
}

void changed_later(int* out) {
  dim3 block(64);
  const dim3* b = &block;
  block = dim3(256);
  reversed<2><<<1, *b>>>(out);  // expect: proved
}

void configuration(int* out) {
  cudaLaunchConfig_t c = {};
  c.gridDim = dim3(4);
  c.blockDim = dim3(256);
  const cudaLaunchConfig_t* p = &c;
  cudaLaunchKernelEx(p, reversed<3>, out);  // expect: proved
}
