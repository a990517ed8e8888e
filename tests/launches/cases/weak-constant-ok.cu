// Constants that no other file's take the place of.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
extern const int kThreads;
const int kThreads = 64;
extern const int kOn = 0;
extern const int kSizes[2];
const int kSizes[2] = {64, 128};
extern const int kAfter = 64;
void by_value(int* out) { k<<<1, kThreads>>>(out); }  // expect: proved
void by_condition(int* out) {
  if (kOn) k<<<1, 48>>>(out);
}
void by_list(int* out, int i) { k<<<1, kSizes[i]>>>(out); }  // expect: proved
void by_pragma(int* out) { k<<<1, kAfter>>>(out); }  // expect: proved
__global__ void sizes(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int now = 64;
extern const int size;
void by_other_name(int* out) {
  int blocks = (size + 63) / 64;
  now = 5000;
  sizes<<<blocks, 64>>>(out, size);  // expect: proved
}
