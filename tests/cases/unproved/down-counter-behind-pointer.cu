// case: DownCounterBehindPointer   expect: unproved   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// cause: what is added to a counter behind a loaded pointer may be -1, so that numbers come again
__global__ void down_counter(int *list, int **counters, const int *in) {
  int *count = counters[0];
  int more = in[threadIdx.x] & 1 ? -1 : 1;
  list[atomicAdd(count, more)] = threadIdx.x;
}
