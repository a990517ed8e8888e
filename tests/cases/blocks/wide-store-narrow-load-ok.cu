// case: wide-store-narrow-load-ok   expect: safe   class: mask   launch: grid(1) block(32)   rule: -   at: -
// why: the load sees the word behind those that were stored
__global__ void halves(int* p) {
  if (threadIdx.x != 0) return;
  const int before = p[2];
  *(long long*)p = 0x500000000ll;
  const int now = p[2];
  if (now != before) __shfl_sync(2, now, 0);
}
