// pair: far far_guarded  expect: unknown
// pair: far far_slip  expect: different
// pair: unaligned unaligned_guarded  expect: unknown
// pair: unaligned unaligned_slip  expect: different
// pair: dynamic dynamic_slip  expect: different
// pair: dynamic dynamic_again  expect: equivalent
// why: runs that tell the first of two apart only break what a verdict takes for granted: an access far outside of
// why: what a buffer may be, one that is not aligned; no difference then. Slips within what is assumed are shown, also
// why: where nobody says how much dynamic shared memory there is
__global__ void far(const int *in, int *out, int n) { out[threadIdx.x] = in[n] > 0; }
__global__ void far_guarded(const int *in, int *out, int n) { out[threadIdx.x] = n > 500000000 ? 3 : in[n] > 0; }
__global__ void far_slip(const int *in, int *out, int n) { out[threadIdx.x] = n == 500 ? 3 : in[n] > 0; }
__global__ void unaligned(const char *in, int *out, int n) { out[threadIdx.x] = *(const int *)(in + n); }
__global__ void unaligned_guarded(const char *in, int *out, int n) { if (n & 3) out[threadIdx.x] = 5; else out[threadIdx.x] = *(const int *)(in + n); }
__global__ void unaligned_slip(const char *in, int *out, int n) { if (n == 4) out[threadIdx.x] = 5; else out[threadIdx.x] = *(const int *)(in + n); }
__global__ void dynamic(const int *in, int *out) { extern __shared__ int s[]; s[threadIdx.x] = in[threadIdx.x]; __syncwarp(); out[threadIdx.x] = s[31 - threadIdx.x]; }
__global__ void dynamic_again(const int *in, int *out) { out[threadIdx.x] = in[31 - threadIdx.x]; }
__global__ void dynamic_slip(const int *in, int *out) { out[threadIdx.x] = in[(30 - threadIdx.x) & 31]; }
