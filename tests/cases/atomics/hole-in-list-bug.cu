// case: hole-in-list-bug   expect: unsafe   class: uninitialised   launch: grid(1) block(256)   rule: value.uninitialised   at: out[t] = list[t]
// cause: thread 5 takes two places of the list for one key and fills one. Any two threads in place of all take it for granted
// that shared memory is initialised behind a barrier; what fewer threads read that nobody wrote is tried on all of them.
__global__ void compact(int* out, int key) {
  __shared__ int list[600], count;
  int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  int n = t == 5 && key == 0x5bd1e995 ? 2 : 1;
  list[atomicAdd(&count, n)] = t;
  __syncthreads();
  out[t] = list[t];
}
