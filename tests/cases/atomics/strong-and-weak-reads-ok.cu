// case: strong-and-weak-reads-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: two reads never race, whether volatile or not.
__global__ void both(int* out, const int* in) {
  __shared__ int word;
  if (threadIdx.x == 0) word = in[0];
  __syncthreads();
  int mine = 0;
  if (threadIdx.x % 2) {
    mine = *(volatile int*)&word;
  } else {
    mine = word;
  }
  out[threadIdx.x] = mine;
}
