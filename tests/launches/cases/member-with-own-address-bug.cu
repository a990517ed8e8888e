// The members' initialisers name the object: others change it through them.
__global__ void small(int* out) {
  __shared__ int s[256];
  s[threadIdx.x % 256] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x % 256];
}
struct Pointed {
  int n;
  int* p = &n;
  void change() const { *p = 512; }
};
struct Referred {
  int n;
  int& r = n;
  void change() const { r = 512; }
};
void pointed(int* out) {
  Pointed s{256};
  s.change();
  small<<<1, s.n>>>(out);  // expect: unknown
}
void referred(int* out) {
  Referred s{256};
  s.change();
  small<<<1, s.n>>>(out);  // expect: unknown
}
