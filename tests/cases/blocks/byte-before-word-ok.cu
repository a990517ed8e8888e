// case: ByteBeforeWord_fixed   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
__global__ void byte_before_word(unsigned *out, int n) {
  __shared__ unsigned words[64];
  int t = threadIdx.x;
  words[t] = 0;
  __syncthreads();
  reinterpret_cast<unsigned char *>(words)[4 * t + 3] = t;
  __syncthreads();
  out[t] = words[t ^ 1];
}
