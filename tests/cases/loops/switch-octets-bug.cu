// case: switch-octets   expect: unsafe   class: self-not-in-mask   launch: grid(1) block(32)   rule: mask.self   at: v = __shfl_up_sync(0x0000ff00u, v, 1, 8);
// cause: a break is missing: the first eight lanes fall into the next case
// level: ptx
__global__ void octets(const int *in, int *out) {
  const int lane = threadIdx.x;
  int v = in[lane];
  switch (lane >> 3) {
    case 0:
      v = __shfl_xor_sync(0x000000ffu, v, 4);
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
