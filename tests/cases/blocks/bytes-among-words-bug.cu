// case: BytesAmongWords   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race.mixed-size   at: -
// cause: a byte is read of a word that another thread stored as a whole; the word begins below the byte
__global__ void bytes_among_words(const uchar4 *in, unsigned char *out, int n) {
  __shared__ uchar4 pixels[64];
  int t = threadIdx.x;
  pixels[t] = in[t];
  if (n < 1000000) __syncthreads();
  out[t] = pixels[t ^ 1].y;
}
