// case: ByteBeforeWord   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race.mixed-size   at: -
// cause: the last byte of a word is stored, and another thread reads the whole word
__global__ void byte_before_word(unsigned *out, int n) {
  __shared__ unsigned words[64];
  int t = threadIdx.x;
  words[t] = 0;
  __syncthreads();
  reinterpret_cast<unsigned char *>(words)[4 * t + 3] = t;
  if (n < 1000000) __syncthreads();
  out[t] = words[t ^ 1];
}
