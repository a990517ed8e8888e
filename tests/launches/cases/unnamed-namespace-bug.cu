// Kernels of an unnamed namespace, and of one whose name ends in a digit, are known by their launches.
namespace {
template <int N>
__global__ void sum(int* out) {
  int v = threadIdx.x;
  for (int d = N / 2; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) *out = v;
}
__global__ void ring(int* out) { out[threadIdx.x] = __shfl_sync(0xffffffffu, threadIdx.x, (threadIdx.x + 1) % 32); }
}  // namespace

namespace v2 {
__global__ void vote(int* out) { out[threadIdx.x] = __any_sync(0xffffffffu, out[threadIdx.x]); }
}  // namespace v2

int main() {
  int* out = nullptr;
  sum<32><<<1, 16>>>(out);     // expect: violation
  ring<<<1, 40>>>(out);        // expect: violation
  v2::vote<<<1, 20>>>(out);    // expect: proved
}
