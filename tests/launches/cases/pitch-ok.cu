// Rows of cudaMallocPitch are no shorter than what was asked for, and no element lies in two rows.
__global__ void bytes(unsigned char* out, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * pitch + x] = (unsigned char)(x + y);
}
__global__ void words(float* out, int stride, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) out[(size_t)y * stride + x] = x + y;
}
__global__ void aligned(char* out, size_t pitch) { ((double*)(out + threadIdx.y * pitch))[threadIdx.x] = threadIdx.x + 32 * threadIdx.y; }
struct Image {
  unsigned char* data;
  size_t pitch;
  int w, h;
};
void draw(unsigned char* p, size_t pitch, int w, int h) {
  bytes<<<dim3((w + 7) / 8, (h + 7) / 8), dim3(8, 8)>>>(p, pitch, w, h);  // expect: proved
}
void called(int w, int h) {
  unsigned char* p;
  size_t pitch;
  if (cudaMallocPitch((void**)&p, &pitch, w, h) == cudaSuccess) draw(p, pitch, w, h);
}
void member(int w, int h) {
  Image image{nullptr, 0, w, h};
  cudaError_t e = cudaMallocPitch(&image.data, &image.pitch, image.w * sizeof(float), image.h);
  if (e != cudaSuccess) return;
  words<<<1, dim3(8, 8)>>>((float*)image.data, image.pitch / 4, image.w, image.h);  // expect: proved
}
void alone(int w) {
  char* p;
  size_t pitch = 0;
  cudaMallocPitch(&p, &pitch, 32 * sizeof(double), 8);
  aligned<<<1, dim3(32, 8)>>>(p, pitch);  // expect: proved
}
