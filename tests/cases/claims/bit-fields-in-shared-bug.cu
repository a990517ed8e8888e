// case: bit-fields-in-shared-bug   expect: unsafe   class: race   launch: grid(1) block(32)   rule: memory.implicit-warp-sync   at: all[threadIdx.x ^ 1].low
// cause: the neighbour's fields are read without waiting for them
struct Nibbles {
  unsigned low : 4, high : 4, rest : 24;
};
__global__ void pack(unsigned* out) {
  __shared__ Nibbles all[32];
  all[threadIdx.x].low = threadIdx.x;
  all[threadIdx.x].high = 3;
  all[threadIdx.x].rest = 0;
  out[threadIdx.x] = all[threadIdx.x ^ 1].low + all[threadIdx.x ^ 1].high;
}
