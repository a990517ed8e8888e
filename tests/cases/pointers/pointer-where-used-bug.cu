// case: pointer-where-used-bug   expect: unproved   class: pointers   launch: grid(1) block(64) alias(may)   rule: race   at: q[0]
// cause: x is an address where flag is set, and any number where it is not
__global__ void k(unsigned long long x, int* q, int flag) {
  if (flag)
    ((int*)x)[threadIdx.x] = 1;
  else if (x == 5)
    q[0] = threadIdx.x;
}
