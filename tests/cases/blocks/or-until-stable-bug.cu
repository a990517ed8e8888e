// case: or-until-stable   expect: unsafe   class: barrier-loop   launch: grid(any) block(any)   at: __syncthreads();
// cause: each thread leaves the loop when its own value is stable
// level: ptx
__global__ void label(const int *in, int *out) {
  __shared__ int tag[1024];
  const int t = threadIdx.x;
  tag[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  int changed;
  do {
    const int left = t > 0 ? tag[t - 1] : tag[t];
    changed = left < tag[t];
    __syncthreads();
    if (changed) tag[t] = left;
    __syncthreads();
  } while (changed);
  out[blockIdx.x * blockDim.x + t] = tag[t];
}
