// case: wide-store-narrow-load-bug   expect: unsafe   class: mask   launch: grid(1) block(32)   rule: -   at: __shfl_sync
// cause: the load may see the upper half of what was stored
__global__ void halves(int* p, int n) {
  if (threadIdx.x != 0) return;
  const int before = p[1];
  *(long long*)p = 0x500000000ll;
  const int now = p[1 + (n & 1)];
  if (now != before) __shfl_sync(2, now, 0);
}
