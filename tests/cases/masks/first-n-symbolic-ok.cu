// case: first-n-symbolic   expect: safe   class: self-not-in-mask   launch: grid(1) block(32)   at: -
// why: for every n from 1 to 32 the mask is the set of lanes in the branch
__global__ void head(const int *in, int *out, int n) {
  const int lane = threadIdx.x;
  int v = in[lane];
  if (n < 1 || n > 32) return;
  const unsigned mask = 0xffffffffu >> (32 - n);
  if (lane < n)
    v -= __shfl_sync(mask, v, 0);
  out[lane] = v;
}
