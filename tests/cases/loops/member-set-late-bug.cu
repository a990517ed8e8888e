// case: member-set-late   expect: unproved   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// cause: a structure is copied as a whole, and in one late iteration a byte of it is set
struct Pair {
  unsigned char first, second;
  short third;
};

__global__ void members(int n) {
  __shared__ int s;
  Pair x;
  x.first = 0;
  x.second = 0;
  x.third = 0;
  for (int i = 0; i < n; i++) {
    const Pair y = x;
    if (y.second) s = threadIdx.x;
    x = y;
    x.third += 2;
    if (i == 5000) x.second = 1;
  }
}
