// What a node of a graph is asked for is no launch.
__global__ void k(int* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16);
}
void run(int* out, cudaGraphNode_t node) {
  k<<<1, 64>>>(out);  // expect: proved
  cudaKernelNodeParams p = {};
  cudaGraphKernelNodeGetParams(node, &p);
}
