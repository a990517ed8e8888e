// A kernel of clusters runs in grids that are a multiple of them only.
template <int kBlocks>
__global__ void __cluster_dims__(kBlocks, 1, 1) pairs(int* out) {
  if (gridDim.x % kBlocks != 0 && threadIdx.x == 0) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x;
}

void run(int* out, int blocks) {
  pairs<2><<<blocks, 64>>>(out);  // expect: proved
}
