// case: read-only-own-write-ok   expect: safe   class: readonly   launch: grid(any) block(64)   at: -
// why: a plain load reads what its thread stored; the read-only load is of another buffer
__global__ void k(int* out, int* a, const int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = __ldg(&b[i ^ 1]);
  int x = a[i];
  out[i] = x + __ldg(b + 7);
}
