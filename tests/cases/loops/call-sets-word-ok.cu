// case: call-sets-word   expect: safe   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// why: what the function does to the word of its caller decides nothing
__device__ __noinline__ void add(int *p, int i) {
  if (i == 5000) *p = 4;
  else *p += 2;
}

__global__ void calls(int n, int *out) {
  int x = 0;
  for (int i = 0; i < n; i++) add(&x, i);
  out[threadIdx.x] = x;
}
