// case: assume-stride-ok   expect: safe   class: assumption   launch: grid(1) block(64)   at: -
// assume: stride >= 1 && stride <= 4
// cause: different threads store to different words
__global__ void k(int* out, int stride) {
  __shared__ int s[256];
  s[threadIdx.x * stride] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * stride];
}
