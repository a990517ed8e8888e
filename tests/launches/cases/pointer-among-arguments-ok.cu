// A pointer to a function, and a class with one among its members whose objects nobody else knows.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
struct Sizes {
  int threads;
  void (*f)(int*);
};
static void look(const Sizes&) {}
void by_own_address(int* out) {
  void (*f)(int*) = k;
  f<<<1, 64>>>(out);  // expect: proved
}
void by_cast(int* out) {
  Sizes s{64, k};
  look(s);
  k<<<1, s.threads>>>(out);  // expect: proved
}
