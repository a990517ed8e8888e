// Rows of cudaMallocPitch are no shorter than what was asked for then; what is asked for now may be longer.
__global__ void bytes(unsigned char* out, size_t pitch, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) out[y * pitch + x] = (unsigned char)(x + y);
}
__global__ void words(float* out, int stride, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) out[(size_t)y * stride + x] = x + y;
}
__global__ void aligned(char* out, size_t pitch) { ((double*)(out + threadIdx.y * pitch))[threadIdx.x] = threadIdx.x + 32 * threadIdx.y; }
int get();
void called(int w, int h) {
  unsigned char* p;
  size_t pitch;
  if (cudaMallocPitch((void**)&p, &pitch, w, h) != cudaSuccess) return;
  w = get();
  bytes<<<1, dim3(8, 8)>>>(p, pitch, w, h);  // expect: violation
}
// A row of three bytes an element.
void elements(int w, int h) {
  float* p;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, w * 3, h);
  words<<<1, dim3(32, 8)>>>(p, pitch / sizeof(float), w, h);  // expect: violation
}
void sometimes(int h) {
  char* p = nullptr;
  size_t pitch = 4;
  if (h > 3) cudaMallocPitch(&p, &pitch, 32 * sizeof(double), 8);
  aligned<<<1, dim3(32, 8)>>>(p, pitch);  // expect: violation
}
