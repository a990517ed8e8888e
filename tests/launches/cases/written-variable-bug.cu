// Whatever an earlier kernel writes to the variable.
__device__ int where[128], moved[128];
__global__ void fill() { where[threadIdx.x] = threadIdx.x; }
__global__ void move() { moved[where[threadIdx.x] / 2 * 0] = threadIdx.x; }
int main() {
  fill<<<1, 128>>>();  // expect: proved
  move<<<1, 128>>>();  // expect: violation
}
