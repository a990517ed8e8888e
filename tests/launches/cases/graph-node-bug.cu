// What a node of a graph is given later is a launch, too.
__global__ void k(int* out) {  // expect without launch k: unknown
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16);
}
void run(int* out, cudaGraphNode_t node) {
  k<<<1, 64>>>(out);  // expect: proved
  cudaKernelNodeParams p = {};
  void* a[] = {&out};
  p.func = (void*)k;
  p.gridDim = dim3(1);
  p.blockDim = dim3(48);
  p.kernelParams = a;
  cudaGraphKernelNodeSetParams(node, &p);
}
