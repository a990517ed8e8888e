#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <vector>
__global__ void k(const __half2* a, __half2* b, const __nv_bfloat16* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = __hadd2(a[i], __shfl_xor_sync(~0u, a[i], 1));
}
int main() {
  std::vector<__half2> a(1 << 16, __floats2half2_rn(1.f, 2.f)), b = a;
  std::vector<__nv_bfloat16> c(1 << 16, __float2bfloat16(1.f));
  __half x = __low2half(a[0]), y = __hadd(x, x), z = x * y + __int2half_rn(3);
  z += x;
  if (__half2float(z) > 3 || z == x || __hgt(z, x) || z > y) return 1;
  __nv_bfloat162 p = __floats2bfloat162_rn(1.f, 2.f);
  if (__low2float(p) > 1.f) return 2;
  __half2 q = -a[0] + b[0];
  float2 f = __half22float2(q);
  k<<<(1 << 16) / 256, 256>>>(nullptr, nullptr, nullptr);  // expect: proved
  return f.x > 0;
}
