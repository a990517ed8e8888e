// Calls among the arguments that run what stands here, and change nothing.
int shared_number;
struct Source {
  float* p;
  int number() { return 1; }
  float* next() { return p; }
};
int number() { return 1; }
float* next(float* p) { return p; }
__global__ void meet(int* out, int a, int x, int b) {
  if (a == b || threadIdx.x < 3) __syncthreads();
  out[threadIdx.x] = x;
}
__global__ void mirror(float* a, const float* b) {
  if (a != b && threadIdx.x < 3) __syncthreads();
  a[threadIdx.x] = 1;
}
void run(Source* s, Source& r, int* out, float* q) {
  meet<<<1, 64>>>(out, shared_number, s->number(), shared_number);  // expect: proved
  meet<<<1, 96>>>(out, shared_number, r.number(), shared_number);  // expect: proved
  meet<<<1, 128>>>(out, shared_number, number(), shared_number);  // expect: proved
  mirror<<<1, 64>>>(s->next(), s->next());  // expect: proved
  mirror<<<1, 96>>>(r.next(), r.next());  // expect: proved
  mirror<<<1, 128>>>(next(q), next(q));  // expect: proved
}
