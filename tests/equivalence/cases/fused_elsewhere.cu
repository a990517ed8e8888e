// pair: in_loop in_loop_rounded  expect: equivalent  block: 32  lists: products are not fused
// pair: in_atomic in_atomic_rounded  expect: equivalent  block: 32  lists: products are not fused
// pair: in_address in_address_rounded  expect: equivalent  block: 32  lists: products are not fused
// pair: in_functions in_functions_rounded  expect: equivalent  block: 32  lists: products are not fused
// pair: in_loop in_loop_fused  expect: different  block: 32
// why: where loops, atomics, addresses and calls hide the sums, a compiler may still fuse one side's
__global__ void in_loop(float* out, const float* x, const float* y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum = sum + x[i] * y[i];
  out[threadIdx.x] = sum;
}
__global__ void in_loop_rounded(float* out, const float* x, const float* y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum = __fadd_rn(sum, __fmul_rn(x[i], y[i]));
  out[threadIdx.x] = sum;
}
__global__ void in_loop_fused(float* out, const float* x, const float* y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum = fmaf(x[i], y[i], sum);
  out[threadIdx.x] = sum;
}
__global__ void in_atomic(float* out, float x, float y) {
  if (threadIdx.x == 0) atomicAdd(out, x * y + 1.0f);
}
__global__ void in_atomic_rounded(float* out, float x, float y) {
  if (threadIdx.x == 0) atomicAdd(out, __fadd_rn(__fmul_rn(x, y), 1.0f));
}
__global__ void in_address(int* out, float x, float y) {
  if (threadIdx.x == 0) out[(int)(x * y + 1.0f)] = 1;
}
__global__ void in_address_rounded(int* out, float x, float y) {
  if (threadIdx.x == 0) out[(int)__fadd_rn(__fmul_rn(x, y), 1.0f)] = 1;
}
__device__ float product(float x, float y) { return x * y; }
__device__ float sum(float x, float y) { return x + y; }
__global__ void in_functions(float* out, float x, float y) { out[threadIdx.x] = sum(product(x, y), 1.0f); }
__global__ void in_functions_rounded(float* out, float x, float y) { out[threadIdx.x] = __fadd_rn(product(x, y), 1.0f); }
