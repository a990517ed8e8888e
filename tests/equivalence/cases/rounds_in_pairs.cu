// pair: plain in_pairs  expect: equivalent  block: 64
// pair: plain in_pairs_slip  expect: different  block: 64
// pair: tiles tiles_in_pairs  expect: equivalent  block: 64
// pair: tiles_in_pairs tiles  expect: equivalent  block: 64
// pair: tiles tiles_in_pairs_slip  expect: different  block: 64
// pair: product product  expect: equivalent  block: 64  with: rounds_in_pairs_clang_o3.ptx
// pair: product product  expect: different  block: 64  with: rounds_in_pairs_slip.ptx
// why: rounds of 8 elements against two of them at a time, counted down as compilers do, the odd one behind the loop; slips: the odd one of other parity, not awaited, one factor of a product
// why: rounds_in_pairs_clang_o3.ptx is what clang 19 makes of product, in the slip one of its factors is another
#define T ((int)threadIdx.x)
#define ROUNDS unsigned rounds = ((unsigned)(n - 1) >> 3) + 1, odd = rounds & 1
__global__ void plain(const int* in, int* out, int n) {
  int s = 0;
  for (int k = 0; k < n; k += 8) s += in[8 * k + T];
  out[T] = s;
}
__global__ void in_pairs(const int* in, int* out, int n) {
  int s = 0, k = 0;
  if (n >= 1) {
    ROUNDS;
    if (rounds != 1) {
      unsigned left = rounds - odd;
      do {
        s += in[8 * k + T];
        s += in[8 * k + 64 + T];
        k += 16;
        left -= 2;
      } while (left != 0);
    }
    if (odd) s += in[8 * k + T];
  }
  out[T] = s;
}
__global__ void in_pairs_slip(const int* in, int* out, int n) {
  int s = 0, k = 0;
  if (n >= 1) {
    ROUNDS;
    if (rounds != 1) {
      unsigned left = rounds - odd;
      do {
        s += in[8 * k + T];
        s += in[8 * k + 64 + T];
        k += 16;
        left -= 2;
      } while (left != 0);
    }
    if (n & 1) s += in[8 * k + T];
  }
  out[T] = s;
}

__global__ void tiles(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int s = 0;
  for (int k = 0; k < n; k += 8) {
    tile[T] = in[8 * k + T];
    __syncthreads();
    s += tile[T ^ 1];
    __syncthreads();
  }
  out[T] = s;
}
#define TILE(k) tile[T] = in[8 * (k) + T]; __syncthreads(); s += tile[T ^ 1]; __syncthreads();
#define TILES_IN_PAIRS(last) \
  __shared__ int tile[64]; int s = 0, k = 0; \
  if (n >= 1) { \
    ROUNDS; \
    if (rounds != 1) { unsigned left = rounds - odd; do { TILE(k) TILE(k + 8) k += 16; left -= 2; } while (left != 0); } \
    if (odd) { last } \
  } \
  out[T] = s;
__global__ void tiles_in_pairs(const int* in, int* out, int n) { TILES_IN_PAIRS(TILE(k)) }
__global__ void tiles_in_pairs_slip(const int* in, int* out, int n) { TILES_IN_PAIRS(TILE(k - 8)) }

// 8 rows times 8 columns.
extern "C" __global__ void product(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  __shared__ float s[8][8], t[8][8];
  const int x = threadIdx.x & 7, y = threadIdx.x >> 3;
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    s[y][x] = a[y * n + k + x];
    t[y][x] = b[(k + y) * 8 + x];
    __syncthreads();
    for (int j = 0; j < 8; j++) sum += s[y][j] * t[j][x];
    __syncthreads();
  }
  c[y * 8 + x] = sum;
}
