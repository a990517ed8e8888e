// pair: pair_in_turn pair_in_turn_again  expect: equivalent  block: 64
// pair: pair_in_turn pair_swapped  expect: different  block: 64
// pair: turns turns_other_words  expect: equivalent  block: 64
// pair: turns turns_reversed  expect: different  block: 64
// pair: turns turns_unordered  expect: unknown  block: 64
// pair: lanes_in_turn lanes_at_once  expect: unknown  block: 32
// pair: lanes_in_turn lanes_after_shuffle  expect: unknown  block: 32
// pair: adds_then_arrives arrives_then_adds  expect: unknown  block: 64
// pair: adds_then_arrives adds_then_waits  expect: unknown  block: 64
// pair: counted counted_up_and_down  expect: unknown  block: 32
// pair: counted_shared counted_shared_again  expect: equivalent  block: 64
// pair: counted_shared counted_from_one  expect: different  block: 64
// pair: counted_shared counted_twice  expect: different  block: 64
// pair: reset_after reset_around  expect: different  block: 32
// pair: between between_stored  expect: unknown  block: 64
// pair: claim claim_again  expect: equivalent  block: 64
// pair: claim claim_exchanged  expect: unknown  block: 64
// pair: smallest smallest_unsigned  expect: different  block: 32
// pair: smallest smallest_again  expect: equivalent  block: 32
// pair: bins bins_again  expect: equivalent  block: 64
// pair: bins bins_slip  expect: unknown  block: 64
// pair: bins_float bins_float_again  expect: equivalent  block: 64
// pair: bins_float bins_float_folded  expect: unknown  block: 64
// pair: bins_float bins_float_folded  expect: unknown  block: 64  fp: real
// pair: sum_float sum_float_down  expect: equivalent  block: 64
// pair: sum_float sum_float_ascending  expect: different  block: 32
// pair: sum_float sum_float_ascending  expect: equivalent  block: 64  fp: real
// pair: list list_again  expect: equivalent  block: 64
// pair: list list_of_more  expect: different  block: 32
// why: atomics in another order, on other lanes, on other words, with something between them; twins that do the same
#define FULL 0xffffffffu

// Two of one thread.
__global__ void pair_in_turn(int* out, int* p) {
  if (threadIdx.x != 0) return;
  const int x = atomicAdd(p, 1), y = atomicAdd(p, 2);
  out[0] = 1000 * x + y;
}
__global__ void pair_in_turn_again(int* out, int* p) {
  if (threadIdx.x > 0) return;
  const int x = 1000 * atomicAdd(p, 1);
  out[0] = atomicAdd(p, 2) + x;
}
__global__ void pair_swapped(int* out, int* p) {
  if (threadIdx.x != 0) return;
  const int y = atomicAdd(p, 2), x = atomicAdd(p, 1);
  out[0] = 1000 * x + y;
}

// Of two warps, one after the other.
__global__ void turns(int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
  __syncthreads();
  if (threadIdx.x == 32) out[1] = atomicAdd(p, 1);
}
__global__ void turns_other_words(int* out, int* p) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0 && warp == 0) out[warp] = atomicAdd(&p[lane], warp + 1);
  __syncthreads();
  if (lane == 0 && warp == 1) out[warp] = atomicAdd(&p[lane], warp);
}
__global__ void turns_reversed(int* out, int* p) {
  if (threadIdx.x == 32) out[1] = atomicAdd(p, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
}
__global__ void turns_unordered(int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
  if (threadIdx.x == 32) out[1] = atomicAdd(p, 1);
}

// Of two lanes.
__global__ void lanes_in_turn(int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
  __syncwarp();
  if (threadIdx.x == 1) out[1] = atomicAdd(p, 1);
}
__global__ void lanes_at_once(int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
  if (threadIdx.x == 1) out[1] = atomicAdd(p, 1);
}
__global__ void lanes_after_shuffle(int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
  const int one = __shfl_sync(FULL, 1, 0);
  if (threadIdx.x == 1) out[1] = atomicAdd(p, one);
}

// Who arrives at a barrier without waiting is ahead of others with what comes before it, not after it.
__global__ void adds_then_arrives(int* out, int* p) {
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 32) out[1] = atomicAdd(p, 1);
  }
}
__global__ void arrives_then_adds(int* out, int* p) {
  if (threadIdx.x < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 32) out[1] = atomicAdd(p, 1);
  }
}
__global__ void adds_then_waits(int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
  __syncthreads();
  if (threadIdx.x == 32) out[1] = atomicAdd(p, 1);
}

// What is added and taken away again shows in between.
__global__ void counted(int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
}
__global__ void counted_up_and_down(int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicAdd(p, 1);
  if (threadIdx.x == 1) {
    atomicAdd(p, 1);
    atomicAdd(p, -1);
  }
}

// A counter in shared memory.
__global__ void counted_shared(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) out[threadIdx.x] = atomicAdd(&count, 1);
}
__global__ void counted_shared_again(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const int v = in[threadIdx.x];
  if (v <= 0) return;
  const int place = atomicAdd(&count, 1);
  out[threadIdx.x] = place;
}
__global__ void counted_from_one(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 1;
  __syncthreads();
  if (in[threadIdx.x] > 0) out[threadIdx.x] = atomicAdd(&count, 1);
}
__global__ void counted_twice(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) {
    atomicAdd(&count, 1);
    out[threadIdx.x] = atomicAdd(&count, 1);
  }
}

// What is there at the end hides what was there before.
__global__ void reset_after(int* out, int* p) {
  if (threadIdx.x != 0) return;
  out[0] = atomicAdd(p, 1);
  *p = 5;
}
__global__ void reset_around(int* out, int* p) {
  if (threadIdx.x != 0) return;
  *p = 0;
  out[0] = atomicAdd(p, 1);
  *p = 5;
}

// A store that leaves what would be there anyway, but orders.
__global__ void between(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = atomicAdd(&count, 1);
}
__global__ void between_stored(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) count = 1;
  __syncthreads();
  if (threadIdx.x == 32) out[1] = atomicAdd(&count, 1);
}

// Who comes first takes it.
__global__ void claim(int* out, int* owner) {
  const int before = atomicCAS(owner, 0, (int)threadIdx.x + 1);
  out[threadIdx.x] = before == 0;
}
__global__ void claim_again(int* out, int* owner) {
  const int me = threadIdx.x + 1;
  out[me - 1] = !atomicCAS(owner, 0, me);
}
__global__ void claim_exchanged(int* out, int* owner) {
  const int before = atomicExch(owner, (int)threadIdx.x + 1);
  out[threadIdx.x] = before == 0;
}

__global__ void smallest(const int* in, int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicMin(p, in[0]);
}
__global__ void smallest_again(const int* in, int* out, int* p) {
  if (threadIdx.x == 0) *out = atomicMin(p + threadIdx.x, in[threadIdx.x]);
}
__global__ void smallest_unsigned(const int* in, int* out, int* p) {
  if (threadIdx.x == 0) out[0] = atomicMin((unsigned*)p, (unsigned)in[0]);
}

// Bins at computed addresses.
__global__ void bins(const int* in, int* bin) { atomicAdd(&bin[in[threadIdx.x] & 15], 1); }
__global__ void bins_again(const int* in, int* bin) {
  const unsigned v = in[threadIdx.x];
  atomicAdd(bin + v % 16, 1);
}
__global__ void bins_slip(const int* in, int* bin) { atomicAdd(&bin[in[threadIdx.x] & 7], 1); }
__global__ void bins_float(const int* at, const float* in, float* bin) {
  atomicAdd(&bin[at[threadIdx.x] & 15], in[threadIdx.x] * 2);
}
__global__ void bins_float_again(const int* at, const float* in, float* bin) {
  atomicAdd(&bin[at[threadIdx.x] % 16u], in[threadIdx.x] + in[threadIdx.x]);
}
__global__ void bins_float_folded(const int* at, const float* in, float* bin) {
  if ((threadIdx.x & 1) == 0) atomicAdd(&bin[at[threadIdx.x] & 15], in[threadIdx.x] * 2);
  else atomicAdd(&bin[at[threadIdx.x] & 7], in[threadIdx.x] * 2);
}

__global__ void sum_float(const float* in, float* out) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(FULL, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
__global__ void sum_float_down(const float* in, float* out) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(FULL, v, d);
  if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
}
__global__ void sum_float_ascending(const float* in, float* out) {
  float v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) v += __shfl_xor_sync(FULL, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}

// A list whose places an atomic hands out, one for each warp.
__global__ void list(const int* in, int* out, int* count) {
  const int lane = threadIdx.x & 31;
  const bool keep = in[threadIdx.x] > 0;
  const unsigned kept = __ballot_sync(FULL, keep);
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(FULL, first, 0);
  if (keep) out[first + __popc(kept & ((1u << lane) - 1))] = in[threadIdx.x];
}
__global__ void list_again(const int* in, int* out, int* count) {
  const unsigned lane = threadIdx.x % 32;
  const int v = in[threadIdx.x];
  const unsigned kept = __ballot_sync(FULL, v > 0), before = ~(~0u << lane) & kept;
  int first;
  if (lane == 0) first = atomicAdd(count, __popc(kept));
  else first = 0;
  first = __shfl_sync(FULL, first, 0) + __popc(before);
  if (v > 0) out[first] = v;
}
__global__ void list_of_more(const int* in, int* out, int* count) {
  const int lane = threadIdx.x & 31;
  const bool keep = in[threadIdx.x] >= 0;
  const unsigned kept = __ballot_sync(FULL, keep);
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(FULL, first, 0);
  if (keep) out[first + __popc(kept & ((1u << lane) - 1))] = in[threadIdx.x];
}
