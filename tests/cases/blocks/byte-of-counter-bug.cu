// case: ByteOfCounter   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race.mixed-size   at: -
// cause: a byte inside of a word is read while another thread adds to the word
__global__ void byte_of_counter(unsigned *out, int n) {
  __shared__ unsigned counts[64];
  int t = threadIdx.x;
  counts[t] = 0;
  __syncthreads();
  atomicAdd(&counts[t ^ 1], 1u);
  if (n < 1000000) __syncthreads();
  out[t] = reinterpret_cast<unsigned char *>(counts)[4 * t + 1];
}
