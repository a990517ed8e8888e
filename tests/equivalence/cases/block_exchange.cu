// pair: publishes_five publishes_six  expect: unknown  grid: 2
// pair: publishes_five publishes_too  expect: equivalent  grid: 2
// pair: publishes_five publishes_six  expect: different  grid: 1
// pair: publishes_five publishes_without  expect: equivalent  grid: 1
// pair: loads_before loads_behind  expect: unknown  grid: 2
// pair: loads_before loads_before_too  expect: equivalent  grid: 2
// pair: first_then_second second_then_first  expect: unknown  grid: 2
// pair: puts_back does_nothing  expect: unknown  grid: 2
// pair: last_block last_block_slip  expect: unknown  grid: 2
// pair: last_block last_block_too  expect: equivalent  grid: 2
// pair: hands_over_five hands_over_six  expect: unknown  grid: 2
// pair: acquires_five acquires_six  expect: unknown  grid: 2
// pair: fenced_counts fenced_counts_apart  expect: equivalent  grid: 2
// pair: unfenced_slots unfenced_slots_apart  expect: equivalent  grid: 2
// why: blocks that wait for each other see what one stores and takes back, other stores than before, and the order of
// why: their stores; slips: another value handed over, another phase
#include <cooperative_groups.h>
#define T threadIdx.x
#define MINE (blockIdx.x * 32 + T)
#define NEXT ((blockIdx.x + 1) % gridDim.x * 32 + T)
#define SYNC cooperative_groups::this_grid().sync()
__global__ void publishes_five(int *data, int *out) { data[MINE] = 5; SYNC; out[MINE] = data[NEXT]; SYNC; data[MINE] = 0; }
__global__ void publishes_too(int *words, int *to) { words[MINE] = 5; SYNC; to[MINE] = words[NEXT]; SYNC; words[MINE] = 0; }
__global__ void publishes_six(int *data, int *out) { data[MINE] = 6; SYNC; out[MINE] = data[NEXT]; SYNC; data[MINE] = 0; }
__global__ void publishes_without(int *data, int *out) { data[MINE] = 0; out[MINE] = 5; }
__global__ void loads_before(int *data, int *out) { const int x = data[NEXT]; SYNC; data[MINE] = 5; SYNC; out[MINE] = x; }
__global__ void loads_before_too(int *data, int *out) { const int x = data[NEXT]; SYNC; data[MINE] = 5; SYNC; out[MINE] = x; }
__global__ void loads_behind(int *data, int *out) { SYNC; data[MINE] = 5; SYNC; out[MINE] = data[NEXT]; }
// Of two stores to one word the later one stays.
__global__ void first_then_second(int *data, int *out) { if (MINE == 0) *out = 1; SYNC; if (MINE == 32) *out = 2; }
__global__ void second_then_first(int *data, int *out) { if (MINE == 32) *out = 2; SYNC; if (MINE == 0) *out = 1; }
// What it finds is what it leaves, but for what block 1 stores in between.
__global__ void puts_back(int *data, int *out) { int x = 0; if (MINE == 0) x = *out; SYNC; if (MINE == 32) *out = 2; SYNC; if (MINE == 0) *out = x; }
__global__ void does_nothing(int *data, int *out) { SYNC; if (MINE == 32) *out = 2; SYNC; }
#define LAST_BLOCK(name, value) \
  __global__ void name(const int *in, int *parts, unsigned *count, int *out) { \
    __shared__ bool last; \
    if (T == 0) { \
      parts[blockIdx.x] = value; \
      __threadfence(); \
      last = atomicAdd(count, 1) == gridDim.x - 1; \
    } \
    __syncthreads(); \
    if (last && T == 0) { \
      *out = parts[0] + parts[1]; \
      parts[0] = parts[1] = 0; \
      *count = 0; \
    } \
  }
LAST_BLOCK(last_block, in[blockIdx.x])
LAST_BLOCK(last_block_too, in[blockIdx.x])
LAST_BLOCK(last_block_slip, in[blockIdx.x] + 1)
#define HANDS_OVER(name, value) \
  __global__ void name(int *data, volatile int *flag, int *out) { \
    if (T != 0) return; \
    if (blockIdx.x == 0) { *data = value; __threadfence(); *flag = 1; } \
    if (blockIdx.x == 1) { while (*flag != 1); __threadfence(); *out = *data; *data = 0; } \
  }
HANDS_OVER(hands_over_five, 5)
HANDS_OVER(hands_over_six, 6)
// By operations that order by themselves.
__device__ void release(int *flag, int value) { asm volatile("st.release.gpu.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory"); }
__device__ int acquire(int *flag) { int value; asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory"); return value; }
#define ACQUIRES(name, value) \
  __global__ void name(int *data, int *flag, int *out) { \
    if (T != 0) return; \
    if (blockIdx.x == 0) { *data = value; release(flag, 1); } \
    if (blockIdx.x == 1) { while (acquire(flag) != 1); *out = *data; *data = 0; } \
  }
ACQUIRES(acquires_five, 5)
ACQUIRES(acquires_six, 6)
// Nothing but atomics on what other blocks see.
__global__ void fenced_counts(const int *in, int *out) { __threadfence(); atomicAdd(out, in[T] + 1); }
__global__ void fenced_counts_apart(const int *in, int *out) { const int x = in[T]; __threadfence(); atomicAdd(out, 1 + x); }
// No fence, so no block knows of another's plain stores.
__global__ void unfenced_slots(const int *in, int *out, int *count) { const int at = atomicAdd(count, 1); out[at] = in[MINE] * 2; }
__global__ void unfenced_slots_apart(const int *in, int *out, int *count) { const int x = in[MINE]; const int at = atomicAdd(count, 1); out[at] = x + x; }
