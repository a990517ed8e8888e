// case: struct-words   expect: unsafe   class: value-type   launch: grid(1) block(64)   rule: mask.missing   at: w[i] = __shfl_sync(m, w[i], src)
// A structure is shuffled word by word; its words are copied with memcpy.
#include <cstring>
struct Pt { float x, y, z; int id; };
template <class T> __device__ T shfl_any(unsigned m, T v, int src) {
  static_assert(sizeof(T) % 4 == 0, "words");
  int w[sizeof(T) / 4];
  memcpy(w, &v, sizeof(T));
  for (int i = 0; i < (int)(sizeof(T) / 4); ++i) w[i] = __shfl_sync(m, w[i], src);
  memcpy(&v, w, sizeof(T));
  return v;
}
extern "C" __global__ void nearest(const Pt *p, int *out) {
  const int lane = threadIdx.x & 31;
  const Pt mine = p[threadIdx.x];
  float best = 1e30f;
  int id = -1;
  for (int j = 0; j < 32 - (lane & 1); ++j) {
    const Pt o = shfl_any(0xffffffffu, mine, j);
    const float d = (o.x - mine.x) * (o.x - mine.x) + (o.y - mine.y) * (o.y - mine.y) + o.z * mine.z;
    if (j != lane && d < best) best = d, id = o.id;
  }
  __syncthreads();
  out[threadIdx.x] = id;
}
