// case: witness-loop-ok   expect: safe   class: witness   launch: grid(1) block(64)   at: -
// assume: n % 2 == 1 && n > 2
// cause: the loop ends where n is odd and positive
__global__ void k(int* out, int n) {
  for (int i = 1; i != n; i += 2) out[threadIdx.x] = i;
}
