// What cuda_fp16.h and cuda_bf16.h share: a type of 16 bits, a pair of them, conversions, arithmetic, shuffles. No guard:
// included once for each type, after half_common.cuh, with
//   WP_H, WP_H2     the type and the pair (__half, __half2); WP_H_RAW its bits, WP_H_TYPE its name in PTX
//   WP_HW           its name in functions: half as in __half2float, bfloat16 as in __float2bfloat16
//   WP_H_TO_FLOAT(f, bits), WP_H_FROM_FLOAT(bits, f), WP_H_FMA(r, a, b, c)  statements
// A single value is shuffled as both halves of a word, as the toolkit's headers do it. A sum, difference, product or
// quotient of floats, rounded again, is the correctly rounded one of 16 bits: float has more than twice the digits.
#define WP_HN_(a, w, b) a##w##b
#define WP_HN3(a, w, b) WP_HN_(a, w, b)
#define WP_HN(a, b) WP_HN3(a, WP_HW, b)
#define WP_HNN_(a, w, b, v, c) a##w##b##v##c
#define WP_HNN5(a, w, b, v, c) WP_HNN_(a, w, b, v, c)
#define WP_H_MEMBER __inline__ __attribute__((host, device, always_inline, nodebug))

// The bits under the name that the toolkit gives them.
struct __attribute__((aligned(2))) WP_H_RAW {
  unsigned short x;
};
struct __attribute__((aligned(2))) WP_H {
  unsigned short wp_bits;
  WP_H() = default;
  WP_H_MEMBER WP_H(const WP_H_RAW& raw) : wp_bits(raw.x) {}
  WP_H_MEMBER operator WP_H_RAW() const { return WP_H_RAW{wp_bits}; }
  WP_H_MEMBER WP_H(float f) { WP_H_FROM_FLOAT(wp_bits, f); }
  WP_H_MEMBER WP_H(double f) : WP_H(wp_to_odd(f)) {}
  WP_H_MEMBER WP_H(int i) : WP_H((double)i) {}
  WP_H_MEMBER WP_H(unsigned int i) : WP_H((double)i) {}
  WP_H_MEMBER WP_H(short i) : WP_H((float)i) {}
  WP_H_MEMBER WP_H(unsigned short i) : WP_H((float)i) {}
  WP_H_MEMBER WP_H(long i) : WP_H((long long)i) {}
  WP_H_MEMBER WP_H(unsigned long i) : WP_H((unsigned long long)i) {}
  WP_H_MEMBER WP_H(long long i) : WP_H(wp_to_odd(i)) {}
  WP_H_MEMBER WP_H(unsigned long long i) : WP_H(wp_to_odd(i)) {}
  WP_H_MEMBER operator float() const {
    float f;
    WP_H_TO_FLOAT(f, wp_bits);
    return f;
  }
};
struct __attribute__((aligned(4))) WP_H2 {
  WP_H x, y;
  WP_H2() = default;
  WP_H_MEMBER WP_H2(WP_H a, WP_H b) : x(a), y(b) {}
};

WP_FN WP_H WP_HN(__ushort_as_, )(unsigned short bits) {
  WP_H r;
  r.wp_bits = bits;
  return r;
}
WP_FN WP_H WP_HN(__short_as_, )(short bits) { return WP_HN(__ushort_as_, )((unsigned short)bits); }
WP_FN unsigned short WP_HN(__, _as_ushort)(WP_H a) { return a.wp_bits; }
WP_FN short WP_HN(__, _as_short)(WP_H a) { return (short)a.wp_bits; }

WP_FN float WP_HN(__, 2float)(WP_H a) { return a; }
WP_FN WP_H WP_HN(__float2, )(float f) { return WP_H(f); }
WP_FN WP_H WP_HN(__float2, _rn)(float f) { return WP_H(f); }
WP_FN WP_H WP_HN(__double2, )(double f) { return WP_H(f); }
WP_FN WP_H WP_HN(__int2, _rn)(int i) { return WP_H(i); }
WP_FN WP_H WP_HN(__uint2, _rn)(unsigned int i) { return WP_H(i); }
#define WP_HALF_TO_INT(name, T, round)                                     \
  WP_FN T WP_HN(__, 2##name##_rn)(WP_H a) { return round##_rn((float)a); } \
  WP_FN T WP_HN(__, 2##name##_rz)(WP_H a) { return round##_rz((float)a); } \
  WP_FN T WP_HN(__, 2##name##_ru)(WP_H a) { return round##_ru((float)a); } \
  WP_FN T WP_HN(__, 2##name##_rd)(WP_H a) { return round##_rd((float)a); }
WP_HALF_TO_INT(int, int, __float2int)
WP_HALF_TO_INT(uint, unsigned int, __float2uint)
WP_HALF_TO_INT(ll, long long, __float2ll)
WP_HALF_TO_INT(ull, unsigned long long, __float2ull)
WP_HALF_TO_INT(short, short, wp_float2short)
WP_HALF_TO_INT(ushort, unsigned short, wp_float2ushort)
#undef WP_HALF_TO_INT
WP_FN WP_H WP_HN(__short2, _rn)(short i) { return WP_H(i); }
WP_FN WP_H WP_HN(__ushort2, _rn)(unsigned short i) { return WP_H(i); }
WP_FN WP_H WP_HN(__ll2, _rn)(long long i) { return WP_H(i); }
WP_FN WP_H WP_HN(__ull2, _rn)(unsigned long long i) { return WP_H(i); }
WP_FN WP_H2 WP_HN(__float2, 2_rn)(float f) { return WP_H2(WP_H(f), WP_H(f)); }
WP_FN WP_H2 WP_HN(__floats2, 2_rn)(float f, float g) { return WP_H2(WP_H(f), WP_H(g)); }
WP_FN WP_H2 WP_HN(__float22, 2_rn)(float2 f) { return WP_H2(WP_H(f.x), WP_H(f.y)); }
WP_FN float2 WP_HN(__, 22float2)(WP_H2 a) { return make_float2(a.x, a.y); }
WP_FN WP_H2 WP_HNN5(__, WP_HW, 2, WP_HW, 2)(WP_H a) { return WP_H2(a, a); }
WP_FN WP_H2 WP_HN(__halves2, 2)(WP_H a, WP_H b) { return WP_H2(a, b); }
WP_FN WP_H WP_HN(__low2, )(WP_H2 a) { return a.x; }
WP_FN WP_H WP_HN(__high2, )(WP_H2 a) { return a.y; }
WP_FN WP_H2 WP_HN(__low2, 2)(WP_H2 a) { return WP_H2(a.x, a.x); }
WP_FN WP_H2 WP_HN(__high2, 2)(WP_H2 a) { return WP_H2(a.y, a.y); }
WP_FN WP_H2 WP_HN(__lows2, 2)(WP_H2 a, WP_H2 b) { return WP_H2(a.x, b.x); }
WP_FN WP_H2 WP_HN(__highs2, 2)(WP_H2 a, WP_H2 b) { return WP_H2(a.y, b.y); }
WP_FN WP_H2 __lowhigh2highlow(WP_H2 a) { return WP_H2(a.y, a.x); }
WP_FN WP_H2 WP_HN(make_, 2)(WP_H a, WP_H b) { return WP_H2(a, b); }
WP_FN float __low2float(WP_H2 a) { return a.x; }
WP_FN float __high2float(WP_H2 a) { return a.y; }

#define WP_HALF_2(name, behind, expression)                                               \
  WP_FN WP_H __h##name##behind(WP_H l, WP_H r) {                                          \
    const float a = l, b = r;                                                             \
    return WP_H(expression);                                                              \
  }                                                                                       \
  WP_FN WP_H2 __h##name##2##behind(WP_H2 l, WP_H2 r) {                                    \
    return WP_H2(__h##name##behind(l.x, r.x), __h##name##behind(l.y, r.y));               \
  }
// _rn: never part of a fused operation, which nothing is here. _sat: from 0 to 1.
#define WP_HALF_ARITHMETIC(name, expression)       \
  WP_HALF_2(name, , expression)                    \
  WP_HALF_2(name, _rn, expression)                 \
  WP_HALF_2(name, _sat, __saturatef(expression))
WP_HALF_ARITHMETIC(add, a + b)
WP_HALF_ARITHMETIC(sub, a - b)
WP_HALF_ARITHMETIC(mul, a * b)
#undef WP_HALF_ARITHMETIC
WP_HALF_2(min, , fminf(a, b))
WP_HALF_2(max, , fmaxf(a, b))
WP_HALF_2(min, _nan, wp_pick(isnan(a) | isnan(b), a + b, fminf(a, b)))
WP_HALF_2(max, _nan, wp_pick(isnan(a) | isnan(b), a + b, fmaxf(a, b)))
#undef WP_HALF_2
WP_FN WP_H __hdiv(WP_H a, WP_H b) { return WP_H((float)a / (float)b); }
WP_FN WP_H2 __h2div(WP_H2 a, WP_H2 b) { return WP_H2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
WP_FN WP_H __hfma(WP_H a, WP_H b, WP_H c) {
  WP_H r;
  WP_H_FMA(r.wp_bits, a.wp_bits, b.wp_bits, c.wp_bits);
  return r;
}
WP_FN WP_H2 __hfma2(WP_H2 a, WP_H2 b, WP_H2 c) { return WP_H2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
// Below 0 it is 0; a NaN stays one.
WP_FN WP_H __hfma_relu(WP_H a, WP_H b, WP_H c) {
  const float r = __hfma(a, b, c);
  return WP_H(wp_pick(isnan(r), r, fmaxf(r, 0.0f)));
}
WP_FN WP_H __hfma_sat(WP_H a, WP_H b, WP_H c) { return WP_H(__saturatef(__hfma(a, b, c))); }
WP_FN WP_H2 __hfma2_sat(WP_H2 a, WP_H2 b, WP_H2 c) {
  return WP_H2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
WP_FN WP_H2 __hfma2_relu(WP_H2 a, WP_H2 b, WP_H2 c) {
  return WP_H2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
WP_FN WP_H __hneg(WP_H a) { return WP_HN(__ushort_as_, )(a.wp_bits ^ 0x8000); }
WP_FN WP_H __habs(WP_H a) { return WP_HN(__ushort_as_, )(a.wp_bits & 0x7fff); }
WP_FN WP_H2 __hneg2(WP_H2 a) { return WP_H2(__hneg(a.x), __hneg(a.y)); }
WP_FN WP_H2 __habs2(WP_H2 a) { return WP_H2(__habs(a.x), __habs(a.y)); }
#define WP_HALF_FUNCTION(name, expression)                              \
  WP_FN WP_H h##name(WP_H h) {                                          \
    const float a = h;                                                  \
    return WP_H(expression);                                            \
  }                                                                     \
  WP_FN WP_H2 h2##name(WP_H2 h) { return WP_H2(h##name(h.x), h##name(h.y)); }
WP_HALF_FUNCTION(exp, wp_inexact(expf(a)))
WP_HALF_FUNCTION(exp2, wp_inexact(exp2f(a)))
WP_HALF_FUNCTION(exp10, wp_inexact(exp10f(a)))
WP_HALF_FUNCTION(log, wp_inexact(logf(a)))
WP_HALF_FUNCTION(log2, wp_inexact(log2f(a)))
WP_HALF_FUNCTION(log10, wp_inexact(log10f(a)))
WP_HALF_FUNCTION(sin, wp_inexact(sinf(a)))
WP_HALF_FUNCTION(cos, wp_inexact(cosf(a)))
WP_HALF_FUNCTION(tanh, wp_inexact(tanhf(a)))
WP_HALF_FUNCTION(sqrt, sqrtf(a))
WP_HALF_FUNCTION(rsqrt, wp_inexact(rsqrtf(a)))
WP_HALF_FUNCTION(rcp, 1.0f / a)
WP_HALF_FUNCTION(floor, floorf(a))
WP_HALF_FUNCTION(ceil, ceilf(a))
WP_HALF_FUNCTION(trunc, truncf(a))
WP_HALF_FUNCTION(rint, rintf(a))
#undef WP_HALF_FUNCTION
WP_FN bool __hisnan(WP_H a) { return isnan((float)a); }
WP_FN WP_H2 __hisnan2(WP_H2 a) { return WP_H2(WP_H((float)__hisnan(a.x)), WP_H((float)__hisnan(a.y))); }
WP_FN int __hisinf(WP_H a) { return isinf((float)a) ? 1 - 2 * signbit((float)a) : 0; }

// Of two numbers of which one is NaN the ordered relations are false, the others, with a u, true. Of two pairs a relation
// holds if it holds of both halves.
#define WP_HALF_RELATED(name, expression)                                                                  \
  WP_FN bool __h##name(WP_H l, WP_H r) {                                                                   \
    const float a = l, b = r;                                                                              \
    return expression;                                                                                     \
  }                                                                                                        \
  WP_FN bool __hb##name##2(WP_H2 a, WP_H2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }        \
  WP_FN WP_H2 __h##name##2(WP_H2 a, WP_H2 b) {                                                             \
    return WP_H2(WP_H((float)__h##name(a.x, b.x)), WP_H((float)__h##name(a.y, b.y)));                      \
  }                                                                                                        \
  WP_FN unsigned int __h##name##2_mask(WP_H2 a, WP_H2 b) {                                                 \
    return __h##name(a.x, b.x) * 0xffffu | __h##name(a.y, b.y) * 0xffff0000u;                              \
  }
#define WP_HALF_RELATION(name, op)                                      \
  WP_HALF_RELATED(name, !(isnan(a) | isnan(b)) & (a op b))              \
  WP_HALF_RELATED(name##u, isnan(a) | isnan(b) | (a op b))              \
  WP_FN bool operator op(WP_H a, WP_H b) { return (float)a op (float)b; }
WP_HALF_RELATION(eq, ==)
WP_HALF_RELATION(ne, !=)
WP_HALF_RELATION(lt, <)
WP_HALF_RELATION(le, <=)
WP_HALF_RELATION(gt, >)
WP_HALF_RELATION(ge, >=)
#undef WP_HALF_RELATION
#undef WP_HALF_RELATED
#define WP_HALF_PAIR_OPERATOR(op) \
  WP_FN bool operator op(WP_H2 a, WP_H2 b) { return (a.x op b.x) && (a.y op b.y); }
WP_HALF_PAIR_OPERATOR(==)
WP_HALF_PAIR_OPERATOR(!=)
WP_HALF_PAIR_OPERATOR(<)
WP_HALF_PAIR_OPERATOR(<=)
WP_HALF_PAIR_OPERATOR(>)
WP_HALF_PAIR_OPERATOR(>=)
#undef WP_HALF_PAIR_OPERATOR

#define WP_HALF_OPERATOR(op, name)                                                    \
  WP_FN WP_H operator op(WP_H a, WP_H b) { return name(a, b); }                       \
  WP_FN WP_H2 operator op(WP_H2 a, WP_H2 b) { return WP_H2(a.x op b.x, a.y op b.y); } \
  WP_FN WP_H& operator op##=(WP_H& a, WP_H b) { return a = name(a, b); }              \
  WP_FN WP_H2& operator op##=(WP_H2& a, WP_H2 b) { return a = a op b; }
WP_HALF_OPERATOR(+, __hadd)
WP_HALF_OPERATOR(-, __hsub)
WP_HALF_OPERATOR(*, __hmul)
WP_HALF_OPERATOR(/, __hdiv)
#undef WP_HALF_OPERATOR
WP_FN WP_H operator-(WP_H a) { return __hneg(a); }
WP_FN WP_H2 operator-(WP_H2 a) { return __hneg2(a); }
#define WP_HALF_STEP(T, op, by)                    \
  WP_FN T& operator op##op(T& a) { return a = a op by; } \
  WP_FN T operator op##op(T& a, int) {             \
    const T before = a;                            \
    a = a op by;                                   \
    return before;                                 \
  }
WP_HALF_STEP(WP_H, +, WP_H(1.0f))
WP_HALF_STEP(WP_H, -, WP_H(1.0f))
WP_HALF_STEP(WP_H2, +, WP_H2(WP_H(1.0f), WP_H(1.0f)))
WP_HALF_STEP(WP_H2, -, WP_H2(WP_H(1.0f), WP_H(1.0f)))
#undef WP_HALF_STEP

WP_FN WP_H atomicAdd(WP_H* a, WP_H v) {
  WP_H r;
  asm volatile("atom.add.noftz." WP_H_TYPE " %0, [%1], %2;" : "=h"(r.wp_bits) : "l"(a), "h"(v.wp_bits) : "memory");
  return r;
}
WP_FN WP_H2 atomicAdd(WP_H2* a, WP_H2 v) {
  unsigned int r;
  asm volatile("atom.add.noftz." WP_H_TYPE "x2 %0, [%1], %2;"
               : "=r"(r)
               : "l"(a), "r"(v.x.wp_bits | (unsigned int)v.y.wp_bits << 16)
               : "memory");
  return WP_H2(WP_HN(__ushort_as_, )((unsigned short)r), WP_HN(__ushort_as_, )((unsigned short)(r >> 16)));
}

#define WP_HALF_SHUFFLE(name, lane_t)                                                           \
  WP_FN WP_H2 name(unsigned int mask, WP_H2 v, lane_t b, int width = warpSize) {                \
    const unsigned int word = v.x.wp_bits | (unsigned int)v.y.wp_bits << 16;                    \
    const unsigned int got = name(mask, word, b, width);                                        \
    return WP_H2(WP_HN(__ushort_as_, )((unsigned short)got),                                    \
                 WP_HN(__ushort_as_, )((unsigned short)(got >> 16)));                           \
  }                                                                                             \
  WP_FN WP_H name(unsigned int mask, WP_H v, lane_t b, int width = warpSize) {                  \
    return name(mask, WP_H2(v, v), b, width).x;                                                 \
  }
WP_HALF_SHUFFLE(__shfl_sync, int)
WP_HALF_SHUFFLE(__shfl_up_sync, unsigned int)
WP_HALF_SHUFFLE(__shfl_down_sync, unsigned int)
WP_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef WP_HALF_SHUFFLE

#include "half_host.cuh"

#undef WP_H_MEMBER
#undef WP_HNN5
#undef WP_HNN_
#undef WP_HN
#undef WP_HN3
#undef WP_HN_
