// case: first-n   expect: unsafe   class: self-not-in-mask   launch: grid(1) block(32) n=20   rule: mask.self   at: v -= __shfl_sync((1u << n) - 1, v, 0);
// cause: lane n takes the branch but is not among the first n lanes of the mask
// level: ptx
__global__ void head(const int *in, int *out, int n) {
  const int lane = threadIdx.x;
  int v = in[lane];
  if (lane <= n)
    v -= __shfl_sync((1u << n) - 1, v, 0);
  out[lane] = v;
}
