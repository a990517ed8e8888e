// A loop that ends only by its condition leaves it false, however it was entered and whatever its body did.
#include <cstdio>
#include <cstdlib>
__global__ void whole(float* d, int n) {
  if (n % 32 != 0) d[0] = threadIdx.x;
}
#define ROUND_UP(n) while ((n) % 32) (n)++
struct Size {
  int n, m;
};
int get();
void steps(float* d, int n) {
  while (n % 32) n++;
  whole<<<1, 64>>>(d, n);  // expect: proved
}
void returns(float* d, int n) {
  for (; n % 32 != 0; ++n)
    if (n < 0) return;
  whole<<<2, 64>>>(d, n);  // expect: proved
}
void asks(float* d) {
  int n;
  do {
    if (scanf("%d", &n) != 1) exit(1);
  } while (n % 32 != 0);
  whole<<<3, 64>>>(d, n);  // expect: proved
}
void again(float* d, int n) {
  for (int i = 0; i < 3; ++i) {
    n += 5;
    ROUND_UP(n);
    whole<<<4, 64>>>(d, n);  // expect: proved
  }
}
void into(float* d, int n) {
  if (get()) goto in;
  while (n % 32 != 0) {
    n += 3;
  in:
    n -= 2;
    if (n == 7) continue;
  }
  whole<<<5, 64>>>(d, n);  // expect: proved
}
void copied(float* d, int n) {
  int m = n;
  while (m % 32 != 0) --m;
  n = m;
  whole<<<6, 64>>>(d, n);  // expect: proved
}
void member(float* d, Size s) {
  while (s.n % 32 != 0) ++s.n;
  s.m = 5;
  whole<<<7, 64>>>(d, s.n);  // expect: proved
}
void inner(float* d, int n) {
  while (n % 32 != 0) {
    for (int i = 0; i < 3; ++i) n += get();
  }
  {
    if (get()) whole<<<8, 64>>>(d, n);  // expect: proved
  }
}
void wide(float* d, long n) {
  while (n % 32 != 0) n += 7;
  whole<<<9, 64>>>(d, (int)n);  // expect: proved
}
void before_switch(float* d, int n) {
  while (n % 32 != 0) n++;
  switch (get()) {
    case 1: {
      whole<<<10, 64>>>(d, n);  // expect: proved
      break;
    }
    default:
      break;
  }
}
