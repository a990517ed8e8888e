// case: division-always-zero-bug   expect: unproved   class: division   launch: grid(1) block(64)   at: -
// cause: a < b < c < a holds for no inputs, so each of them divides by zero; that none does proves anything
__global__ void k(int* out, int a, int b, int c) {
  int d = (a < b) & (b < c) & (c < a);
  out[threadIdx.x] = 100 / d;
}
