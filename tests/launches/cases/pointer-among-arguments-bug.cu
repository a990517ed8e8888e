// A class template with a pointer to a function among its arguments is a class, whose objects may keep their own address.
__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); }
template <class F>
struct Launcher {
  int threads;
  F f;
  static Launcher* last;
  Launcher(F g) : threads(32), f(g) { last = this; }
};
template <class F>
Launcher<F>* Launcher<F>::last;
void by_own_address(int* out) {
  Launcher<void (*)(int*)> l(k);
  l.threads = 64;
  Launcher<void (*)(int*)>::last->threads = 48;
  k<<<1, l.threads>>>(out);  // expect: unknown
}
template <class F>
struct Sizes { int threads; };
static void change(const Sizes<void (*)(int*)>& s) { ((Sizes<void (*)(int*)>&)s).threads = 48; }
void by_cast(int* out) {
  Sizes<void (*)(int*)> s{64};
  change(s);
  k<<<1, s.threads>>>(out);  // expect: unknown
}
