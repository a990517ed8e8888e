// case: unsigned-past-half-bug   expect: unproved   class: race   launch: grid(1) block(64) effort(20)   at: -
// cause: in every launch the unsigned counter passes 2^31; what follows the loop is reached, and is a race for one key
__global__ void k(int* out, const int* in, int width, int key, int row) {
  __shared__ int s[64];
  int acc = 0;
  for (unsigned i = 0; i < 3000000000u; i += 524288) acc += in[(row & 1) * width + (i >> 19)];
  if (key == 0x1234567) s[0] = acc + threadIdx.x;
  out[(row & 1) * width + threadIdx.x] = acc;
}
