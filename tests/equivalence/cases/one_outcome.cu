// pair: slots slots_reversed  expect: unknown  block: 32
// pair: slots slots_of_more  expect: different  block: 32
// pair: slots slots_again  expect: equivalent  block: 32
// pair: exchanged exchanged_reversed  expect: unknown  block: 64
// pair: exchanged exchanged_others  expect: different  block: 64
// pair: sums sums_reversed  expect: unknown  block: 64
// pair: sums sums_of_more  expect: different  block: 64
// pair: largest largest_reversed  expect: equivalent  block: 64
// pair: largest largest_signed  expect: different  block: 64
// pair: last_wins first_wins  expect: unknown  block: 64
// pair: converged converged_otherwise  expect: different  block: 32
// why: what one kernel leaves in some order of its threads may be what the other leaves in another order; slips leave what no order of the other does
#define T threadIdx.x
#define R (blockDim.x - 1 - threadIdx.x)
__global__ void slots(const int* in, int* out, int* count) {
  if (in[T] > 0) out[atomicAdd(count, 1)] = T;
}
__global__ void slots_again(const int* in, int* out, int* count) {
  const int t = T;
  if (in[t] <= 0) return;
  out[atomicAdd(count, 1)] = t;
}
__global__ void slots_reversed(const int* in, int* out, int* count) {
  if (in[R] > 0) out[atomicAdd(count, 1)] = R;
}
__global__ void slots_of_more(const int* in, int* out, int* count) {
  if (in[T] > 1) out[atomicAdd(count, 1)] = T;
}

__global__ void exchanged(const int* in, int* out, int* p) { out[T] = atomicExch(p, in[T]); }
__global__ void exchanged_reversed(const int* in, int* out, int* p) { out[R] = atomicExch(p, in[R]); }
__global__ void exchanged_others(const int* in, int* out, int* p) {
  if (in[T] != 0) out[T] = atomicExch(p, in[T]);
}

__global__ void sums(const float* in, float* out) { atomicAdd(out, in[T]); }
__global__ void sums_reversed(const float* in, float* out) { atomicAdd(out, in[R]); }
__global__ void sums_of_more(const float* in, float* out) {
  if (in[T] != 0) out[1] = 1;
}

// In any order the same.
__global__ void largest(const unsigned* in, unsigned* out) { atomicMax(out, in[T]); }
__global__ void largest_reversed(const unsigned* in, unsigned* out) { atomicMax(out, in[R]); }
__global__ void largest_signed(const unsigned* in, unsigned* out) { atomicMax((int*)out, (int)in[T]); }

// Who comes first, by an exchange; the twin lets others come first on the evaluator.
__global__ void last_wins(int* out, int* flag) {
  if (T % 32 == 0 && atomicExch(flag, 1) == 0) out[0] = T;
}
__global__ void first_wins(int* out, int* flag) {
  if (R % 32 == 0 && atomicExch(flag, 1) == 0) out[0] = R;
}

// The other one leaves one thing only.
__global__ void converged(int* out) {
  if (T < 7) out[T] = __activemask();
}
__global__ void converged_otherwise(int* out) {
  if (T < 7) out[T] = 1u << T;
}
