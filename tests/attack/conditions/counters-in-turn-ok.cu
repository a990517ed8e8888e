// case: counters-in-turn   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// note: one instruction adds to two counters in turn; one of them is set later, and nothing rests on its numbers
__global__ void k(int* a, int* b, int* list) {
  for (int k = 0; k < 2; ++k) {
    int* c = k == 0 ? a : b;
    int slot = atomicAdd(c, 1);
    if (k == 0) list[slot] = threadIdx.x;
  }
  __syncthreads();
  if (threadIdx.x == 0) b[0] = 0;
}
