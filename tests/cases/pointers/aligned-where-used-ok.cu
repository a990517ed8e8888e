// case: aligned-where-used-ok   expect: safe   class: pointers   launch: grid(1) block(64) alias(may)   rule: -   at: -
// why: either way each thread has an element of its own
__global__ void k(char* p, char* q) {
  if (((size_t)p & 3) == 0)
    ((int*)p)[threadIdx.x] = 1;
  else
    q[threadIdx.x] = threadIdx.x;
}
