// case: ByteOfVector_fixed   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
__global__ void byte_of_vector(unsigned *out, int n) {
  __shared__ uint4 rows[64];
  int t = threadIdx.x;
  rows[t] = make_uint4(t, t, t, t);
  __syncthreads();
  out[t] = reinterpret_cast<unsigned char *>(rows)[16 * (t ^ 33) + 15];
}
