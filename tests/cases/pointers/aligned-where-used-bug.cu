// case: aligned-where-used-bug   expect: unproved   class: pointers   launch: grid(1) block(64) alias(may)   rule: race   at: q[0]
// cause: that p is aligned is known where it is gone through as a pointer to int, not where it is not
__global__ void k(char* p, char* q) {
  if (((size_t)p & 3) == 0)
    ((int*)p)[threadIdx.x] = 1;
  else
    q[0] = threadIdx.x;
}
