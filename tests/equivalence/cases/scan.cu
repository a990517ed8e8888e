// pair: hillis_steele sequential  expect: equivalent
// pair: hillis_steele blelloch  expect: equivalent
// pair: hillis_steele doubled  expect: equivalent
// pair: hillis_steele exclusive  expect: different
// pair: hillis_steele late_guard  expect: different
// pair: hillis_steele short_scan  expect: different
// why: exclusive for inclusive; > for >= in the guard; the last step missing
__global__ void hillis_steele(const int *in, int *out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += t;
  }
  out[lane] = v;
}
__global__ void sequential(const int *in, int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i <= threadIdx.x; ++i) sum += s[i];
  out[threadIdx.x] = sum;
}
__global__ void blelloch(const int *in, int *out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];
  for (int d = 1; d < 32; d *= 2) {
    __syncthreads();
    if (t < 16 / d) s[2 * d * (t + 1) - 1] += s[2 * d * (t + 1) - 1 - d];
  }
  __syncthreads();
  if (t == 0) s[31] = 0;
  for (int d = 16; d > 0; d /= 2) {
    __syncthreads();
    if (t < 16 / d) {
      const int right = 2 * d * (t + 1) - 1, left = right - d;
      const int old = s[left];
      s[left] = s[right];
      s[right] += old;
    }
  }
  __syncthreads();
  out[t] = s[t] + in[t];
}
__global__ void doubled(const int *in, int *out) {
  __shared__ int s[2][32];
  const int t = threadIdx.x;
  int now = 0;
  s[0][t] = in[t];
  for (int d = 1; d < 32; d *= 2) {
    __syncthreads();
    s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
    now = 1 - now;
  }
  out[t] = s[now][t];
}
__global__ void exclusive(const int *in, int *out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += t;
  }
  out[lane] = v - in[lane];
}
__global__ void late_guard(const int *in, int *out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up_sync(0xffffffffu, v, d);
    if (lane > d) v += t;
  }
  out[lane] = v;
}
__global__ void short_scan(const int *in, int *out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  for (int d = 1; d < 16; d *= 2) {
    const int t = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += t;
  }
  out[lane] = v;
}
