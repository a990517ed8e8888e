// case: row-number   expect: safe   class: shapes   launch: grid(1) block(any:32,any:4)   at: -
__global__ void k(int* out) { out[threadIdx.x + threadIdx.y * blockDim.x] = threadIdx.y; }
