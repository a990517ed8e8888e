// case: TableOfBytes   expect: unsafe   class: alignment   launch: grid(1) block(64)   rule: memory.misaligned   at: -
// cause: words of constant memory are read at any byte
__constant__ unsigned char table[64] = {1, 2, 3};

__global__ void words(int *out) {
  out[threadIdx.x] = *reinterpret_cast<const int *>(table + threadIdx.x % 32);
}
