// case: welford   expect: unsafe   class: reduction   launch: grid(1) block(any:32)   at: part[threadIdx.x] : none;
// level: ptx
// Mean and variance: three values of a partial result are shuffled, and those of absent warps are empty.
struct Moments {
  float mean, m2;
  int n;
};
__device__ Moments combine(Moments a, Moments b) {
  if (a.n == 0) return b;
  if (b.n == 0) return a;
  const float d = b.mean - a.mean;
  const int n = a.n + b.n;
  const float share = (float)b.n / n;
  return {a.mean + d * share, a.m2 + b.m2 + d * d * a.n * share, n};
}
__device__ Moments reduce(Moments v) {
  for (int d = 16; d > 0; d >>= 1) {
    const Moments other = {__shfl_down_sync(0xffffffffu, v.mean, d), __shfl_down_sync(0xffffffffu, v.m2, d),
                           __shfl_down_sync(0xffffffffu, v.n, d)};
    v = combine(v, other);
  }
  return v;
}
__global__ void variance(const float* in, float* out, int n) {
  __shared__ Moments part[32];
  Moments v = {0.0f, 0.0f, 0};
  for (int i = threadIdx.x; i < n; i += blockDim.x) v = combine(v, {in[i], 0.0f, 1});
  v = reduce(v);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  const Moments none = {0.0f, 0.0f, 0};
  v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : none;
  if (threadIdx.x < 32) v = reduce(v);
  if (threadIdx.x == 0) {
    out[0] = v.mean;
    out[1] = v.m2 / v.n;
  }
}
