// case: first-n   expect: safe   class: self-not-in-mask   launch: grid(1) block(32) n=20   at: -
// why: the mask of the first n lanes, used by the first n lanes
__global__ void head(const int *in, int *out, int n) {
  const int lane = threadIdx.x;
  int v = in[lane];
  if (lane < n)
    v -= __shfl_sync((1u << n) - 1, v, 0);
  out[lane] = v;
}
