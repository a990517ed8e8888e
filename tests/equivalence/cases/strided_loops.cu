// pair: gs gs_same  expect: equivalent
// pair: gs gs_bad  expect: different
// pair: gs gs_stride  expect: different
// pair: a b  expect: equivalent
// pair: a c  expect: equivalent
// pair: d e  expect: different
// why: loops whose rounds are an input, followed round by round together or refuted by runs; indices of 32 bits, signed or not, and of 64
__global__ void gs(const float* in, float* out, int n) { float s = 0; for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i]; out[threadIdx.x] = s; }
__global__ void gs_same(const float* in, float* out, int n) { float s = 0; int i = threadIdx.x; while (i < n) { s = s + in[i]; i = blockDim.x + i; } out[threadIdx.x] = s; }
__global__ void gs_bad(const float* in, float* out, int n) { float s = 0; for (int i = threadIdx.x; i <= n; i += blockDim.x) s += in[i]; out[threadIdx.x] = s; }
__global__ void gs_stride(const float* in, float* out, int n) { float s = 0; for (int i = threadIdx.x; i < n; i += 16) s += in[i]; out[threadIdx.x] = s; }
__global__ void a(const int* in, int* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i] + 1; }
__global__ void b(const int* in, int* out) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i] + 1; }
__global__ void c(const int* in, int* out) { size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i] + 1; }
__global__ void d(const int* in, int* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] + 1; }
__global__ void e(const int* in, int* out, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i] + 1; }
__global__ void f(const int* in, int* out, int n) { size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] + 1; }
