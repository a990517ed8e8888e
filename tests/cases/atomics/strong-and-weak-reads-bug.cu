// case: strong-and-weak-reads-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: if (threadIdx.x == 40) atomicAdd(&word, 1);
// cause: the update is atomic, half of the reads are not.
__global__ void both(int* out, const int* in) {
  __shared__ int word;
  if (threadIdx.x == 0) word = in[0];
  __syncthreads();
  int mine = 0;
  if (threadIdx.x % 2) {
    mine = *(volatile int*)&word;
  } else {
    mine = word;
  }
  if (threadIdx.x == 40) atomicAdd(&word, 1);
  out[threadIdx.x] = mine;
}
