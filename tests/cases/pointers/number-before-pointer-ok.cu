// case: number-before-pointer-ok   expect: safe   class: race   launch: grid(1) block(32)   rule: -   at: -
// why: the two bytes are of different buffers, though the offset is a parameter of the size of a pointer
__global__ void mark(unsigned long long n, char* first, char* second) {
  if (threadIdx.x == 0) first[n] = 1;
  if (threadIdx.x == 1) second[n] = 2;
}
