// Counters of host loops begin somewhere: steps that are numbers from 0 on, strides from 1 on.
__global__ void bit(unsigned* out, int bit) {
  // One bit for each thread, and bit thread for each bit.
  if (bit >= 0 && bit < 32) return;
  out[0] = threadIdx.x;
}
__global__ void merge(float* a, int stride) {
  if (stride < 1) a[0] = threadIdx.x;
}
__global__ void from(float* a, int first, int row) {
  if (row < first) a[0] = threadIdx.x;
}
int get();
void passes(unsigned* d) {
  for (int i = 0; i < 32; ++i) bit<<<1, 64>>>(d, i);  // expect: proved
}
void old_style(unsigned* d) {
  int i;
  for (i = 0; i < 32; i += 4) bit<<<5, 64>>>(d, i);  // expect: proved
}
void strides(float* d, int n) {
  for (int s = 1; s < n; s *= 2) merge<<<1, 64>>>(d, s);  // expect: proved
}
void shifted(float* d) {
  for (int s = 1; s <= 1 << 20; s <<= 1) merge<<<2, 64>>>(d, s);  // expect: proved
}
void halves(float* d, int n) {
  for (int s = n / 2; s > 0; s >>= 1) merge<<<3, 64>>>(d, s);  // expect: proved
}
void rows(float* d, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) from<<<1, 64>>>(d, i, j);  // expect: proved
}
void converges(unsigned* d) {
  int step = 0;
  while (get() > 0) {
    if (step < 32) bit<<<4, 64>>>(d, step);  // expect: proved
    ++step;
  }
}
