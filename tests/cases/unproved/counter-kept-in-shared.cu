// case: counter-kept-in-shared   expect: unproved   class: atomic-counter   launch: grid(1) block(256) effort(20)   rule: -   at: -
// cause: a strong store sets the counter back between additions; the numbers go through an array before they are used
__global__ void slots(int* out, int n) {
  __shared__ int count, kept[256];
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  kept[t] = atomicAdd(&count, 1);
  __threadfence();
  if (t == 5) *(volatile int*)&count = 0;
  __syncthreads();
  const int i = kept[255 - t];
  if (n == 0x1234567) out[i] = t;
}
