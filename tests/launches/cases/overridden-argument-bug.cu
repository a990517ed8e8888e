// Calls among the arguments whose code is not what stands here: another class's, or what the linker puts there. It may change
// what the other arguments read.
int shared_number;
struct Source {
  float* p;
  virtual int number() { return 1; }
  virtual float* next() { return p; }
};
struct Counting : Source {
  int number() override { return ++shared_number; }
  float* next() override { return p += 64; }
};
__attribute__((weak)) int number() { return 1; }
__attribute__((weak)) float* next(float* p) { return p; }
__global__ void meet(int* out, int a, int x, int b) {
  if (a == b || threadIdx.x < 3) __syncthreads();
  out[threadIdx.x] = x;
}
__global__ void mirror(float* a, const float* b) {
  if (a != b && threadIdx.x < 3) __syncthreads();
  a[threadIdx.x] = 1;
}
void run(Source* s, Source& r, int* out, float* q) {
  meet<<<1, 64>>>(out, shared_number, s->number(), shared_number);  // expect: violation
  meet<<<1, 96>>>(out, shared_number, r.number(), shared_number);  // expect: violation
  meet<<<1, 128>>>(out, shared_number, number(), shared_number);  // expect: violation
  mirror<<<1, 64>>>(s->next(), s->next());  // expect: violation
  mirror<<<1, 96>>>(r.next(), r.next());  // expect: violation
  mirror<<<1, 128>>>(next(q), next(q));  // expect: violation
}
