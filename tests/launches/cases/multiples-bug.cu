// Sizes that are multiples of less, are changed after that, by any name, or are rounded on some ways only.
__global__ void whole(float* d, int n) {
  if (n % 32 != 0) d[0] = threadIdx.x;
}
__global__ void whole_of_unsigned(float* d, unsigned n) {
  if (n % 32 != 0) d[0] = threadIdx.x;
}
__global__ void whole_of_long(float* d, long n) {
  if (n % 32 != 0) d[0] = threadIdx.x;
}
int get();
void sum(float* d, int n) {
  n = (n + 15) / 16 * 16;
  whole<<<1, 64>>>(d, n);  // expect: violation
}
void mask(float* d, int n) {
  n &= ~31;
  n++;
  whole<<<2, 64>>>(d, n);  // expect: violation
}
void rest(float* d, int n, int m) {
  n -= m % 32;
  whole<<<3, 64>>>(d, n);  // expect: violation
}
void product(float* d, unsigned n) {
  n *= 16;
  whole_of_unsigned<<<4, 64>>>(d, n);  // expect: violation
}
void shift(float* d, long n) {
  n >>= 5;
  whole_of_long<<<5, 64>>>(d, n);  // expect: violation
}
void pointer(float* d, int n) {
  int* p = &n;
  n &= ~31;
  *p = get();
  whole<<<6, 64>>>(d, n);  // expect: violation
}
void reference(float* d, int n) {
  int& r = n;
  n &= ~31;
  r++;
  whole<<<7, 64>>>(d, n);  // expect: violation
}
void lambda(float* d, int n) {
  auto change = [&n] { n = get(); };
  n -= n % 32;
  change();
  whole<<<8, 64>>>(d, n);  // expect: violation
}
void in_loop(float* d, int n) {
  for (int i = 0; i < 3; ++i) {
    whole<<<9, 64>>>(d, n);  // expect: violation
    n &= -64;
  }
}
void perhaps_never(float* d, int n) {
  while (get()) n &= ~31;
  whole<<<10, 64>>>(d, n);  // expect: violation
}
void cut_off(float* d, long n) {
  n = (n + 31) / 32 * 32;
  whole<<<11, 64>>>(d, (int)(n >> 3));  // expect: unknown
}
void jumped_over(float* d, int n) {
  if (get()) goto out;
  n &= ~31;
out:
  whole<<<12, 64>>>(d, n);  // expect: violation
}
void second_operand(float* d, int n) {
  if (get() && (n &= ~31)) get();
  whole<<<13, 64>>>(d, n);  // expect: violation
}
void before_exception(float* d, int n) {
  try {
    if (get()) throw 1;
    n &= ~31;
  } catch (int) {
  }
  whole<<<14, 64>>>(d, n);  // expect: violation
}
void at_sizeof(float* d, int n) {
  whole<<<15 + 0 * sizeof(n &= ~31), 64>>>(d, n);  // expect: violation
}
void fallen_through(float* d, int n) {
  switch (get()) {
    case 0:
      n &= ~31;
    case 1:
      whole<<<16, 64>>>(d, n);  // expect: violation
  }
}
int everywhere;
int change() { return everywhere = get(); }
void global(float* d) {
  everywhere &= ~31;
  change();
  whole<<<17, 64>>>(d, everywhere);  // expect: violation
}
void doubles(float* d, int n) {
  for (int size = 16; size < n; size *= 2) whole<<<18, 64>>>(d, size);  // expect: violation
}
void halves(float* d, int n) {
  for (int size = 1024; size > n; size /= 2) whole<<<19, 64>>>(d, size);  // expect: violation
}
void counts(float* d, int n) {
  int size = 0;
  for (int i = 0; i < n; ++i) {
    size += 96;
    if (n > 5) size = 16;
  }
  whole<<<20, 64>>>(d, size);  // expect: violation
}
