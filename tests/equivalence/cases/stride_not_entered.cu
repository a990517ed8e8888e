// pair: guarded guarded_slip  expect: different  block: 1
// pair: guarded guarded_again  expect: equivalent  block: 1

// What is assumed of a stride is about launches in which somebody runs the loop.
#define K(name) extern "C" __global__ void name(const int* in, int* out, int n, int m)
K(guarded) {
  const int s = m & 0x7fffffff;
  out[0] = 5;
  if (s <= 0x100000)
    for (int i = 0; i < n; i += s) out[i + 1] = in[i];
}
K(guarded_slip) {
  const int s = m & 0x7fffffff;
  out[0] = s > 0x40000000 ? 7 : 5;
  if (s <= 0x100000)
    for (int i = 0; i < n; i += s) out[i + 1] = in[i];
}
K(guarded_again) {
  const int s = m & 0x7fffffff;
  out[0] = s < 0 ? 7 : 5;
  if (s <= 0x100000)
    for (int i = 0; i < n; i += s) out[i + 1] = in[i];
}
