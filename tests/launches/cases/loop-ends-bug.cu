// A loop that ends in other ways leaves nothing known, and what it left is gone where something changes it, by any name.
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
void set(int& n) { n = get(); }
void steps(float* d, int n) {
  int m = n;
  while (m % 32) m++;
  whole<<<1, 64>>>(d, n);  // expect: violation
}
void pointer(float* d, int n) {
  int* p = &n;
  while (n % 32 != 0) n++;
  *p = get();
  whole<<<2, 64>>>(d, n);  // expect: violation
}
void reference(float* d, int n) {
  int& r = n;
  while (n % 32 != 0) n++;
  r = get();
  whole<<<3, 64>>>(d, n);  // expect: violation
}
void again(float* d, int n) {
  for (int i = 0; i < 3; ++i) {
    ROUND_UP(n);
    n += 5;
    whole<<<4, 64>>>(d, n);  // expect: violation
  }
}
void jumps(float* d, int n) {
  while (n % 32 != 0) {
    if (n > 100) goto out;
    n++;
  }
out:
  whole<<<5, 64>>>(d, n);  // expect: violation
}
void breaks(float* d, int n) {
  while (n % 32 != 0) {
    if (get()) break;
    n++;
  }
  whole<<<6, 64>>>(d, n);  // expect: violation
}
void member(float* d, Size s) {
  while (s.n % 32 != 0) ++s.n;
  s = Size{get(), 5};
  whole<<<7, 64>>>(d, s.n);  // expect: violation
}
void thrown(float* d, int n) {
  try {
    while (n % 32 != 0) {
      n++;
      if (get()) throw 1;
    }
  } catch (int) {
  }
  whole<<<8, 64>>>(d, n);  // expect: violation
}
void lambda(float* d, int n) {
  auto change = [&] { n = get(); };
  while (n % 32 != 0) n++;
  change();
  whole<<<9, 64>>>(d, n);  // expect: violation
}
void by_reference(float* d, int n) {
  while (n % 32 != 0) n++;
  set(n);
  whole<<<10, 64>>>(d, n);  // expect: violation
}
void shadowed(float* d, int n) {
  const int m = n;
  {
    int n = get();
    while (n % 32 != 0) n++;
    whole<<<11, 64>>>(d, m);  // expect: violation
  }
}
void wide(float* d, long n) {
  while (n % 32 != 0 && n < 1000) n += 7;
  whole<<<12, 64>>>(d, (int)n);  // expect: violation
}
void in_condition(float* d, int n) {
  while (n++ % 32 != 0) {
  }
  whole<<<13, 64>>>(d, n);  // expect: violation
}
void sometimes(float* d, int n) {
  if (get()) {
    while (n % 32 != 0) n++;
  }
  whole<<<14, 64>>>(d, n);  // expect: violation
}
void changed_in_switch(float* d, int n) {
  while (n % 32 != 0) n++;
  switch (get()) {
    case 1:
      n = get();
    case 2: {
      whole<<<15, 64>>>(d, n);  // expect: violation
      break;
    }
    default:
      break;
  }
}
static int everywhere;
void global(float* d) {
  while (everywhere % 32 != 0) everywhere++;
  set(everywhere);
  whole<<<16, 64>>>(d, everywhere);  // expect: violation
}
