// case: ByteOfVector   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race.mixed-size   at: -
// cause: the last byte of 16 that another warp stored at once is read where no barrier is
__global__ void byte_of_vector(unsigned *out, int n) {
  __shared__ uint4 rows[64];
  int t = threadIdx.x;
  rows[t] = make_uint4(t, t, t, t);
  if (n < 1000000) __syncthreads();
  out[t] = reinterpret_cast<unsigned char *>(rows)[16 * (t ^ 33) + 15];
}
