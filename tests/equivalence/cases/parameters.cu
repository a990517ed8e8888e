// pair: scale scale_renamed  expect: equivalent
// pair: scale scale_reordered  expect: equivalent  map: in=source,out=target,factor=by
// pair: scale scale_reordered  expect: different
// pair: by_loop unrolled  expect: equivalent  param: n=4
// pair: by_loop unrolled  expect: different  param: n=5
// why: parameters by position, unless they are mapped; a loop whose count is fixed
__global__ void scale(const int *in, int *out, int *log, int factor) {
  out[threadIdx.x] = in[threadIdx.x] * factor;
  log[threadIdx.x] = factor;
}
__global__ void scale_renamed(const int *x, int *y, int *z, int f) {
  z[threadIdx.x] = f;
  y[threadIdx.x] = f * x[threadIdx.x];
}
__global__ void scale_reordered(int *target, const int *source, int *log, int by) {
  log[threadIdx.x] = by;
  target[threadIdx.x] = source[threadIdx.x] * by;
}
__global__ void by_loop(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += in[32 * i + threadIdx.x];
  out[threadIdx.x] = sum;
}
__global__ void unrolled(const int *in, int *out, int n) {
  out[threadIdx.x] = in[96 + threadIdx.x] + in[64 + threadIdx.x] + in[32 + threadIdx.x] + in[threadIdx.x];
}
