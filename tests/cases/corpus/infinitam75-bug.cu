// case: infinitam75   expect: unsafe   class: barrier-in-subset   launch: grid(1) block(256)   rule: barrier.divergent   at: __syncthreads();  // step
// source: InfiniTAM #75
// url: https://github.com/victorprad/InfiniTAM/issues/75
// cause: barriers are put into a warp reduction that only the first 32 threads call
__device__ void warp_reduce(float *s, int t) {
  for (int d = 32; d > 0; d >>= 1) {
    const float v = s[t] + s[t + d];
    __syncthreads();  // step
    s[t] = v;
    __syncthreads();
  }
}
extern "C" __global__ void tracker(const float *in, float *out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 128) s[t] += s[t + 128];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) warp_reduce(s, t);
  __syncthreads();
  out[t] = s[0];
}
