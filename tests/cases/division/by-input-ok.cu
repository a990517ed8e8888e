// case: division-by-input-ok   expect: safe   class: division   launch: grid(1) block(64)   at: -
// cause: that the width is not 0 is an assumption of the verdict, which it lists
__global__ void k(int* out, unsigned width) { out[threadIdx.x] = threadIdx.x / width; }
