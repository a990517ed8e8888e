// case: grid-stride-of-64-bits-ok   expect: safe   class: race   launch: grid(any) block(any:32)   rule: -   at: -
// why: a counter of 64 bits is an index that is multiplied with the size of an element.
__global__ void scale(float* a, unsigned n, float by) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) a[i] *= by;
}
