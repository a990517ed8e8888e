// case: owners-ok   expect: safe   class: table   launch: grid(1) block(64)   rule: -   at: -
// why: each quarter of the block has a slot of its own by a table that is looked up at a computed index
__device__ const int slot_of[4] = {2, 0, 3, 1};
__global__ void k(int* out) {
  __shared__ int slots[4];
  if (threadIdx.x % 16 == 0) slots[slot_of[threadIdx.x / 16]] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = slots[threadIdx.x % 4];
}
