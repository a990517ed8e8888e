// Variables of the module, and words far into a buffer, that an earlier kernel of the program writes.
__device__ int where[128], moved[128], stride;
__global__ void fill() {
  where[threadIdx.x] = threadIdx.x;
  stride = 5;
}
__global__ void move() { moved[where[threadIdx.x]] = threadIdx.x; }
__global__ void step(int* out) { out[threadIdx.x * stride] = threadIdx.x; }
__global__ void starts(int* start) { start[threadIdx.x * 32] = threadIdx.x; }
__global__ void from_start(int* out, const int* start) { out[start[threadIdx.x * 32]] = threadIdx.x; }
int main() {
  int *out, *start;
  cudaMalloc(&out, 4096);
  cudaMalloc(&start, 65536);
  fill<<<1, 128>>>();  // expect: proved
  move<<<1, 128>>>();  // expect: unknown
  step<<<1, 128>>>(out);  // expect: unknown
  starts<<<1, 128>>>(start);  // expect: proved
  from_start<<<1, 128>>>(out, start);  // expect: unknown
}
