// A function that is called at the end of a variable's life.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
int* out;
const bool kShows = false;
static void show(int*) {
  k<<<1, 48>>>(out);  // expect: violation
}
int main() {
  cudaMalloc(&out, 4096);
  int n __attribute__((cleanup(show))) = 0;
  if (kShows) show(&n);
  k<<<1, 64>>>(out);  // expect: proved
}
