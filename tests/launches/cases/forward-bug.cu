// What a helper gets by reference is changed: by the helper, by what it calls, by the caller before, or by who has another
// reference.
#include <utility>
template <int>
__global__ void sizes(float* out, int rows, int half) {
  if (half > rows && rows >= 0 && half > 0) out[0] = threadIdx.x;
}
int get();
void opaque(int&);
void changes(int& n) { n = get(); }
int& same(int& n) { return n; }
template <typename A, typename B>
void helper(float* d, A&& rows, B&& half) {
  changes(rows);
  sizes<0><<<1, 64>>>(d, std::forward<A>(rows), std::forward<B>(half));  // expect: violation
}
template <typename A, typename B>
void passes_on(float* d, A&& rows, B&& half) {
  opaque(std::forward<A>(rows));
  sizes<1><<<1, 64>>>(d, rows, half);  // expect: violation
}
template <typename A, typename B>
void only_reads(float* d, A&& rows, B&& half) {
  sizes<2><<<1, 64>>>(d, rows, half);  // expect: violation
}
template <typename A, typename B, typename C>
void two_names(float* d, A&& rows, B&& other, C&& half) {
  other = get();
  sizes<3><<<1, 64>>>(d, std::forward<A>(rows), half);  // expect: violation
}
void assigned(float* d, int& rows, int half) {
  std::forward<int&>(rows) = get();
  sizes<4><<<1, 64>>>(d, rows, half);  // expect: violation
}
void aliased(float* d, int& rows, int half) {
  same(rows) = get();
  sizes<5><<<1, 64>>>(d, rows, half);  // expect: violation
}
void all(float* d, int n) {
  int a = n, b = n, c = n, e = n, f = n, g = n;
  const int half = n / 2;
  helper(d, a, half);
  passes_on(d, b, half);
  changes(c);
  only_reads(d, c, half);
  two_names(d, e, e, half);
  assigned(d, f, half);
  aliased(d, g, half);
}
int main() {
  float* d;
  cudaMalloc(&d, 1 << 20);
  all(d, get());
}
