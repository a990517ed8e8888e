// What is counted may be less than what it began with: it goes back, wraps around, or is read anew.
__global__ void at_least_one(float* a, int stride) {
  if (stride < 1) a[0] = threadIdx.x;
}
__global__ void from(float* a, int first, int row) {
  if (row < first) a[0] = threadIdx.x;
}
__global__ void some(float* a, unsigned stride) {
  if (stride < 3) a[0] = threadIdx.x;
}
int get();
void touch(int*);
void back(float* d, int n) {
  for (int s = 4; s < n; s += 3) {
    if (get()) s -= 9;
    at_least_one<<<1, 64>>>(d, s);  // expect: violation
  }
}
// C++20 defines 1 << 31 as the lowest number.
void shifted(float* d, int n) {
  for (int s = 1; s < n; s <<= 1) at_least_one<<<2, 64>>>(d, s);  // expect: violation
}
void wraps(float* d, unsigned n) {
  for (unsigned s = 3; s < n; s += 5) some<<<1, 64>>>(d, s);  // expect: violation
}
void doubles(float* d, unsigned n) {
  for (unsigned s = 3; s < n; s *= 2) some<<<2, 64>>>(d, s);  // expect: violation
}
void given(float* d, int n) {
  for (int s = 1; s < n; ++s) {
    touch(&s);
    at_least_one<<<3, 64>>>(d, s);  // expect: violation
  }
}
void another(float* d, int n) {
  for (int i = 0, first = 0; i < n; ++i) {
    first = get();
    for (int j = first; j < n; ++j) {
      first += get();
      from<<<1, 64>>>(d, first, j);  // expect: violation
    }
  }
}
