// pair: remainder guarded  expect: equivalent
// pair: remainder other_where_zero  expect: equivalent
// pair: remainder remainder_and_one  expect: different
// pair: difference_of_quotients zero  expect: equivalent  fp: real
// pair: quotient_of_sum quotient  expect: equivalent  fp: real
// pair: quotient_of_sum sum_of_quotients  expect: different  fp: real
// pair: never_defined never_defined_either  expect: unknown
// pair: root_of_negative zero_alone  expect: unknown  fp: real
// pair: root_of_some zero_alone  expect: equivalent  fp: real
// pair: by_nothing zero_alone  expect: unknown  fp: real
// why: an integer divided by zero is no result that could differ: PTX leaves it open, and a run calls it an error;
// why: that it does not occur is an assumption of the verdict, as is s != 0 over the reals; what no inputs satisfy is
// why: none, and proves nothing
__global__ void remainder(unsigned* out, unsigned n) { out[threadIdx.x] = (threadIdx.x + 5) % n; }
__global__ void guarded(unsigned* out, unsigned n) {
  unsigned m = threadIdx.x + 5;
  out[threadIdx.x] = n ? m % n : m;
}
__global__ void other_where_zero(unsigned* out, unsigned n) {
  unsigned m = threadIdx.x + 5;
  out[threadIdx.x] = n ? m % n : 77;
}
__global__ void remainder_and_one(unsigned* out, unsigned n) { out[threadIdx.x] = (threadIdx.x + 5) % n + 1; }
__global__ void difference_of_quotients(const float* in, float* out, float s) {
  out[threadIdx.x] = in[threadIdx.x] / s - in[threadIdx.x] / s;
}
__global__ void zero(const float* in, float* out, float s) { out[threadIdx.x] = 0; }
__global__ void quotient_of_sum(const float* in, float* out, float s) {
  out[threadIdx.x] = (in[threadIdx.x] + 1) / s - 1 / s;
}
__global__ void quotient(const float* in, float* out, float s) { out[threadIdx.x] = in[threadIdx.x] / s; }
__global__ void sum_of_quotients(const float* in, float* out, float s) {
  out[threadIdx.x] = in[threadIdx.x] / s + 1 / s;
}
// No inputs have a < b < c < a.
__global__ void never_defined(int* out, int a, int b, int c) {
  out[threadIdx.x] = 100 / ((a < b) & (b < c) & (c < a));
}
__global__ void never_defined_either(int* out, int a, int b, int c) {
  out[threadIdx.x] = 200 / ((a < b) & (b < c) & (c < a));
}
__global__ void root_of_negative(const float* in, float* out) {
  float x = in[threadIdx.x];
  out[threadIdx.x] = 0.f * sqrtf(-1.f - x * x);
}
__global__ void root_of_some(const float* in, float* out) {
  float x = in[threadIdx.x];
  out[threadIdx.x] = 0.f * sqrtf(x - 1.f);
}
__global__ void by_nothing(const float* in, float* out) {
  float x = in[threadIdx.x], q = 1.f / fminf(x * x, 0.f);
  out[threadIdx.x] = q - q;
}
__global__ void zero_alone(const float* in, float* out) { out[threadIdx.x] = 0; }
