// pair: softmax_a softmax_b  expect: equivalent
// pair: softmax_a softmax_c  expect: different
// pair: compact_a compact_c  expect: different
// pair: compact_a compact_d  expect: different
// pair: argmax_a argmax_b  expect: different
// pair: dot_a dot_b  expect: equivalent
// pair: dot_a dot_c  expect: different
// pair: mean_a mean_b  expect: equivalent
// pair: mean_a mean_c  expect: different
// pair: tr_a tr_b  expect: equivalent
// pair: tr_a tr_c  expect: different
// pair: ninput_a ninput_b  expect: equivalent
// pair: sat_a sat_c  expect: equivalent
// pair: sat_a sat_d  expect: different
// pair: popcount_a popcount_b  expect: equivalent
// pair: brev_a brev_b  expect: equivalent
// pair: ll_a ll_b  expect: equivalent
// pair: ll_a ll_c  expect: different
// pair: vec_a vec_b  expect: equivalent
// pair: vec_a vec_c  expect: different
// pair: vec_a vec_c  expect: equivalent  fp: real
// why: what users write: half of the warp left out, ties taken the other way, off by one, sign extension of a low word
#define F 0xffffffffu
__device__ int wsum(int v) { for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(F, v, o); return v; }
__device__ float wmax(float v) { for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(F, v, o)); return v; }
__global__ void softmax_a(const float* in, float* out) { float v = in[threadIdx.x]; float m = wmax(v); float e = expf(v - m); float s = e; for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(F, s, o); out[threadIdx.x] = e / s; }
__global__ void softmax_b(const float* in, float* out) { float v = in[threadIdx.x]; float m = v; for (int o = 1; o < 32; o <<= 1) m = fmaxf(m, __shfl_xor_sync(F, m, o)); float e = expf(v - m); float s = e; for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(F, s, o); out[threadIdx.x] = e / s; }
__global__ void softmax_c(const float* in, float* out) { float v = in[threadIdx.x]; float m = v; for (int o = 1; o < 16; o <<= 1) m = fmaxf(m, __shfl_xor_sync(F, m, o)); float e = expf(v - m); float s = e; for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(F, s, o); out[threadIdx.x] = e / s; }
__global__ void compact_a(const int* in, int* out) { int v = in[threadIdx.x]; unsigned b = __ballot_sync(F, v > 0); if (v > 0) out[__popc(b & ((1u << threadIdx.x) - 1))] = v; }
__global__ void compact_c(const int* in, int* out) { int v = in[threadIdx.x]; int p = v >= 0; int s = p; for (int o = 1; o < 32; o <<= 1) { int t = __shfl_up_sync(F, s, o); if (threadIdx.x >= o) s += t; } if (p) out[s - 1] = v; }
__global__ void compact_d(const int* in, int* out) { int v = in[threadIdx.x]; int p = v > 0; int s = p; for (int o = 1; o < 32; o <<= 1) { int t = __shfl_up_sync(F, s, o); if (threadIdx.x >= o) s += t; } if (p) out[s] = v; }
__global__ void argmax_a(const int* in, int* out) { int v = in[threadIdx.x], i = threadIdx.x; for (int o = 16; o; o >>= 1) { int v2 = __shfl_down_sync(F, v, o), i2 = __shfl_down_sync(F, i, o); if (v2 > v) { v = v2; i = i2; } } if (threadIdx.x == 0) out[0] = i; }
__global__ void argmax_b(const int* in, int* out) { int v = in[threadIdx.x], i = threadIdx.x; for (int o = 16; o; o >>= 1) { int v2 = __shfl_down_sync(F, v, o), i2 = __shfl_down_sync(F, i, o); if (v2 >= v) { v = v2; i = i2; } } if (threadIdx.x == 0) out[0] = i; }
__global__ void dot_a(const int* x, const int* y, int* out) { int v = x[threadIdx.x] * y[threadIdx.x]; v = wsum(v); if (threadIdx.x == 0) *out = v; }
__global__ void dot_b(const int* x, const int* y, int* out) { if (threadIdx.x == 0) { int s = 0; for (int i = 0; i < 32; ++i) s += y[i] * x[i]; *out = s; } }
__global__ void dot_c(const int* x, const int* y, int* out) { if (threadIdx.x == 0) { int s = 0; for (int i = 0; i < 31; ++i) s += y[i] * x[i]; *out = s; } }
__global__ void mean_a(const unsigned* in, unsigned* out) { unsigned v = in[threadIdx.x]; for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(F, v, o); out[threadIdx.x] = v / 32; }
__global__ void mean_b(const unsigned* in, unsigned* out) { unsigned v = in[threadIdx.x]; for (int o = 16; o; o >>= 1) v += __shfl_down_sync(F, v, o); v = __shfl_sync(F, v, 0); out[threadIdx.x] = v >> 5; }
__global__ void mean_c(const unsigned* in, unsigned* out) { unsigned v = in[threadIdx.x]; for (int o = 16; o; o >>= 1) v += __shfl_down_sync(F, v, o); v = __shfl_sync(F, v, 0); out[threadIdx.x] = v >> 4; }
__global__ void tr_a(const int* in, int* out) { __shared__ int s[32][33]; for (int r = 0; r < 32; ++r) s[r][threadIdx.x] = in[r * 32 + threadIdx.x]; __syncwarp(); for (int r = 0; r < 32; ++r) out[r * 32 + threadIdx.x] = s[threadIdx.x][r]; }
__global__ void tr_b(const int* in, int* out) { for (int r = 0; r < 32; ++r) out[r * 32 + threadIdx.x] = in[threadIdx.x * 32 + r]; }
__global__ void tr_c(const int* in, int* out) { for (int r = 0; r < 32; ++r) out[r * 32 + threadIdx.x] = in[threadIdx.x * 33 + r]; }
__global__ void ninput_a(const int* in, int* out, int n) { int i = threadIdx.x; int v = i < n ? in[i] : 0; v = wsum(v); if (i == 0) *out = v; }
__global__ void ninput_b(const int* in, int* out, int n) { unsigned m = __ballot_sync(F, (int)threadIdx.x < n); int i = threadIdx.x; int v = (m >> i & 1) ? in[i] : 0; for (int o = 1; o < 32; o *= 2) v += __shfl_xor_sync(F, v, o); if (i == 0) *out = v; }
__global__ void sat_a(const int* in, int* out) { int v = in[threadIdx.x]; out[threadIdx.x] = v < 0 ? 0 : v > 255 ? 255 : v; }
__global__ void sat_c(const int* in, int* out) { out[threadIdx.x] = max(min(in[threadIdx.x], 255), 0); }
__global__ void sat_d(const int* in, int* out) { out[threadIdx.x] = max(min(in[threadIdx.x], 256), 0); }
__global__ void popcount_a(const unsigned* in, int* out) { out[threadIdx.x] = __popc(in[threadIdx.x]); }
__global__ void popcount_b(const unsigned* in, int* out) { unsigned x = in[threadIdx.x]; x = x - ((x >> 1) & 0x55555555u); x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u); x = (x + (x >> 4)) & 0x0f0f0f0fu; out[threadIdx.x] = (x * 0x01010101u) >> 24; }
__global__ void brev_a(const unsigned* in, unsigned* out) { out[threadIdx.x] = __brev(in[threadIdx.x]); }
__global__ void brev_b(const unsigned* in, unsigned* out) { unsigned x = in[threadIdx.x]; x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1; x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2; x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4; out[threadIdx.x] = __byte_perm(x, 0, 0x0123); }
__global__ void ll_a(const long long* in, long long* out) { long long v = in[threadIdx.x]; for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(F, v, o); out[threadIdx.x] = v; }
__global__ void ll_b(const long long* in, long long* out) { long long v = in[threadIdx.x]; for (int o = 16; o; o >>= 1) { unsigned lo = __shfl_xor_sync(F, (unsigned)v, o); int hi = __shfl_xor_sync(F, (int)(v >> 32), o); v += ((long long)hi << 32) | lo; } out[threadIdx.x] = v; }
__global__ void ll_c(const long long* in, long long* out) { long long v = in[threadIdx.x]; for (int o = 16; o; o >>= 1) { int lo = __shfl_xor_sync(F, (int)v, o); int hi = __shfl_xor_sync(F, (int)(v >> 32), o); v += ((long long)hi << 32) | lo; } out[threadIdx.x] = v; }
__global__ void vec_a(const float4* in, float* out) { float4 v = in[threadIdx.x]; out[threadIdx.x] = (v.x + v.y) + (v.z + v.w); }
__global__ void vec_b(const float4* in, float* out) { const float* p = (const float*)in; int i = 4 * threadIdx.x; out[threadIdx.x] = (p[i] + p[i + 1]) + (p[i + 2] + p[i + 3]); }
__global__ void vec_c(const float4* in, float* out) { const float* p = (const float*)in; int i = 4 * threadIdx.x; out[threadIdx.x] = p[i] + p[i + 1] + p[i + 2] + p[i + 3]; }
