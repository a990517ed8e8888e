// pair: sum_xor sum_down  expect: equivalent  block: 32
// pair: sum_xor sum_from_one  expect: different  block: 32
// pair: sum_xor sum_mirrored_slip  expect: different  block: 32
// pair: block_sum block_pairs  expect: equivalent  block: 64
// pair: block_sum block_pairs_slip  expect: different  block: 64
// pair: scale scale_do  expect: equivalent  block: 64
// pair: scale scale_past  expect: different  block: 64
// pair: axpy axpy_swapped  expect: equivalent  block: 64
// pair: axpy axpy_once  expect: different  block: 64
// pair: chunks_xor chunks_unshared  expect: different  block: 32
// pair: tiles tiles_other  expect: equivalent  block: 32
// pair: tiles tiles_slip  expect: different  block: 32
// pair: row_center row_center_slip  expect: different  block: 32
// pair: row_center row_center_lane0  expect: equivalent  block: 32
// pair: row_center row_center_down  expect: different  block: 32
// pair: row_scale row_scale_all  expect: equivalent  block: 32
// pair: row_scale row_scale_lane0  expect: different  block: 32
// pair: nested nested_while  expect: equivalent  block: 32
// pair: nested nested_slip  expect: different  block: 32
// pair: bins bins_select  expect: equivalent  block: 32
// pair: bins bins_slip  expect: different  block: 32
// pair: warp_rows warp_rows_down  expect: equivalent  block: 64
// pair: warp_rows warp_rows_slip  expect: different  block: 64
// pair: search search_slip  expect: different  block: 32
// pair: scan_carry scan_carry_slip  expect: different  block: 32
// pair: count_atomic count_atomic_slip  expect: different  block: 32
// pair: float_sum float_sum_fold  expect: equivalent  block: 32
// pair: float_sum float_sum_regrouped  expect: different  block: 32
// pair: float_sum float_sum_regrouped  expect: equivalent  block: 32  fp: real
// pair: two_sums one_sum  expect: equivalent  block: 32
// pair: two_sums_slip one_sum  expect: different  block: 32
// pair: divisors divisors_by_quotient  expect: equivalent  block: 32
// pair: divisors divisors_to_1  expect: different  block: 32
// why: loops whose number of rounds is an input; slips: a bound or start off by one, a value only lane 0 has, a reset left out
#define FULL 0xffffffffu
__device__ int down(int v) { for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(FULL, v, d); return v; }
__device__ int butterfly(int v) { for (int d = 1; d < 32; d *= 2) v += __shfl_xor_sync(FULL, v, d); return v; }

__global__ void sum_xor(const int* in, int* out, int n) {
  int s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
  s = butterfly(s);
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}
__global__ void sum_down(const int* in, int* out, int n) {
  int s = 0, i = blockDim.x * blockIdx.x + threadIdx.x;
  const int stride = blockDim.x * gridDim.x;
  while (i < n) {
    s = in[i] + s;
    i = stride + i;
  }
  s = down(s);
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}
__global__ void sum_from_one(const int* in, int* out, int n) {
  int s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x + 1) s += in[i];
  s = down(s);
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}
__global__ void sum_mirrored_slip(const int* in, int* out, int n) {
  int s = 0;
  for (int i = blockIdx.x * blockDim.x + (blockDim.x - 1 - threadIdx.x); i < n; i += gridDim.x * blockDim.x)
    s += in[i];
  s = down(s);
  if (threadIdx.x == 31) out[blockIdx.x] = s;
}

__global__ void block_sum(const int* in, int* out, int n) {
  __shared__ int part[2];
  int s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i];
  s = down(s);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = part[0] + part[1];
}
__global__ void block_pairs(const int* in, int* out, int n) {
  __shared__ int part[64];
  int s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i];
  part[threadIdx.x] = s;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  s = butterfly(part[threadIdx.x] + part[threadIdx.x + 32]);
  if (threadIdx.x == 0) out[0] = s;
}
__global__ void block_pairs_slip(const int* in, int* out, int n) {
  __shared__ int part[64];
  int s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i];
  part[threadIdx.x] = s;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  s = butterfly(part[threadIdx.x] + part[threadIdx.x + 31]);
  if (threadIdx.x == 0) out[0] = s;
}

__global__ void scale(const int* in, int* out, int n, int k) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] * k;
}
__global__ void scale_do(const int* in, int* out, int n, int k) {
  int i = threadIdx.x;
  if (i >= n) return;
  do {
    out[i] = k * in[i];
    i += blockDim.x;
  } while (i < n);
}
__global__ void scale_past(const int* in, int* out, int n, int k) {
  int i = threadIdx.x;
  do {
    out[i] = k * in[i];
    i += blockDim.x;
  } while (i < n);
}

__global__ void axpy(const int* x, int* y, int n, int a) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = a * x[i] + y[i];
}
__global__ void axpy_swapped(const int* x, int* y, int n, int a) {
  int i = threadIdx.x;
  while (i < n) {
    y[i] += x[i] * a;
    i += 64;
  }
}
__global__ void axpy_once(const int* x, int* y, int n, int a) {
  int i = threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void chunks_xor(const int* in, int* out, int n) {
  int s = 0;
  for (int k = 0; k < n; ++k) s += butterfly(in[32 * k + threadIdx.x]) - k;
  out[threadIdx.x] = s;
}
__global__ void chunks_unshared(const int* in, int* out, int n) {
  int s = 0;
  for (int k = 0; k < n; ++k) s += down(in[32 * k + threadIdx.x]) - k;
  out[threadIdx.x] = s;
}

__global__ void tiles(const int* in, int* out, int n) {
  __shared__ int tile[32];
  int s = 0;
  for (int k = 0; k < n; k += 32) {
    tile[threadIdx.x] = in[k + threadIdx.x];
    __syncthreads();
    s = s * 3 + tile[31 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}
__global__ void tiles_other(const int* in, int* out, int n) {
  int s = 0;
  for (int k = 0; k < n; k += 32) s = s + 2 * s + __shfl_xor_sync(FULL, in[k + threadIdx.x], 31);
  out[threadIdx.x] = s;
}
__global__ void tiles_slip(const int* in, int* out, int n) {
  int s = 0;
  for (int k = 0; k < n; k += 32) s = s + 2 * s + __shfl_xor_sync(FULL, in[k + threadIdx.x], 15);
  out[threadIdx.x] = s;
}

// Rows of a matrix, as softmax does it: the maximum, a sum, the row anew.
__global__ void row_center(const int* in, int* out, int n) {
  int m = 0x80000000, s = 0;
  for (int c = 0; c < n; ++c) m = max(m, in[32 * c + threadIdx.x]);
  for (int d = 16; d > 0; d /= 2) m = max(m, __shfl_xor_sync(FULL, m, d));
  for (int c = 0; c < n; ++c) s += in[32 * c + threadIdx.x] - m;
  s = butterfly(s);
  for (int c = 0; c < n; ++c) out[32 * c + threadIdx.x] = (in[32 * c + threadIdx.x] - m) * s;
}
__global__ void row_center_slip(const int* in, int* out, int n) {
  int m = 0, s = 0;
  for (int c = 0; c < n; ++c) m = max(m, in[32 * c + threadIdx.x]);
  for (int d = 16; d > 0; d /= 2) m = max(m, __shfl_xor_sync(FULL, m, d));
  for (int c = 0; c < n; ++c) s += in[32 * c + threadIdx.x] - m;
  s = butterfly(s);
  for (int c = 0; c < n; ++c) out[32 * c + threadIdx.x] = (in[32 * c + threadIdx.x] - m) * s;
}
__device__ int greatest(int m) {
  for (int d = 16; d > 0; d /= 2) m = max(m, __shfl_down_sync(FULL, m, d));
  return m;
}
__global__ void row_center_lane0(const int* in, int* out, int n) {
  int m = 0x80000000, s = 0;
  for (int c = 0; c < n; ++c) m = max(m, in[32 * c + threadIdx.x]);
  m = __shfl_sync(FULL, greatest(m), 0);
  for (int c = 0; c < n; ++c) s += in[32 * c + threadIdx.x] - m;
  s = __shfl_sync(FULL, down(s), 0);
  for (int c = 0; c < n; ++c) out[32 * c + threadIdx.x] = (in[32 * c + threadIdx.x] - m) * s;
}
__global__ void row_center_down(const int* in, int* out, int n) {
  int m = 0x80000000, s = 0;
  for (int c = 0; c < n; ++c) m = max(m, in[32 * c + threadIdx.x]);
  m = greatest(m);
  for (int c = 0; c < n; ++c) s += in[32 * c + threadIdx.x] - m;
  s = __shfl_sync(FULL, down(s), 0);
  for (int c = 0; c < n; ++c) out[32 * c + threadIdx.x] = (in[32 * c + threadIdx.x] - m) * s;
}

__global__ void row_scale(const float* in, float* out, int n) {
  float m = in[0];
  for (int c = 0; c < n; ++c) m = fmaxf(m, in[32 * c + threadIdx.x]);
  for (int d = 16; d > 0; d /= 2) m = fmaxf(m, __shfl_xor_sync(FULL, m, d));
  for (int c = 0; c < n; ++c) out[32 * c + threadIdx.x] = in[32 * c + threadIdx.x] / m;
}
__global__ void row_scale_all(const float* in, float* out, int n) {
  float m = in[0];
  for (int c = 0; c < n; ++c) m = fmaxf(in[32 * c + threadIdx.x], m);
  for (int d = 16; d > 0; d /= 2) m = fmaxf(__shfl_down_sync(FULL, m, d), m);
  m = __shfl_sync(FULL, m, 0);
  for (int c = 0; c < n; ++c) out[32 * c + threadIdx.x] = in[32 * c + threadIdx.x] / m;
}
__global__ void row_scale_lane0(const float* in, float* out, int n) {
  float m = in[0];
  for (int c = 0; c < n; ++c) m = fmaxf(in[32 * c + threadIdx.x], m);
  for (int d = 16; d > 0; d /= 2) m = fmaxf(__shfl_down_sync(FULL, m, d), m);
  for (int c = 0; c < n; ++c) out[32 * c + threadIdx.x] = in[32 * c + threadIdx.x] / m;
}

__global__ void nested(const int* in, int* out, int rows, int columns) {
  for (int r = threadIdx.x; r < rows; r += 32) {
    int s = 0;
    for (int c = 0; c < columns; ++c) s += in[r * columns + c];
    out[r] = s;
  }
}
__global__ void nested_while(const int* in, int* out, int rows, int columns) {
  int r = threadIdx.x;
  while (r < rows) {
    int s = 0, c = 0;
    while (c < columns) {
      s = in[columns * r + c] + s;
      c++;
    }
    out[r] = s;
    r += 32;
  }
}
__global__ void nested_slip(const int* in, int* out, int rows, int columns) {
  int s = 0;
  for (int r = threadIdx.x; r < rows; r += 32) {
    for (int c = 0; c < columns; ++c) s += in[r * columns + c];
    out[r] = s;
  }
}

// Items of each thread into four bins of its own.
__global__ void bins(const int* in, int* out, int items) {
  int c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  for (int k = 0; k < items; ++k) {
    const int b = in[k * 32 + threadIdx.x] & 3;
    if (b == 0) c0++;
    else if (b == 1) c1++;
    else if (b == 2) c2++;
    else c3++;
  }
  out[threadIdx.x] = c0 + (c1 << 8) + (c2 << 16) + (c3 << 24);
}
__global__ void bins_select(const int* in, int* out, int items) {
  int c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  for (int k = 0; k < items; ++k) {
    const int b = in[k * 32 + threadIdx.x] & 3;
    c3 += b == 3;
    c2 += b == 2;
    c1 += b == 1;
    c0 += b == 0;
  }
  out[threadIdx.x] = c0 + c1 * 256 + c2 * 65536 + (c3 << 24);
}
__global__ void bins_slip(const int* in, int* out, int items) {
  int c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  for (int k = 0; k < items; ++k) {
    const int b = in[k * 32 + threadIdx.x] & 3;
    c3 += b >= 3;
    c2 += b >= 2;
    c1 += b == 1;
    c0 += b == 0;
  }
  out[threadIdx.x] = c0 + c1 * 256 + c2 * 65536 + (c3 << 24);
}

// A row a warp; the warps take different numbers of rounds.
__global__ void warp_rows(const int* in, int* out, int rows) {
  const int lane = threadIdx.x % 32;
  for (int r = threadIdx.x / 32; r < rows; r += 2) {
    const int s = butterfly(in[r * 32 + lane]);
    if (lane == 0) out[r] = s;
  }
}
__global__ void warp_rows_down(const int* in, int* out, int rows) {
  const int lane = threadIdx.x & 31;
  for (int r = threadIdx.x >> 5; r < rows; r += blockDim.x >> 5) {
    const int s = down(in[r * 32 + lane]);
    if (lane == 0) out[r] = s;
  }
}
__global__ void warp_rows_slip(const int* in, int* out, int rows) {
  const int lane = threadIdx.x & 31;
  for (int r = threadIdx.x >> 5; r < rows; r += blockDim.x >> 5) {
    const int s = down(in[r * 32 + lane]);
    if (lane == 1) out[r] = s;
  }
}

// Until some lane sees a zero.
__global__ void search(const int* in, int* out, int n) {
  int found = -1;
  for (int k = 0; k < n; ++k) {
    const unsigned zero = __ballot_sync(FULL, in[32 * k + threadIdx.x] == 0);
    if (zero != 0) {
      found = 32 * k + __ffs(zero) - 1;
      break;
    }
  }
  out[threadIdx.x] = found;
}
__global__ void search_slip(const int* in, int* out, int n) {
  int found = -1;
  for (int k = 0; k < n; ++k) {
    const unsigned zero = __ballot_sync(FULL, in[32 * k + threadIdx.x] == 0);
    if (zero != 0) {
      found = 32 * k + 31 - __clz(zero);
      break;
    }
  }
  out[threadIdx.x] = found;
}

// A scan over chunks of 32, the sum so far carried along.
__global__ void scan_carry(const int* in, int* out, int n) {
  int carry = 0;
  for (int k = 0; k < n; ++k) {
    int v = in[32 * k + threadIdx.x];
    for (int d = 1; d < 32; d *= 2) {
      const int left = __shfl_up_sync(FULL, v, d);
      if (threadIdx.x >= d) v += left;
    }
    v += carry;
    carry = __shfl_sync(FULL, v, 31);
    out[32 * k + threadIdx.x] = v;
  }
}
__global__ void scan_carry_slip(const int* in, int* out, int n) {
  int carry = 0;
  for (int k = 0; k < n; ++k) {
    int v = in[32 * k + threadIdx.x];
    for (int d = 1; d < 32; d *= 2) {
      const int left = __shfl_up_sync(FULL, v, d);
      if (threadIdx.x >= d) v += left;
    }
    out[32 * k + threadIdx.x] = v + carry;
    carry = __shfl_sync(FULL, v, 31);
  }
}

__global__ void count_atomic(const int* in, int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[i] < 0) atomicAdd(out, 1);
}
__global__ void count_atomic_slip(const int* in, int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[i] <= 0) atomicAdd(out, 1);
}

__global__ void float_sum(const float* in, float* out, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 32) s += in[i];
  for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(FULL, s, d);
  if (threadIdx.x == 0) out[0] = s;
}
__global__ void float_sum_fold(const float* in, float* out, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 32) s = in[i] + s;
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(FULL, s, d);
  if (threadIdx.x == 0) out[0] = s;
}
__global__ void float_sum_regrouped(const float* in, float* out, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 32) s = in[i] + s;
  for (int d = 1; d < 32; d *= 2) s += __shfl_down_sync(FULL, s, d);
  if (threadIdx.x == 0) out[0] = s;
}

// The two add up to the same, but no value of one round of either is one of the other's.
__global__ void two_sums(const int* in, int* out, int n) {
  int even = 0, odd = 0;
  for (int k = 0; k < n; ++k) {
    const int v = in[k * 32 + threadIdx.x];
    even += v & ~1;
    odd += v & 1;
  }
  out[threadIdx.x] = even + odd;
}
__global__ void one_sum(const int* in, int* out, int n) {
  int s = 0;
  for (int k = 0; k < n; ++k) s += in[k * 32 + threadIdx.x];
  out[threadIdx.x] = s;
}
__global__ void two_sums_slip(const int* in, int* out, int n) {
  int even = 0, odd = 0;
  for (int k = 0; k < n; ++k) {
    const int v = in[k * 32 + threadIdx.x];
    even += v & ~1;
    odd += v & 2;
  }
  out[threadIdx.x] = even + odd;
}

// Euclid's.
__global__ void divisors(const unsigned* in, unsigned* out) {
  unsigned a = in[threadIdx.x], b = in[32 + threadIdx.x];
  while (b) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  out[threadIdx.x] = a;
}
__global__ void divisors_by_quotient(const unsigned* in, unsigned* out) {
  unsigned a = in[threadIdx.x], b = in[32 + threadIdx.x];
  for (; b != 0;) {
    const unsigned times = a / b, rest = a - times * b;
    a = b;
    b = rest;
  }
  out[threadIdx.x] = a;
}
__global__ void divisors_to_1(const unsigned* in, unsigned* out) {
  unsigned a = in[threadIdx.x], b = in[32 + threadIdx.x];
  while (b > 1) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  out[threadIdx.x] = a;
}
