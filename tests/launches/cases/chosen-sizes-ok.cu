// Sizes that the program rounds up, or checks, where that is not followed: a violation for other sizes is none of its launches.
#include <cstdio>
#include <cstdlib>
struct Dims {
  int n, m;
};
__global__ void whole(float* d, int n) {
  if (n % 32 != 0) d[0] = threadIdx.x;
}
static void validate(const Dims* d) {
  if (d->n % 32) exit(1);
}
static void validate_number(const int* n) {
  if (*n % 32) exit(1);
}
static void round_up(int* n) {
  while (*n % 32) ++*n;
}
static void round_down(int& n) {
  while (n % 32) --n;
}
static int next_multiple(int n, int m) {
  int r = n % m;
  return r == 0 ? n : n + m - r;
}
static bool parse(const char* s, int* n) {
  *n = atoi(s);
  return *n % 32 == 0;
}
static int size, set_size;
static void read_size(const char* s) {
  size = atoi(s);
  if (size % 32) exit(1);
}
void set(int k) { set_size = k * 32; }
void by_structure(float* d, const Dims* s) {
  validate(s);
  whole<<<1, 64>>>(d, s->n);  // expect: unknown
}
void by_number(float* d, int n) {
  validate_number(&n);
  whole<<<2, 64>>>(d, n);  // expect: unknown
}
void by_pointer(float* d, int n) {
  round_up(&n);
  whole<<<3, 64>>>(d, n);  // expect: unknown
}
void by_reference(float* d, int n) {
  round_down(n);
  whole<<<4, 64>>>(d, n);  // expect: unknown
}
void by_result(float* d, int n) {
  n = next_multiple(n, 32);
  whole<<<5, 64>>>(d, n);  // expect: unknown
}
void by_text(float* d, const char* text) {
  int n;
  if (!parse(text, &n)) return;
  whole<<<6, 64>>>(d, n);  // expect: unknown
}
void global(float* d, const char* text) {
  read_size(text);
  whole<<<7, 64>>>(d, size);  // expect: unknown
  whole<<<8, 64>>>(d, set_size);  // expect: unknown
}
void steps(float* d, int n) {
  int r = n % 32;
  if (r) n += 32 - r;
  whole<<<9, 64>>>(d, n);  // expect: unknown
}
void flag(float* d, int n) {
  bool ok = n > 0;
  ok &= n % 32 == 0;
  if (!ok) return;
  whole<<<10, 64>>>(d, n);  // expect: unknown
}
void chain(float* d, int n) {
  if (n <= 0) return;
  else if (n > 4096) {
    if (n % 64) return;
  } else if (n % 32) return;
  whole<<<11, 64>>>(d, n);  // expect: unknown
}
