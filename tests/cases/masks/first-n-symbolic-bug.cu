// case: first-n-symbolic   expect: unsafe   class: self-not-in-mask   launch: grid(1) block(32)   at: v -= __shfl_sync(mask, v, 0);
// cause: the mask is one lane short
// level: ptx
__global__ void head(const int *in, int *out, int n) {
  const int lane = threadIdx.x;
  int v = in[lane];
  if (n < 1 || n > 32) return;
  const unsigned mask = 0x7fffffffu >> (32 - n);
  if (lane < n)
    v -= __shfl_sync(mask, v, 0);
  out[lane] = v;
}
