// pair: histogram histogram_while  expect: equivalent  block: 64
// pair: histogram histogram_past  expect: different  block: 64
// pair: histogram histogram_slip  expect: different  block: 64
// pair: histogram histogram_max  expect: different  block: 64
// pair: shared_histogram shared_histogram_again  expect: equivalent  block: 64
// pair: shared_histogram shared_histogram_not_reset  expect: undefined  block: 64
// pair: shared_histogram shared_histogram_slip  expect: different  block: 64
// pair: grid_sum grid_sum_down  expect: equivalent  block: 64
// pair: grid_sum grid_sum_past  expect: different  block: 32
// pair: append append_again  expect: equivalent  block: 32
// pair: append append_high_leader  expect: unknown  block: 32
// pair: append append_one_less  expect: different  block: 32
// pair: append append_rare  expect: unknown  block: 32
// pair: counting counting_again  expect: equivalent  block: 32
// pair: counting counting_before  expect: unknown  block: 32  effort: 20
// pair: watched watched_again  expect: unknown  block: 32
// why: atomics in loops whose number of rounds is an input; a bound, a bin, an operation or a rank that is another one
#define FULL 0xffffffffu

__global__ void histogram(const int* in, int* bin, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bin[in[i] & 63], 1);
}
__global__ void histogram_while(const int* in, int* bin, int n) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  while (i < n) {
    const unsigned v = in[i];
    atomicAdd(bin + v % 64, 1);
    i += blockDim.x * gridDim.x;
  }
}
__global__ void histogram_past(const int* in, int* bin, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x)
    atomicAdd(&bin[in[i] & 63], 1);
}
__global__ void histogram_slip(const int* in, int* bin, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bin[in[i] & 31], 1);
}
__global__ void histogram_max(const int* in, int* bin, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicMax(&bin[in[i] & 63], 1);
}

__global__ void shared_histogram(const int* in, int* out, int n) {
  __shared__ int bin[64];
  bin[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bin[in[i] & 63], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bin[threadIdx.x]);
}
__global__ void shared_histogram_again(const int* in, int* out, int n) {
  __shared__ int bin[64];
  const int t = threadIdx.x;
  bin[t] = 0;
  __syncthreads();
  int i = t;
  while (i < n) {
    const unsigned v = in[i];
    atomicAdd(bin + (v & 63), 1);
    i += blockDim.x;
  }
  __syncthreads();
  atomicAdd(out + t, bin[t]);
}
__global__ void shared_histogram_not_reset(const int* in, int* out, int n) {
  __shared__ int bin[64];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bin[in[i] & 63], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bin[threadIdx.x]);
}
__global__ void shared_histogram_slip(const int* in, int* out, int n) {
  __shared__ int bin[64];
  bin[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bin[in[i] & 63], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bin[threadIdx.x ^ 1]);
}

__global__ void grid_sum(const float* in, float* out, int n) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
  for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(FULL, s, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, s);
}
__global__ void grid_sum_down(const float* in, float* out, int n) {
  float s = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    s = in[i] + s;
    i += gridDim.x * blockDim.x;
  }
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(FULL, s, d);
  if ((threadIdx.x & 31) == 0) atomicAdd(out, s);
}
__global__ void grid_sum_past(const float* in, float* out, int n) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x) s += in[i];
  for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(FULL, s, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, s);
}

// Chunks of 32, what is kept of them numbered on.
__global__ void append(const int* in, int* rank, int* count, int n) {
  const int lane = threadIdx.x & 31;
  for (int k = 0; k < n; ++k) {
    const unsigned kept = __ballot_sync(FULL, in[32 * k + lane] > 0);
    int first = 0;
    if (lane == 0) first = atomicAdd(count, __popc(kept));
    first = __shfl_sync(FULL, first, 0);
    rank[32 * k + lane] = first + __popc(kept & ((1u << lane) - 1));
  }
}
__global__ void append_again(const int* in, int* rank, int* count, int n) {
  const int lane = threadIdx.x % 32;
  int k = 0;
  while (k < n) {
    const unsigned kept = __ballot_sync(FULL, in[32 * k + lane] > 0), before = ~(~0u << lane);
    int first = lane == 0 ? atomicAdd(count, __popc(kept)) : 0;
    rank[32 * k + lane] = __popc(kept & before) + __shfl_sync(FULL, first, 0);
    ++k;
  }
}
__global__ void append_high_leader(const int* in, int* rank, int* count, int n) {
  const int lane = threadIdx.x & 31;
  for (int k = 0; k < n; ++k) {
    const unsigned kept = __ballot_sync(FULL, in[32 * k + lane] > 0);
    int first = 0;
    if (lane == 31) first = atomicAdd(count, __popc(kept));
    first = __shfl_sync(FULL, first, 31);
    rank[32 * k + lane] = first + __popc(kept & ((1u << lane) - 1));
  }
}
__global__ void append_one_less(const int* in, int* rank, int* count, int n) {
  const int lane = threadIdx.x & 31;
  for (int k = 0; k < n; ++k) {
    const unsigned kept = __ballot_sync(FULL, in[32 * k + lane] > 0);
    int first = 0;
    if (lane == 0) first = atomicAdd(count, __popc(kept));
    first = __shfl_sync(FULL, first, 0);
    rank[32 * k + lane] = first + __popc(kept & ((2u << lane) - 1));
  }
}

__global__ void append_rare(const int* in, int* rank, int* count, int n) {
  const int lane = threadIdx.x & 31;
  for (int k = 0; k < n; ++k) {
    const unsigned kept = __ballot_sync(FULL, in[32 * k + lane] > 0);
    int first = 0;
    if (lane == 0) first = atomicAdd(count, __popc(kept));
    first = __shfl_sync(FULL, first, 0);
    rank[32 * k + lane] = first + __popc(kept & ((1u << lane) - 1)) - (first == 0x13572468);
  }
}

// What is returned is used rounds later.
__global__ void counting(const int* in, int* out, int* p, int n) {
  int last = 0;
  for (int k = 0; k < n; ++k) {
    if (in[32 * k + threadIdx.x] == last) last = atomicAdd(p, 1);
  }
  out[threadIdx.x] = last;
}
__global__ void counting_again(const int* in, int* out, int* p, int n) {
  int last = 0, k = 0;
  for (; k < n;) {
    const int v = in[32 * k + threadIdx.x];
    k++;
    if (v - last == 0) last = atomicAdd(p, 1);
  }
  out[threadIdx.x] = last;
}
__global__ void counting_before(const int* in, int* out, int* p, int n) {
  int last = 0, before = 0;
  for (int k = 0; k < n; ++k) {
    if (in[32 * k + threadIdx.x] == before) {
      before = last;
      last = atomicAdd(p, 1);
    }
  }
  out[threadIdx.x] = last;
}
// What a load sees of a word that other blocks add to has no place in the order.
__global__ void watched(const int* in, int* out, int* p, int n) {
  for (int k = 0; k < n; ++k) atomicAdd(p, in[32 * k + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = p[0];
}
__global__ void watched_again(const int* in, int* out, int* p, int n) {
  for (int k = 0; k < n; ++k) atomicAdd(p, in[32 * k + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = *p;
}
