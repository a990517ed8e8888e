// pair: reads reads_again  expect: equivalent  block: 32
// pair: ends reads  expect: different  block: 32
// pair: ends_at reads  expect: different  block: 32
// why: A thread may end in a function that the loop calls. Then it does not come to what stands behind the loop.
__device__ __noinline__ void look(int x) {
  if (x * 2654435761u == 0x1234567u) asm volatile("");
}
__device__ __noinline__ void end(int x) {
  if (x * 2654435761u == 0x1234567u) asm volatile("exit;");
}
__global__ void reads(int* out, const int* in, int n) {
  for (int i = 0; i < n; i++) look(in[i]);
  out[threadIdx.x] = 7;
}
__global__ void reads_again(int* out, const int* in, int n) {
  for (int i = n; i > 0; --i) look(in[n - i]);
  out[threadIdx.x] = 7;
}
__global__ void ends(int* out, const int* in, int n) {
  for (int i = 0; i < n; i++) end(in[i]);
  out[threadIdx.x] = 7;
}
__device__ __noinline__ void end_at(int x) {
  if (x == 123457) asm volatile("exit;");
}
__global__ void ends_at(int* out, const int* in, int n) {
  for (int i = 0; i < n; i++) end_at(in[i]);
  out[threadIdx.x] = 7;
}
