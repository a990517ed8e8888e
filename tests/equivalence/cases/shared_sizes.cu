// pair: size_of_8 size_of_256  expect: unknown
// pair: size_of_8 size_of_other_8  expect: equivalent
// pair: size_of_8 size_plus_1  expect: different
// pair: size_not_read size_of_256  expect: unknown
// pair: size_not_read size_not_read_either  expect: equivalent
// why: how much shared memory a block has is more for a kernel that has more of its own; it is one number for two
// why: kernels only where that is as much
#define T threadIdx.x
__device__ unsigned total() { unsigned n; asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(n)); return n; }
__global__ void size_of_8(unsigned *out) { __shared__ unsigned s[8]; s[T & 7] = 0; out[T] = total(); }
__global__ void size_of_other_8(unsigned *out) { __shared__ unsigned s[8]; if (T < 8) s[T] = 1; const unsigned n = total(); out[T] = n; }
__global__ void size_plus_1(unsigned *out) { __shared__ unsigned s[8]; s[T & 7] = 0; out[T] = total() + 1; }
__global__ void size_of_256(unsigned *out) { __shared__ unsigned s[256]; s[T] = 0; out[T] = total(); }
__global__ void size_not_read(unsigned *out) { __shared__ unsigned s[16]; s[T & 15] = 0; out[T] = 1; }
__global__ void size_not_read_either(unsigned *out) { out[T] = 1; }
