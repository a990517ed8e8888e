// case: grid-stride-in-place-ok   expect: safe   class: race   launch: grid(any) block(100)   rule: -   at: -
// why: the threads of a block are fewer than a stride, whatever the grid; their multiples never meet.
__global__ void increment(int* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] += 1;
}
