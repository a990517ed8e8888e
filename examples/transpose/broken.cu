// case: transpose_broken   expect: unsafe   class: transpose   launch: grid(1) block(any:32)   rule: shfl.width   at: to[source] = __shfl_sync(kFullMask, from[receiver], source, kTile);
// why: tiles of 3 lanes: no width that a shuffle can have

constexpr unsigned kFullMask = 0xffffffffu;
constexpr int kTile = 3;

// Thread t holds row t % kTile of a square matrix of kTile rows; afterwards it holds that column.
extern "C" __global__ void transpose(const int* in, int* out) {
  const int row = threadIdx.x % kTile;
  const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * kTile;
  int from[kTile];
  int to[kTile];
  for (int k = 0; k < kTile; ++k) from[k] = in[begin + k];
  // In round k each lane reads from the lane k further on, round its tile, and so gives to the lane k back.
  for (int k = 0; k < kTile; ++k) {
    const int source = (row + k) % kTile;
    const int receiver = (row + kTile - k) % kTile;
    to[source] = __shfl_sync(kFullMask, from[receiver], source, kTile);
  }
  for (int k = 0; k < kTile; ++k) out[begin + k] = to[k];
}

// Transposes `count` matrices, a multiple of 32 of them.
void transpose_all(const int* in, int* out, int count) {
  transpose<<<count / 32, 32 * kTile>>>(in, out);  // expect: violation
}
