// case: tagged-pointer   expect: unproved   class: race   launch: grid(1) block(64)   rule: -   at: -
// cause: all threads store through one pointer, whose tag is masked out first
__global__ void fill(unsigned long long* table) {
  int* p = (int*)(table[0] & ~7ull);
  p[0] = threadIdx.x;
}
