// case: masked-pointer   expect: unproved   class: race   launch: grid(1) block(64)   rule: -   at: -
// cause: all threads store to the aligned word in front
__global__ void fill(int* p) {
  int* q = (int*)((unsigned long long)p & ~15ull);
  q[0] = threadIdx.x;
}
