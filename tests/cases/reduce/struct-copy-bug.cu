// case: struct-copy-bug   expect: unsafe   class: uninitialised   launch: grid(1) block(64)   rule: value.uninitialised   at: if (mine.value < 0)
// cause: the number is there, the value is not, and decides.
struct Best {
  double value;
  int number;
};
__global__ void swap(const double* in, int* out) {
  __shared__ Best s[64];
  Best mine;

  mine.number = threadIdx.x;
  if (mine.value < 0) mine.value = in[threadIdx.x];
  s[threadIdx.x] = mine;
  __syncthreads();
  Best other = s[threadIdx.x ^ 63];
  if (other.value < mine.value) mine = other;
  out[threadIdx.x] = mine.number;
}
