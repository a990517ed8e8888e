// case: TableOfBytes_fixed   expect: safe   class: alignment   launch: grid(1) block(64)   rule: -   at: -
__constant__ __align__(4) unsigned char table[64] = {1, 2, 3};

__global__ void words(int *out) {
  out[threadIdx.x] = *reinterpret_cast<const int *>(table + threadIdx.x % 16 * 4);
}
