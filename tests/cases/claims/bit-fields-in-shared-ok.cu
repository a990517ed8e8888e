// case: bit-fields-in-shared-ok   expect: safe   class: uninitialised   launch: grid(1) block(32)   rule: -   at: -
// why: every field is written before it is read
struct Nibbles {
  unsigned low : 4, high : 4, rest : 24;
};
__global__ void pack(unsigned* out) {
  __shared__ Nibbles all[32];
  all[threadIdx.x].low = threadIdx.x;
  all[threadIdx.x].high = 3;
  all[threadIdx.x].rest = 0;
  __syncwarp();
  out[threadIdx.x] = all[threadIdx.x ^ 1].low + all[threadIdx.x ^ 1].high;
}
