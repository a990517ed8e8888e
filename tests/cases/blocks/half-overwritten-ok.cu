// case: half-overwritten   expect: safe   class: race   launch: grid(1) block(32)   at: -
// The second store covers the lower half of the first one only; neighbours read both after a barrier of the warp.
extern "C" __global__ void halves(unsigned* out) {
  __shared__ unsigned long long pairs[32];
  unsigned* words = reinterpret_cast<unsigned*>(pairs);
  pairs[threadIdx.x] = 0x100000001ull * threadIdx.x;
  words[2 * threadIdx.x] = 7u;
  __syncwarp();
  out[threadIdx.x] = words[2 * (threadIdx.x ^ 1) + 1];
}
