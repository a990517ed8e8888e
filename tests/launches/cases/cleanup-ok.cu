// A function that nothing calls.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
int* out;
const bool kShows = false;
static void show(int*) {
  k<<<1, 48>>>(out);
}
int main() {
  cudaMalloc(&out, 4096);
  int n = 0;
  if (kShows) show(&n);
  k<<<1, 64>>>(out);  // expect: proved
}
