// The table's kernel is launched with 512 threads, too.
__global__ void small(int* out) {
  __shared__ int s[256];
  s[threadIdx.x % 256] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x % 256];
}
__global__ void other(int* out) { out[threadIdx.x] = 1; }
void run(int* out, int i) {
  small<<<1, 256>>>(out);  // expect: proved
  void (*table[2])(int*) = {small, other};
  table[i]<<<1, 512>>>(out);
}
// expect without launch small: unknown
// expect without launch other: proved
