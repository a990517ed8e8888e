// pair: by_int by_pointer  expect: equivalent  block: 32
// pair: by_int by_unsigned  expect: equivalent  block: 32
// pair: by_int by_long  expect: equivalent  block: 32
// pair: by_int two_on  expect: different  block: 32
// pair: by_int by_short  expect: unknown  block: 32
// pair: by_int by_short_that_wraps  expect: different  block: 32
// pair: rows rows_by_pointer  expect: equivalent  block: 32
// pair: rows rows_by_pointer_slip  expect: different  block: 32
// pair: moved moved_unsigned  expect: equivalent  block: 32
// pair: moved moved_unsigned_slip  expect: different  block: 32
// pair: transpose transpose  expect: equivalent  block: 32  with: nearby_indices_nvcc.ptx
// pair: transpose transpose  expect: different  block: 32  with: nearby_indices_slip.ptx
// why: indices that are widened before or behind a sum, with a sign or without; slips: another neighbour, a narrower index, one of four left, a tile's wrong lane
// why: where by_short is another index, other blocks of the launch leave the buffer; the twin's stay inside
// why: nearby_indices_nvcc.ptx is what nvcc 13.0 makes of transpose; in the slip one lane is another
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void by_int(const int* in, int* out) {
  const int i = INDEX;
  out[i] = in[i + 1];
}
__global__ void by_pointer(const int* in, int* out) {
  const int* p = in + (int)INDEX;
  out[(int)INDEX] = p[1];
}
__global__ void by_unsigned(const int* in, int* out) {
  const unsigned i = INDEX;
  out[i] = in[i + 1];
}
__global__ void by_long(const int* in, int* out) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[1 + i];
}
__global__ void two_on(const int* in, int* out) {
  const int* p = in + (int)INDEX;
  out[(int)INDEX] = p[2];
}
__global__ void by_short(const int* in, int* out) {
  const short i = INDEX;
  out[(int)INDEX] = in[i + 1];
}

__global__ void by_short_that_wraps(const int* in, int* out) {
  const unsigned short i = INDEX;
  out[(int)INDEX] = in[i + 1];
}

__global__ void rows(const int* in, int* out) {
  const int begin = 4 * INDEX;
  for (int k = 0; k < 4; ++k) out[begin + k] = in[begin + 3 - k];
}
__global__ void rows_by_pointer(const int* in, int* out) {
  const int begin = 4 * INDEX;
  const int* last = in + begin + 3;
  for (int* p = out + begin; p != out + begin + 4; ++p) *p = *last--;
}
__global__ void rows_by_pointer_slip(const int* in, int* out) {
  const int begin = 4 * INDEX;
  const int* last = in + begin + 3;
  for (int* p = out + begin; p != out + begin + 3; ++p) *p = *last--;
}

// In a loop, from an offset.
__global__ void moved(const int* __restrict__ in, int* __restrict__ out, int n, int from) {
  for (int i = 0; i < n; ++i) out[32 * i + threadIdx.x] = in[from + i];
}
__global__ void moved_unsigned(const int* __restrict__ in, int* __restrict__ out, int n, unsigned from) {
  for (int i = 0; i < n; ++i) out[32 * i + threadIdx.x] = in[from + i];
}
__global__ void moved_unsigned_slip(const int* __restrict__ in, int* __restrict__ out, int n, unsigned from) {
  for (int i = 0; i < n; ++i) out[32 * i + threadIdx.x] = in[from + i + (i == 7)];
}

// Each thread holds a row of a tile of 4 lanes, then a column.
extern "C" __global__ void transpose(const int* in, int* out) {
  const int row = threadIdx.x % 4, begin = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  int from[4], to[4];
  for (int k = 0; k < 4; ++k) from[k] = in[begin + k];
  for (int k = 0; k < 4; ++k) to[(row + k) % 4] = __shfl_sync(0xffffffffu, from[(row + 4 - k) % 4], (row + k) % 4, 4);
  for (int k = 0; k < 4; ++k) out[begin + k] = to[k];
}
