// case: half-of-counter-in-loop   expect: unsafe   class: state-of-loop   launch: grid(1) block(64)   rule: race   at: -
// cause: a late iteration sets two bytes of a counter of eight
// level: ptx
__global__ void parity(int n) {
  __shared__ int s;
  long long x = 0;
  for (int i = 0; i < n; i++) {
    if (x & 1) s = threadIdx.x;
    x += 2;
    if (i == 5000) *(short *)&x = 5;
  }
}
