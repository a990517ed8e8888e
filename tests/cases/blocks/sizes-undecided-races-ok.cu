// case: sizes-undecided-races-ok   expect: safe   class: race   launch: grid(1) block(32)   rule: -   at: -
// assume: n > 5
// why: in one warp each thread stores to words of its own column, and n is not the one value with which
//   thread 0 leaves it.
__global__ void stripes(int* out, const int* limit, int n) {
  __shared__ int s[1024];
  if (threadIdx.x >= 1) {
    for (int i = 0; i < limit[threadIdx.x]; ++i) s[(i * 32 + threadIdx.x) & 1023] = i;
  } else {
    s[(limit[0] & 31) * 32] = 3;
    s[96 + (n == 5 ? 1 : 0)] = 2;
  }
  __syncthreads();
  out[threadIdx.x] = 1;
}
