// case: heard-by-acquire   expect: unproved   class: claims   launch: grid(any) block(64)   rule: -   at: -
// cause: block 1 stores, releases and acquires; block 0 has stored to the same word in between
#include <warpproof.h>
__device__ int acquired(int* p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ void release(int* p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__global__ void stores(int* data, int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (acquired(flag) != 1) {
    }
    *data = 6;
    release(flag, 2);
  }
  if (blockIdx.x == 1) {
    *data = 5;
    release(flag, 1);
    while (acquired(flag) != 2) {
    }
    warpproof::assert_that(*data == 5);
  }
}
