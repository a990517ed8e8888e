// pair: log1 log1_again  expect: equivalent  block: 32
// pair: log1 log_of_sum  expect: unknown  block: 32  effort: 10
// pair: sine sine_again  expect: equivalent  block: 32
// pair: sine sine_nearby  expect: unknown  block: 32  effort: 10
// pair: rest rest_again  expect: equivalent  block: 32
// pair: rest rest_by_other  expect: unknown  block: 32  effort: 10
// why: what the prelude computes of library functions has lost digits of their arguments, so that different results are one here
__global__ void log1(float* out, const float* in) { out[threadIdx.x] = log1pf(in[threadIdx.x]); }
__global__ void log1_again(float* out, const float* in) {
  const float x = in[threadIdx.x];
  out[threadIdx.x] = log1pf(x);
}
__global__ void log_of_sum(float* out, const float* in) { out[threadIdx.x] = logf(1.0f + in[threadIdx.x]); }
__global__ void sine(double* out) { out[threadIdx.x] = sin(1.0); }
__global__ void sine_again(double* out) { out[threadIdx.x] = sin(0.5 + 0.5); }
__global__ void sine_nearby(double* out) { out[threadIdx.x] = sin(1.000000000001); }
__global__ void rest(float* out) { out[threadIdx.x] = fmodf(1e30f, 7.0f); }
__global__ void rest_again(float* out) { out[threadIdx.x] = fmodf(1e30f, 3.5f + 3.5f); }
__global__ void rest_by_other(float* out) { out[threadIdx.x] = fmodf(1e30f, 5.0f); }
