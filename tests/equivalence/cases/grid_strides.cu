// pair: by_int by_unsigned  expect: equivalent
// pair: by_int by_long  expect: equivalent
// pair: by_int by_pointer  expect: equivalent
// pair: by_pointer by_int_do  expect: equivalent
// pair: by_int by_pointer_slip  expect: different
// pair: by_int by_pointer_twice  expect: different
// pair: by_int by_long_slip  expect: different
// why: loops over a grid whose size is an input, with indices of 32 and 64 bits and with pointers; slips: an element off, another stride, another start
#define START (blockIdx.x * blockDim.x + threadIdx.x)
#define STRIDE (gridDim.x * blockDim.x)
#define K(name) __global__ void name(const int* in, int* out, int n)
#define DO(x) (x) * 3 + 1
K(by_int) { for (int i = START; i < n; i += STRIDE) out[i] = DO(in[i]); }
K(by_unsigned) { for (unsigned i = START; (int)i < n; i += STRIDE) out[i] = DO(in[i]); }
K(by_long) { for (long long i = START; i < n; i += STRIDE) out[i] = DO(in[i]); }
K(by_long_slip) { for (long long i = START; i <= n; i += STRIDE) out[i] = DO(in[i]); }
K(by_int_do) {
  int i = START;
  if (i < n) {
    do {
      out[i] = DO(in[i]);
      i += STRIDE;
    } while (i < n);
  }
}
#define BY_POINTER(first, stride, result) \
  int i = START; \
  const int* p = in + i + first; \
  int* q = out + i; \
  for (; i < n; i += STRIDE) { \
    *q = result; \
    p += stride; \
    q += STRIDE; \
  }
K(by_pointer) { BY_POINTER(0, STRIDE, DO(*p)) }
K(by_pointer_slip) { BY_POINTER(1, STRIDE, DO(*p)) }
K(by_pointer_twice) { BY_POINTER(0, STRIDE * 2, DO(*p)) }
