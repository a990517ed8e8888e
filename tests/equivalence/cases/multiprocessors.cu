// pair: number number_or_0  expect: equivalent
// pair: number number_or_0_of_7  expect: different
// pair: one below  expect: equivalent
// why: the number of a multiprocessor, %smid, is less than how many there are, %nsmid: two kernels are not told apart
// why: by numbers that no launch has
#define T threadIdx.x
__device__ unsigned smid() { unsigned n; asm volatile("mov.u32 %0, %%smid;" : "=r"(n)); return n; }
__device__ unsigned nsmid() { unsigned n; asm volatile("mov.u32 %0, %%nsmid;" : "=r"(n)); return n; }
__global__ void number(unsigned *out) { out[T] = smid(); }
__global__ void number_or_0(unsigned *out) { const unsigned s = smid(), n = nsmid(); out[T] = s < n ? s : 0; }
__global__ void number_or_0_of_7(unsigned *out) { const unsigned s = smid(), n = nsmid(); out[T] = s < n ? s + (n == 7) : 0; }
__global__ void one(unsigned *out) { out[T] = nsmid() != 0; }
__global__ void below(unsigned *out) { out[T] = 1; }
