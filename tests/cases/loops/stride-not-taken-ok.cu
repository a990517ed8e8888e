// case: stride-not-taken-ok   expect: safe   class: loops   launch: grid(any) block(256)   rule: -   at: -
// why: in the branch without the loop each thread has an element of its own
__global__ void k(int* a, int* b, int n) {
  if (gridDim.x - 2097152u < 2097152u)
    b[threadIdx.x] = threadIdx.x;
  else
    for (int i = threadIdx.x; i < n; i += gridDim.x * 1024) a[i] = 1;
}
