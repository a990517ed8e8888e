// case: sizes-beyond-bounds-ok   expect: safe   class: launch   launch: grid(1) block(11)   rule: -   at: -
// why: lanes that have nobody to read from keep their own value.
__global__ void __launch_bounds__(11) most(const int* in, int* out) {
  int v = in[threadIdx.x];
  int t = __shfl_down_sync(0x7ff, v, 8);
  out[threadIdx.x] = threadIdx.x < 3 ? max(v, t) : v;
}
