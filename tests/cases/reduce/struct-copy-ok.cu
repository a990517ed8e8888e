// case: struct-copy-ok   expect: safe   class: shared-memory   launch: grid(1) block(64)   rule: -   at: -
// why: copies take the padding of the struct along, which was never written.
struct Best {
  double value;
  int number;
};
__global__ void swap(const double* in, int* out) {
  __shared__ Best s[64];
  Best mine;
  mine.value = in[threadIdx.x];
  mine.number = threadIdx.x;
  s[threadIdx.x] = mine;
  __syncthreads();
  Best other = s[threadIdx.x ^ 63];
  if (other.value < mine.value) mine = other;
  out[threadIdx.x] = mine.number;
}
