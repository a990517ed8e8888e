// case: byte-of-float-bug   expect: unsafe   class: conversions   launch: grid(1) block(64)   rule: race   at: out[i] = count[i];
// A float becomes a byte, whatever it is, which stays inside the histogram; nothing orders the counts and their output.

extern "C" __global__ void histogram(const float* in, int* out) {
  __shared__ int count[256];
  for (int i = threadIdx.x; i < 256; i += 64) count[i] = 0;
  __syncthreads();
  atomicAdd(&count[(unsigned char)(in[threadIdx.x] * 255.0f)], 1);
  atomicAdd(&count[(signed char)in[threadIdx.x] + 128], 1);
  for (int i = threadIdx.x; i < 256; i += 64) out[i] = count[i];
}
