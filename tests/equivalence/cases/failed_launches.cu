// pair: asserts_first asserts_last  expect: equivalent
// pair: asserts_first traps_last  expect: equivalent
// pair: asserts_first one_traps  expect: equivalent
// pair: asserts_first asserts_other  expect: different
// pair: asserts_last stores_other  expect: different
// pair: asserts_last never  expect: different
// pair: loop_asserts loop_asserts_last  expect: unknown  effort: 20
// pair: returns_first returns_last  expect: equivalent
// pair: returns_first returns_other  expect: different
// why: a launch in which a thread traps or fails an assertion leaves nothing that may be looked at: what was stored
// why: before tells nothing apart; whether it fails does, and so does what others leave
#include <assert.h>
#define T threadIdx.x
__global__ void asserts_first(int *out, int n) { assert(n != 5); out[T] = n; }
__global__ void asserts_last(int *out, int n) { out[T] = n; assert(n != 5); }
__global__ void traps_last(int *out, int n) { out[T] = n; if (n == 5) __trap(); }
__global__ void one_traps(int *out, int n) { out[T] = n; if (n == 5 && T == 3) __trap(); }
__global__ void asserts_other(int *out, int n) { out[T] = n; assert(n != 6); }
__global__ void stores_other(int *out, int n) { out[T] = n == 6 ? 7 : n; assert(n != 5); }
__global__ void never(int *out, int n) { out[T] = n; }
__global__ void loop_asserts(const int *in, int *out, int n) { for (int i = 0; i < n; ++i) { assert(in[i] != 5); out[i * 32 + T] = in[i]; } }
__global__ void loop_asserts_last(const int *in, int *out, int n) { for (int i = 0; i < n; ++i) out[i * 32 + T] = in[i]; for (int i = 0; i < n; ++i) assert(in[i] != 5); }
__device__ int returns_first(int n) { assert(n != 5); return n; }
__device__ int returns_last(int n) { if (n == 5) __trap(); return n == 5 ? 9 : n; }
__device__ int returns_other(int n) { if (n == 5) __trap(); return n == 6 ? 9 : n; }
