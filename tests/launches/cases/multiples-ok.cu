// How a size is computed says which power of two divides it, also where a sum or a product wraps around.
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
template <class T>
T round_up(T n, T m) {
  return (n + m - 1) / m * m;
}
void sum(float* d, int n) {
  n = (n + 31) / 32 * 32;
  whole<<<1, 64>>>(d, n);  // expect: proved
}
void mask(float* d, int n) {
  n &= ~31;
  whole<<<2, 64>>>(d, n);  // expect: proved
}
void rest(float* d, int n) {
  n -= n % 32;
  whole<<<3, 64>>>(d, n);  // expect: proved
}
void product(float* d, unsigned n) {
  n *= 96;
  whole_of_unsigned<<<4, 64>>>(d, n);  // expect: proved
}
void shift(float* d, long n) {
  n <<= 5;
  whole_of_long<<<5, 64>>>(d, n);  // expect: proved
}
void narrow(float* d, int n) {
  const short s = n * 32;
  whole<<<6, 64>>>(d, s);  // expect: proved
}
void chosen(float* d, int n) {
  n = get() ? n / 32 * 32 : 64 * get();
  whole<<<7, 64>>>(d, n);  // expect: proved
}
void of_template(float* d, int n) {
  n = round_up(n, 64);
  whole<<<8, 64>>>(d, n);  // expect: proved
}
void in_loop(float* d, int n) {
  for (int i = 0; i < 3; ++i) {
    n += 5;
    n &= -64;
    whole<<<9, 64>>>(d, n);  // expect: proved
  }
}
void runs_once(float* d, int n) {
  do n &= ~31;
  while (get());
  whole<<<10, 64>>>(d, n);  // expect: proved
}
void cut_off(float* d, long n) {
  n = (n + 31) / 32 * 32;
  whole<<<11, 64>>>(d, (int)n);  // expect: proved
}
void argument(float* d, int n) {
  whole<<<12, 64>>>(d, (get() & ~31) + n * 32);  // expect: proved
}
void with_unsigned(float* d, unsigned long n) {
  n &= ~31u;
  whole_of_long<<<13, 64>>>(d, n);  // expect: proved
}
void doubles(float* d, int n) {
  for (int size = 32; size < n; size *= 2) whole<<<14, 64>>>(d, size);  // expect: proved
}
void counts(float* d, int n) {
  int size = 0;
  for (int i = 0; i < n; ++i) size += 96;
  whole<<<15, 64>>>(d, size);  // expect: proved
}
