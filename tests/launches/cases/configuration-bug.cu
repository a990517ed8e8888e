// Fields of a configuration that are not what a list of values says: they are changed, or come from elsewhere.
struct Config {
  int block = 128;
  int items = 4;
};
template <int>
__global__ void write(float* out) {
  __shared__ float s[256];
  s[threadIdx.x % 256] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 256];
}
__global__ void items(float* out, int n, int per_thread) {
  int first = threadIdx.x * per_thread;
  for (int i = 0; i < 4; ++i)
    if (first + i < n) out[first + i] = i;
}
Config global;
int get();
void too_large(float* d, const Config& config) {
  write<0><<<4, config.block>>>(d);  // expect: violation
}
// The function changes its own copy.
void changed(float* d, Config config) {
  config.block = get();
  write<1><<<4, config.block>>>(d);  // expect: unknown
}
void before(float* d, const Config& config) {
  write<2><<<4, config.block>>>(d);  // expect: unknown
}
// Another function may change what the reference is of.
void other() { global.block = get(); }
void elsewhere(float* d, const Config& config) {
  other();
  write<3><<<4, config.block>>>(d);  // expect: unknown
}
void per_thread(float* d, int n, const Config& config) {
  items<<<1, config.block>>>(d, n, config.items);  // expect: violation
}
int main() {
  float* d;
  cudaMalloc(&d, 1 << 20);
  too_large(d, Config{.block = 512});
  changed(d, Config{.block = 256});
  Config config{.block = 256};
  config.block *= 2 + get();
  before(d, config);
  global = Config{.block = 256};
  elsewhere(d, global);
  per_thread(d, get(), Config{.items = 2});
}
