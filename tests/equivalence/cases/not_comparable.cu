// pair: good broken  expect: undefined  lanes: 0
// pair: broken good  expect: undefined  lanes: 0
// pair: good asserting  expect: different
// pair: endless endless_too  expect: unknown  effort: 20
// pair: good endless  expect: different
// pair: good good  expect: equivalent
// why: a lane outside of its own mask; an assertion that may fail; loops that go through all numbers of 32 bits: for a negative v, i % 2 is -1 where i & 1 is 1
#include <assert.h>
__device__ int good(int v) { return __shfl_xor_sync(0xffffffffu, v, 1) + v; }
__device__ int broken(int v) { return __shfl_xor_sync(0x0000ffffu, v, 1) + v; }
__device__ int asserting(int v) {
  assert(v != 77);
  return __shfl_xor_sync(0xffffffffu, v, 1) + v;
}
__device__ int endless(int v) {
  int n = 0;
  for (int i = 0; i != v; ++i) n += i & 1;
  return n;
}
__device__ int endless_too(int v) {
  int n = 0;
  for (int i = 0; i != v; ++i) n += i % 2;
  return n;
}
