// case: reset   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   at: out[atomicAdd
// A thread that sets the counter back makes the numbers come twice.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  out[atomicAdd(count, 1)] = in[threadIdx.x];
  if (threadIdx.x == 31) atomicExch(count, 0);
}
