// case: block-stride-in-place-ok   expect: safe   class: race   launch: grid(1) block(300)   rule: -   at: -
// why: 300 is no power of two: multiples of it would meet again only once the counter has wrapped around.
__global__ void increment(int* a, int n) {
  for (int i = threadIdx.x; i < n; i += 300) a[i] += 1;
}
