// case: witness-trap-ok   expect: safe   class: witness   launch: grid(1) block(64)   at: -
// cause: threads stop for some n only
__global__ void k(int* out, int n) {
  if (n > 7) __trap();
  out[threadIdx.x] = n;
}
