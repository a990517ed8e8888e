// case: division-by-thread-ok   expect: safe   class: division   launch: grid(1) block(64)   at: -
// cause: no divisor is zero
__global__ void k(int* out) { out[threadIdx.x] = 100 / ((int)threadIdx.x + 1); }
