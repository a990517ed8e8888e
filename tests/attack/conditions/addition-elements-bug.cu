// case: addition-elements-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race.mixed-size   at: list[atomicAdd(&count, 1)] = 7;
// cause: a number stands for four bytes, of which thread 0 stores eight.
__global__ void k(int* list, int key) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("st.global.u64 [%0], %1;" :: "l"(list + atomicAdd(&count, 1)), "l"(5ll) : "memory");
  if (threadIdx.x == 32 && key == 77777) list[atomicAdd(&count, 1)] = 7;
}
