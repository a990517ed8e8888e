// case: addition-elements-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: a number stands for the eight bytes that thread 0 stores.
__global__ void k(int* list, int key) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("st.global.u64 [%0], %1;" :: "l"(list + 2 * atomicAdd(&count, 1)), "l"(5ll) : "memory");
  if (threadIdx.x == 32 && key == 77777) list[2 * atomicAdd(&count, 1)] = 7;
}
