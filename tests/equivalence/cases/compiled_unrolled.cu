// pair: column_sums column_sums  expect: equivalent  block: 32  with: compiled_unrolled_nvcc.ptx
// pair: column_sums column_sums  expect: different  block: 32  with: compiled_unrolled_slip.ptx
// why: what nvcc 13.0 makes of this source, four rounds at a time; in the slip one of them is the one before
extern "C" __global__ void column_sums(const int* in, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += in[32 * i + threadIdx.x];
  out[threadIdx.x] = s;
}
