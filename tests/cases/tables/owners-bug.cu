// case: owners-bug   expect: unsafe  class: table   launch: grid(1) block(64)   rule: race   at: slots[slot_of
// cause: two quarters have one slot, and another is never written
__device__ const int slot_of[4] = {2, 0, 2, 1};
__global__ void k(int* out) {
  __shared__ int slots[4];
  if (threadIdx.x % 16 == 0) slots[slot_of[threadIdx.x / 16]] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = slots[threadIdx.x % 4];
}
