// case: byte-selectors-bug   expect: unsafe   class: byte-permute   launch: grid(1) block(64)   rule: race   at: out[threadIdx.x] = tile[63 - threadIdx.x];
// A selector has three bits: 0xc names byte 4, the lowest of the second word, as 4 does. (The instruction behind it has a
// fourth one, which repeats the sign.)

extern "C" __global__ void pick(const unsigned int* in, int* out) {
  __shared__ int tile[64];
  const unsigned int alpha = __byte_perm(in[0], 0x80u, 0xccccu) & 0xffu;
  if (alpha == 0x80u) {
    tile[threadIdx.x] = (int)in[threadIdx.x];
    out[threadIdx.x] = tile[63 - threadIdx.x];
  }
}
