// case: switch-octets   expect: safe   class: self-not-in-mask   launch: grid(1) block(32)   at: -
// why: each case names its own eight lanes
__global__ void octets(const int *in, int *out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  switch (lane >> 3) {
    case 0:
      v = __shfl_xor_sync(0x000000ffu, v, 4);
      break;
    case 1:
      v = __shfl_up_sync(0x0000ff00u, v, 1, 8);
      break;
    case 2:
      v = __any_sync(0x00ff0000u, v);
      break;
    default:
      v = (int)__ballot_sync(0xff000000u, v > 0);
  }
  out[lane] = v;
}
