// case: sizes-undecided-races-bug   expect: unsafe   class: race   launch: grid(1) block(any:32)   rule: race   at: s[(i * 32 + threadIdx.x) & 1023] = i;
// proved: -
// cause: from two warps on, lanes of different warps store to one word. One warp alone is not safe either: with
//   n == 5 thread 0 stores to a word of thread 1's. So no size is proved.
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
