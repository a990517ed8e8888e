// pair: sums sums_down  expect: equivalent  block: 2
// pair: sums sums_late  expect: different  block: 2
// pair: masks masks_late  expect: different  block: 32
// why: Threads leave the loop in different iterations. What the last of them do is not seen in the first.
__global__ void sums(int* out, int n, unsigned m) {
  if (n < 1 || n > 1000) return;
  int s = 0, i = 0;
  do {
    s += m;
    i++;
  } while (i < n + 2 * threadIdx.x);
  out[threadIdx.x] = s;
}
__global__ void sums_down(int* out, int n, unsigned m) {
  if (n < 1 || n > 1000) return;
  int s = 0;
  for (int i = n + 2 * threadIdx.x; i > 0; --i) s += m;
  out[threadIdx.x] = s;
}
__global__ void sums_late(int* out, int n, unsigned m) {
  if (n < 1 || n > 1000) return;
  int s = 0, i = 0;
  do {
    s += m + ((i == n) & (m * 2654435761u == 0x1234567u));
    i++;
  } while (i < n + 2 * threadIdx.x);
  out[threadIdx.x] = s;
}
__global__ void masks(unsigned* out, int n, unsigned m) {
  unsigned s = ~0u;
  for (int i = 0; i < n + 2 * threadIdx.x; i++) s &= ~(m << i);
  out[threadIdx.x] = s;
}
__global__ void masks_late(unsigned* out, int n, unsigned m) {
  unsigned s = ~0u;
  for (int i = 0; i < n + 2 * threadIdx.x; i++) s &= ~(m << (i + ((i == n) & (m * 2654435761u == 0x1234567u))));
  out[threadIdx.x] = s;
}
