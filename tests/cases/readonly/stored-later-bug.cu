// case: read-only-stored-later-bug   expect: unsafe   class: readonly   launch: grid(1) block(any:256)   rule: memory.read-only   at: __ldg(&a[threadIdx.x])
// cause: the word is to stay as it is for as long as the kernel runs, also behind the load
__global__ void k(int* out, int* a) {
  int x = __ldg(&a[threadIdx.x]);
  __syncthreads();
  a[blockDim.x - 1 - threadIdx.x] = 1;
  out[threadIdx.x] = x;
}
