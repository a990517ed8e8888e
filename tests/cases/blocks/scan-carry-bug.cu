// case: scan-carry   expect: unsafe   class: scan   launch: grid(1) block(128)   at: if (t == 127) carry += s[127];
// level: ptx
__global__ void scan(const int* in, int* out, int n) {
  __shared__ int s[128];
  __shared__ int carry;
  const int t = threadIdx.x;
  if (t == 0) carry = 0;
  for (int base = 0; base < n; base += 128) {
    s[t] = base + t < n ? in[base + t] : 0;
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1) {
      const int v = t >= d ? s[t - d] : 0;
      __syncthreads();
      s[t] += v;
      __syncthreads();
    }
    if (base + t < n) out[base + t] = s[t] + carry;
    if (t == 127) carry += s[127];
    __syncthreads();
  }
}
