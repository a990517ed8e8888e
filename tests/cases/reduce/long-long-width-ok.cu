// case: long-long-width   expect: safe   class: bad-width   launch: grid(1) block(64)   at: -
// why: 64-bit maximum in groups of sixteen
__global__ void group_max(const long long *in, long long *out) {
  long long v = in[threadIdx.x];
  for (int off = 8; off > 0; off >>= 1)
    v = max(v, __shfl_xor_sync(0xffffffffu, v, off, 16));
  if ((threadIdx.x & 15) == 0) out[threadIdx.x >> 4] = v;
}
