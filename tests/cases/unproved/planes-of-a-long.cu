// case: planes-of-a-long   expect: unproved   class: race   launch: grid(any) block(64) effort(20)   rule: -   at: -
// cause: the number of elements is the low word of a larger number, so that no limit of this number says how many there are
__global__ void planes(long long n, int* out) {
  const int count = (int)n, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = i;
  out[i + 4 * count] = -i;
}
