// case: BytesAmongWords_fixed   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
__global__ void bytes_among_words(const uchar4 *in, unsigned char *out, int n) {
  __shared__ uchar4 pixels[64];
  int t = threadIdx.x;
  pixels[t] = in[t];
  __syncthreads();
  out[t] = pixels[t ^ 1].y;
}
