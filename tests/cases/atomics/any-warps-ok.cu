// case: any-warps   expect: safe   class: race   launch: grid(1) block(any)   at: -
// Warps meet nowhere; each thread has an element of its own.
extern "C" __global__ void scale(const float* in, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i];
}
