// case: pointer-where-used-ok   expect: safe   class: pointers   launch: grid(1) block(64) alias(may)   rule: -   at: -
// why: whatever x is, each thread has an element of its own
__global__ void k(unsigned long long x, int* q, int flag) {
  if (flag)
    ((int*)x)[threadIdx.x] = 1;
  else if (x == 5)
    q[threadIdx.x] = threadIdx.x;
}
