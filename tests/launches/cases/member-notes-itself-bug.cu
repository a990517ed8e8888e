// The constructor of a member keeps the member's address.
__global__ void most(int* out, int n) {
  __shared__ int s[64];
  s[n <= 64 ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
struct Inner;
Inner* last;
struct Inner {
  int n;
  Inner(int k) : n(k) { last = this; }
};
struct Outer {
  Inner i;
};
void run(int* out, int n) {
  Outer s{Inner(n)};
  if (s.i.n <= 64) {
    last->n = 512;
    most<<<1, 64>>>(out, s.i.n);  // expect: violation
  }
}
