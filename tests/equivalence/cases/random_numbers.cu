// pair: left_over nothing  expect: unknown
// pair: first_word after_poisson  expect: unknown
// pair: one_ahead many_ahead  expect: unknown
// pair: two_ahead drawn_twice  expect: unknown
// pair: as_drawn as_drawn_too  expect: unknown
// why: which numbers are drawn is not known: nothing follows from what a state has in common with them, and no difference from runs
#include <curand_kernel.h>

__global__ void left_over(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  const unsigned r = curand(&s);
  out[threadIdx.x] = r - s.v[4];
}
__global__ void nothing(curandState* states, unsigned* out) { out[threadIdx.x] = 0; }

__global__ void first_word(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  curand(&s);
  out[threadIdx.x] = s.v[0];
}
__global__ void after_poisson(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  curand_poisson(&s, 90.0);
  out[threadIdx.x] = s.v[0];
}

__global__ void one_ahead(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  skipahead(1, &s);
  out[threadIdx.x] = s.v[0];
}
__global__ void many_ahead(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  skipahead(99, &s);
  out[threadIdx.x] = s.v[0];
}

__global__ void two_ahead(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  skipahead(2, &s);
  out[threadIdx.x] = curand(&s);
}
__global__ void drawn_twice(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  curand(&s);
  curand(&s);
  out[threadIdx.x] = curand(&s);
}

__global__ void as_drawn(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  out[threadIdx.x] = curand(&s);
}
__global__ void as_drawn_too(curandState* states, unsigned* out) {
  curandState s = states[threadIdx.x];
  out[threadIdx.x] = curand(&s);
}
