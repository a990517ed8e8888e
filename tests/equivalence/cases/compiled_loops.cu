// pair: row_sums row_sums  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_clang_o3.ptx
// pair: column_sums column_sums  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_clang_o3.ptx
// pair: column_max column_max  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_clang_o3.ptx
// pair: sum_of_all sum_of_all  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_clang_o3.ptx
// pair: copied copied  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_clang_o3.ptx
// pair: row_sums row_sums  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc.ptx
// pair: column_sums column_sums  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc.ptx
// pair: column_max column_max  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc.ptx
// pair: shuffled shuffled  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc.ptx
// pair: copied copied  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc.ptx
// pair: column_scans column_scans  expect: equivalent  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc.ptx
// pair: row_sums row_sums  expect: different  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_slip.ptx
// pair: column_sums column_sums  expect: different  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_slip.ptx
// pair: column_max column_max  expect: different  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_slip.ptx
// pair: shuffled shuffled  expect: different  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc_slip.ptx
// pair: copied copied  expect: different  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc_slip.ptx
// pair: column_scans column_scans  expect: different  block: 32  from: compiled_loops_clang_o1.ptx  with: compiled_loops_nvcc_slip.ptx
// why: -O1 of clang 19 against its -O3, which unrolls by 8, and against nvcc 13.0, which does by 4 or 2; slips of one load, one operation, one store, one shuffle
extern "C" __global__ void row_sums(const int* in, int* out, int n) {
  int v = 0;
  for (int i = 0; i < n; i++) v += in[threadIdx.x * n + i];
  out[threadIdx.x] = v;
}
extern "C" __global__ void column_sums(const float* in, float* out, int n) {
  float v = 0;
  for (int i = 0; i < n; i++) v += in[32 * i + threadIdx.x];
  out[threadIdx.x] = v;
}
extern "C" __global__ void column_max(const int* in, int* out, int n) {
  int v = -2147483647 - 1;
  for (int i = 0; i < n; i++) {
    const int x = in[32 * i + threadIdx.x];
    v = x > v ? x : v;
  }
  out[threadIdx.x] = v;
}
extern "C" __global__ void sum_of_all(const int* in, int* out, int n) {
  int v = 0;
#pragma unroll 4
  for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[i];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) out[0] = v;
}
extern "C" __global__ void shuffled(const int* in, int* out, int n) {
  int s = 0;
#pragma unroll 2
  for (int i = 0; i < n; i++) {
    int v = in[32 * i + threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    s = 3 * s + v;
  }
  out[threadIdx.x] = s;
}
extern "C" __global__ void copied(const int* in, int* out, int n) {
  if (n > 100000) return;
  for (int i = 0; i < n; i++) out[32 * i + threadIdx.x] = in[32 * i + threadIdx.x];
}
extern "C" __global__ void column_scans(const int* __restrict__ in, int* __restrict__ out, int n) {
  if (n > 100000) return;
  int s = 0;
  for (int i = 0; i < n; i++) out[32 * i + threadIdx.x] = s += in[32 * i + threadIdx.x];
}
