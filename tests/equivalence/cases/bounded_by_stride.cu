// pair: narrow wide  expect: equivalent  block: 32
// pair: narrow another  expect: different  block: 32
// why: The verdict assumes so many iterations that no index wraps around. Runs that make more of them say nothing against the proof.
__global__ void narrow(int* out, const int* in, int n) {
  int s = 0, k = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (k >= 0 && k < 8) s += in[k];
    k += 1 << 23;
  }
  out[threadIdx.x] = s;
}
__global__ void wide(int* out, const int* in, int n) {
  int s = 0;
  long long k = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (k >= 0 && k < 8) s += in[k];
    k += 1 << 23;
  }
  out[threadIdx.x] = s;
}
__global__ void another(int* out, const int* in, int n) {
  int s = 0;
  long long k = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (k >= 0 && k < 9) s += in[k];
    k += 1 << 23;
  }
  out[threadIdx.x] = s;
}
