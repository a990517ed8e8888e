// Compiled with -O3 -march=native: the limit that the evaluator is measured against.
#include "benchmarks/warp_kernels.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpproof::benchmarks {
namespace {

using u32 = std::uint32_t;
// A warp's word: the compiler keeps it in as many vector registers as it takes.
typedef u32 Lanes __attribute__((vector_size(128)));
typedef float Floats __attribute__((vector_size(128)));
typedef std::int32_t Signed __attribute__((vector_size(128)));

Lanes load(const u32* from) {
  Lanes out;
  std::memcpy(&out, from, sizeof out);
  return out;
}
void save(u32* to, const Lanes& from) { std::memcpy(to, &from, sizeof from); }

Lanes read_from(const Lanes& a, const Lanes& lane) { return __builtin_shuffle(a, lane); }

constexpr const char* kAlu = R"(
  mad.lo.u32 %x, %x, 1664525, %y;
  shr.u32 %a, %x, 13;
  xor.b32 %y, %y, %a;
  shl.b32 %b, %y, 7;
  add.u32 %x, %x, %b;
  and.b32 %a, %x, %y;
  or.b32 %b, %a, 5;
  sub.u32 %y, %y, %b;
  min.u32 %a, %x, %y;
  max.u32 %b, %x, %y;
  lop3.b32 %x, %x, %a, %b, 0x96;
  setp.lt.s32 %p, %x, %y;
  selp.b32 %a, %b, %y, %p;
  add.u32 %y, %y, %a;
  and.b32 %b, %x, 0xffff;
  cvt.rn.f32.s32 %f, %b;
  fma.rn.f32 %g, %f, 0f3F000000, %g;
  add.f32 %g, %g, 0f3F800000;
)";
void alu(u32* px, u32* py, const u32*, u32*, u32 rounds) {
  Lanes x = load(px), y = load(py);
  Floats g = {};
  for (u32 i = 0; i < rounds; ++i) {
    x = x * 1664525u + y;
    y ^= x >> 13;
    x += y << 7;
    Lanes b = (x & y) | 5u;
    y -= b;
    const Lanes a = x < y ? x : y;
    b = x < y ? y : x;
    x = x ^ a ^ b;
    y += reinterpret_cast<Signed>(x) < reinterpret_cast<Signed>(y) ? b : y;
    const Floats f = __builtin_convertvector(reinterpret_cast<Signed>(x & 0xffffu), Floats);
    g = f * 0.5f + g;  // contracted to a fused multiply-add
    g = g + 1.0f;
  }
  save(px, x);
  save(py, y ^ reinterpret_cast<Lanes>(g));
}

constexpr const char* kShuffle = R"(
  shfl.sync.bfly.b32 %a|%p, %x, 16, 31, -1;
  add.u32 %x, %x, %a;
  shfl.sync.bfly.b32 %a|%p, %x, 8, 31, -1;
  add.u32 %x, %x, %a;
  shfl.sync.bfly.b32 %a|%p, %x, 4, 31, -1;
  add.u32 %x, %x, %a;
  shfl.sync.bfly.b32 %a|%p, %x, 2, 31, -1;
  add.u32 %x, %x, %a;
  shfl.sync.bfly.b32 %a|%p, %x, 1, 31, -1;
  add.u32 %x, %x, %a;
  shfl.sync.up.b32 %a|%p, %y, 1, 0, -1;
  add.u32 %y, %x, %a;
)";
void shuffle(u32* px, u32* py, const u32*, u32*, u32 rounds) {
  Lanes x = load(px), y = load(py), lane, up;
  for (u32 i = 0; i < 32; ++i) {
    lane[i] = i;
    up[i] = i == 0 ? 0 : i - 1;
  }
  for (u32 i = 0; i < rounds; ++i) {
    x += read_from(x, lane ^ 16u);
    x += read_from(x, lane ^ 8u);
    x += read_from(x, lane ^ 4u);
    x += read_from(x, lane ^ 2u);
    x += read_from(x, lane ^ 1u);
    y = x + read_from(y, up);
  }
  save(px, x);
  save(py, y);
}

constexpr const char* kMemory = R"(
  ld.global.u32 %a, [%rdin];
  add.u32 %x, %x, %a;
  st.shared.u32 [%sh], %x;
  ld.shared.u32 %b, [%sh];
  xor.b32 %y, %y, %b;
  st.global.u32 [%rdout], %y;
  ld.global.u32 %a, [%rdout];
  add.u32 %y, %y, %a;
)";
void memory(u32* px, u32* py, const u32* in, u32* out, u32 rounds) {
  static volatile u32 shared[32];
  const volatile u32* from = in;
  volatile u32* to = out;
  for (u32 i = 0; i < rounds; ++i) {
    for (int k = 0; k < 32; ++k) {
      px[k] += from[k];
      shared[k] = px[k];
      py[k] ^= shared[k];
      to[k] = py[k];
      py[k] += to[k];
    }
  }
}

// Half of the lanes go either way, and half of those again; who does changes from iteration to iteration.
constexpr const char* kDivergent = R"(
  and.b32 %a, %x, 1;
  setp.eq.u32 %p, %a, 0;
  @%p bra EVEN;
  mul.lo.u32 %x, %x, 3;
  add.u32 %x, %x, 1;
  and.b32 %b, %y, 4;
  setp.eq.u32 %p, %b, 0;
  @%p bra JOIN;
  xor.b32 %y, %y, %x;
  bra JOIN;
EVEN:
  shr.u32 %x, %x, 1;
  add.u32 %x, %x, %y;
JOIN:
  add.u32 %y, %y, 3;
)";
void divergent(u32* px, u32* py, const u32*, u32*, u32 rounds) {
  Lanes x = load(px), y = load(py);
  for (u32 i = 0; i < rounds; ++i) {
    const Lanes odd = x * 3u + 1u;
    const auto even = (x & 1u) == 0u;
    y = even || (y & 4u) == 0u ? y : y ^ odd;
    x = even ? (x >> 1) + y : odd;
    y += 3u;
  }
  save(px, x);
  save(py, y);
}

}  // namespace

const WarpKernel kKernels[kWarpKernels] = {{"arithmetic", kAlu, alu},
                                           {"shuffles", kShuffle, shuffle},
                                           {"memory", kMemory, memory},
                                           {"divergent", kDivergent, divergent}};

}  // namespace warpproof::benchmarks
