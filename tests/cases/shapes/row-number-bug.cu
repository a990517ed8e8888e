// case: row-number   expect: unsafe   class: shapes   launch: grid(1) block(any,any)   rule: race   at: -
// cause: threads of different rows write one element
__global__ void k(int* out) { out[threadIdx.x] = blockDim.y; out[threadIdx.x] += threadIdx.x; }
