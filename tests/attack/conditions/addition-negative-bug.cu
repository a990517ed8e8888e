// case: addition-negative-bug   expect: unproved   class: race   launch: grid(1) block(64)   at: -
// cause: for one key the counter is also taken back, and hands out a number again.
__global__ void k(int* list, int key) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 64;
  __syncthreads();
  if (key == 77777) atomicAdd(&count, -1);
  list[atomicAdd(&count, 1)] = threadIdx.x;
}
