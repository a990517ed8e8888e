// case: behind-struct-ok   expect: safe   class: race   launch: grid(1) block(any)   rule: -   at: -
// why: the two are buffers of their own, of which each thread uses its own word
struct Lists {
  int* first;
  int* second;
};
__global__ void fill(Lists* lists, int count) {
  if (threadIdx.x + 100 >= count) return;
  lists->first[threadIdx.x] = 1;
  lists->second[threadIdx.x] += 1;
}
