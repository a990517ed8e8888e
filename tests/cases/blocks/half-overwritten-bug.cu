// case: half-overwritten   expect: unsafe   class: race   launch: grid(1) block(32)   rule: race.mixed-size   at: words[2 * (threadIdx.x ^ 1) + 1]
// The second store covers the lower half of the first one only; a neighbour reads the upper half.
extern "C" __global__ void halves(unsigned* out) {
  __shared__ unsigned long long pairs[32];
  unsigned* words = reinterpret_cast<unsigned*>(pairs);
  pairs[threadIdx.x] = 0x100000001ull * threadIdx.x;
  words[2 * threadIdx.x] = 7u;
  out[threadIdx.x] = words[2 * (threadIdx.x ^ 1) + 1];
}
