// The same of other numbers, or of numbers that are read anew after that: the launch may have any size.
#include <cstdio>
#include <cstdlib>
struct Dims {
  int n, m;
};
__global__ void whole(float* d, int n) {
  if (n % 32 != 0) d[0] = threadIdx.x;
}
static void show(const Dims* d) { printf("%d\n", d->n); }
static void validate_number(const int* n) {
  if (*n % 32) exit(1);
}
static void round_up(int* n) {
  while (*n % 32) ++*n;
}
static int next_multiple(int n, int m) {
  int r = n % m;
  return r == 0 ? n : n + m - r;
}
static bool parse(const char* s, int* n) {
  *n = atoi(s);
  return *n > 0;
}
int get();
static int size, set_size;
static void read_size(const char* s) {
  size = atoi(s);
  if (size < 0) exit(1);
}
void set(int k) { set_size = k * 32; }
void set_again(int k) { set_size = k; }
void by_structure(float* d, const Dims* s) {
  show(s);
  whole<<<1, 64>>>(d, s->n);  // expect: violation
}
void by_number(float* d, int n, int m) {
  validate_number(&m);
  whole<<<2, 64>>>(d, n);  // expect: violation
}
void by_pointer(float* d, int n) {
  round_up(&n);
  n = get();
  whole<<<3, 64>>>(d, n);  // expect: violation
}
void by_result(float* d, int n) {
  int m = next_multiple(n, 32);
  printf("%d\n", m);
  whole<<<5, 64>>>(d, n);  // expect: violation
}
void by_text(float* d, const char* text) {
  int n;
  if (!parse(text, &n)) return;
  whole<<<6, 64>>>(d, n);  // expect: violation
}
void global(float* d, const char* text) {
  read_size(text);
  whole<<<7, 64>>>(d, size);  // expect: violation
  whole<<<8, 64>>>(d, set_size);  // expect: violation
}
void steps(float* d, int n, int m) {
  int r = m % 32;
  if (r) m += 32 - r;
  n += m;
  whole<<<9, 64>>>(d, n);  // expect: violation
}
void flag(float* d, int n, int m) {
  bool ok = n > 0;
  ok &= m % 32 == 0;
  if (!ok) return;
  whole<<<10, 64>>>(d, n);  // expect: violation
}
void chain(float* d, int n, int m) {
  if (n <= 0) return;
  else if (n > 4096) {
    if (m % 64) return;
  } else if (m % 32) return;
  whole<<<11, 64>>>(d, n);  // expect: violation
}
