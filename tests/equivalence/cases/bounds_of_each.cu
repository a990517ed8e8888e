// pair: few many  expect: equivalent  block: 1  lists: runs at most
// pair: few many_plain  expect: equivalent  block: 1
// why: 5000 iterations and more of `many` are left out by a bound on its index, although the loop of `few` makes at most 7: it is listed.
extern "C" __global__ void few(int* out, unsigned n, unsigned lim) {
  unsigned k = 0;
  do {
    k++;
    asm volatile("");
  } while (k < (n & 7));
  out[threadIdx.x] = 0;
}
extern "C" __global__ void many(int* out, unsigned n, unsigned lim) {
  unsigned i = 0;
  do {
    i++;
    asm volatile("");
  } while (i < n && (i << 20) < lim);
  out[threadIdx.x] = i > 5000;
}
extern "C" __global__ void many_plain(int* out, unsigned n, unsigned lim) {
  unsigned i = 0;
  do {
    i++;
    asm volatile("");
  } while (i < n);
  out[threadIdx.x] = 0;
}
