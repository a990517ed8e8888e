// pair: up pointer  expect: equivalent  block: 32
// pair: up pointer_slip  expect: different  block: 32
// pair: up do_while  expect: equivalent  block: 32
// pair: up do_while_slip  expect: different  block: 32
// pair: up with_break  expect: equivalent  block: 32
// pair: up with_break_late  expect: different  block: 32
// pair: up prefetch  expect: equivalent  block: 32
// pair: prefetch up  expect: equivalent  block: 32
// pair: up prefetch_slip  expect: different  block: 32
// pair: up prefetch_once  expect: unknown  block: 32  effort: 20
// pair: up prefetch_last  expect: unknown  block: 32  effort: 20
// pair: up prefetch_guarded  expect: equivalent  block: 32
// pair: up prefetch_guarded_slip  expect: different  block: 32
// pair: up prefetch_guarded_none  expect: different  block: 32
// pair: float_up float_prefetch  expect: equivalent  block: 32
// pair: float_up float_prefetch_slip  expect: different  block: 32
// pair: up of_first  expect: equivalent  block: 32
// pair: up of_first_slip  expect: different  block: 32
// pair: up of_first_once  expect: unknown  block: 32  effort: 20
// pair: by_8 by_4  expect: equivalent  block: 32
// pair: by_8 by_4_slip  expect: different  block: 32
// pair: by_8 by_4_once  expect: unknown  block: 32  effort: 20
// pair: by_8 by_2  expect: equivalent  block: 32
// pair: in_2 in_4  expect: equivalent  block: 32
// pair: in_2 in_4_slip  expect: different  block: 32
// pair: float_up float_in_2  expect: equivalent  block: 32  fp: real
// pair: float_up float_in_2_slip  expect: different  block: 32  fp: real
// pair: float_up float_in_2  expect: different  block: 32
// pair: find_and find_break  expect: equivalent  block: 32
// pair: find_and find_break_slip  expect: different  block: 32
// pair: find_and find_break_once  expect: unknown  block: 32  effort: 20
// pair: stride uniform  expect: equivalent  block: 32
// pair: stride uniform_slip  expect: different  block: 32
// pair: stride uniform_once  expect: unknown  block: 32  effort: 20
// pair: stride uniform_longer  expect: different  block: 32
// why: one loop in other ways; slips leave out, repeat or mix up an element; _once, _last: in rounds that no run tries
#define T threadIdx.x
#define K(name) __global__ void name(const int* in, int* out, int n)
#define F(name) __global__ void name(const float* in, float* out, int n)
#define E(k) in[32 * (i + k) + T]
K(up) { int s = 0; for (int i = 0; i < n; i++) s += E(0); out[T] = s; }
K(pointer) { int s = 0; const int* p = in + T; for (int i = 0; i < n; i++) { s += *p; p += 32; } out[T] = s; }
K(pointer_slip) { int s = 0; const int* p = in + T; for (int i = 0; i < n; i++) { p += 32; s += *p; } out[T] = s; }
K(do_while) { int s = 0; if (n > 0) { int i = 0; do { s += E(0); } while (++i < n); } out[T] = s; }
K(do_while_slip) { int s = 0, i = 0; do { s += E(0); } while (++i < n); out[T] = s; }
K(with_break) { int s = 0, i = 0; while (true) { if (i >= n) break; s += E(0); i++; } out[T] = s; }
K(with_break_late) { int s = 0, i = 0; while (true) { if (i > n) break; s += E(0); i++; } out[T] = s; }

// The next element is loaded before the one at hand is used.
#define PREFETCH(next_is, last) \
  if (n > 0) { \
    auto next = in[T]; \
    for (int i = 1; i < n; i++) { auto v = next; next_is; s += v; } \
    s += last; \
  } \
  out[T] = s;
K(prefetch) { int s = 0; PREFETCH(next = E(0), next) }
K(prefetch_slip) { int s = 0; PREFETCH(next = E(0); v = next, next) }
K(prefetch_once) { int s = 0; PREFETCH(if (i != 77777) next = E(0), next) }
K(prefetch_last) { int s = 0; PREFETCH(next = E(0), (n != 77777 ? next : 0)) }
F(float_up) { float s = 0; for (int i = 0; i < n; i++) s += E(0); out[T] = s; }
F(float_prefetch) { float s = 0; PREFETCH(next = E(0), next) }
F(float_prefetch_slip) { float s = 0; PREFETCH(next = E(-1), next) }
#define GUARDED(first, more) \
  int s = 0, next = n > first ? in[T] : 0; \
  for (int i = 0; i < n; i++) { int v = next; if (i + more < n) next = E(1); s += v; } \
  out[T] = s;
K(prefetch_guarded) { GUARDED(0, 1) }
K(prefetch_guarded_slip) { GUARDED(0, 2) }
K(prefetch_guarded_none) { GUARDED(1, 1) }

// The first round before the loop.
#define OF_FIRST(from) \
  int s = 0; \
  if (n > 0) { s = in[T]; for (int i = from; i < n; i++) s += E(0); } \
  out[T] = s;
K(of_first) { OF_FIRST(1) }
K(of_first_slip) { OF_FIRST(2) }
K(of_first_once) { OF_FIRST(1 + (n == 77777)) }

#define BY_4(main, rest) \
  int s = 0, i = 0; \
  for (; i + 3 < n; i += 4) { main; } \
  for (; i < n; i++) { rest; } \
  out[T] = s;
K(by_8) {
  int s = 0, i = 0;
  for (; i + 7 < n; i += 8) s += E(0) + E(1) + E(2) + E(3) + E(4) + E(5) + E(6) + E(7);
  for (; i < n; i++) s += E(0);
  out[T] = s;
}
K(by_4) { BY_4(s += E(0) + E(1) + E(2) + E(3), s += E(0)) }
K(by_4_slip) { BY_4(s += E(0) + E(1) + E(2) + E(2), s += E(0)) }
K(by_4_once) { BY_4(s += E(0) + E(1) + E(2) + (i != 100000 ? E(3) : 0), s += E(0)) }
K(by_2) {
  int s = 0, i = 0;
  for (; i + 1 < n; i += 2) s += E(0) + E(1);
  if (i < n) s += E(0);
  out[T] = s;
}
K(in_2) {
  int s = 0, t = 0, i = 0;
  for (; i + 1 < n; i += 2) { s += E(0); t += E(1); }
  if (i < n) s += E(0);
  out[T] = s + t;
}
#define IN_4(rest) \
  int s = 0, t = 0, u = 0, v = 0, i = 0; \
  for (; i + 3 < n; i += 4) { s += E(0); t += E(1); u += E(2); v += E(3); } \
  for (; i < n; i++) rest += E(0); \
  out[T] = s + t + u + v;
K(in_4) { IN_4(s) }
K(in_4_slip) { int w = 0; IN_4(w) }
#define FLOATS_IN_2(operation) \
  float s = 0, t = 0; \
  int i = 0; \
  for (; i + 1 < n; i += 2) { s += E(0); t += E(1); } \
  if (i < n) s += E(0); \
  out[T] = s operation t;
F(float_in_2) { FLOATS_IN_2(+) }
F(float_in_2_slip) { FLOATS_IN_2(-) }

K(find_and) { int i = 0; while (i < n && E(0) != 7) i++; out[T] = i; }
K(find_break) { int i; for (i = 0; i < n; i++) { if (E(0) == 7) break; } out[T] = i; }
K(find_break_slip) { int i; for (i = 0; i < n; i++) { if (E(0) == 7) { i++; break; } } out[T] = i; }
K(find_break_once) { int i; for (i = 0; i < n; i++) { if (E(0) == 7 && i != 77777) break; } out[T] = i; }

// Each thread to its own end, or all to the last one's.
K(stride) { int s = 0; for (int i = T; i < n; i += 32) s += in[i]; out[T] = s; }
#define UNIFORM(end, guard) \
  int s = 0; \
  for (int b = 0; b < end; b += 32) { int i = b + T; if (guard) s += in[i]; } \
  out[T] = s;
K(uniform) { UNIFORM(n, i < n) }
K(uniform_slip) { UNIFORM(n - 32, i < n) }
K(uniform_once) { UNIFORM(n, i < n || (n == 77777 && i == 77777)) }
K(uniform_longer) { UNIFORM(n, i <= n) }
