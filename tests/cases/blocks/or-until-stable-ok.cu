// case: or-until-stable   expect: safe   class: barrier-loop   launch: grid(any) block(any)   at: -
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
  } while (__syncthreads_or(changed));
  out[blockIdx.x * blockDim.x + t] = tag[t];
}
