// Floating-point functions.
//  * What PTX computes exactly (add, mul, fma, sqrt.rn, div.rn, min, max, abs, roundings) is that
//  instruction.
//  * Single-precision exp, log, sin, cos, pow, tan, tanh and their kin become the approximations that PTX has
//    (ex2.approx, lg2.approx, sin.approx, cos.approx): the library's own sequences are longer and more exact.
//    A fast intrinsic (__expf) is therefore as exact here as its namesake (expf), but not the same to a proof.
//  * What else the library has is made of those, in single and in double precision, and no more exact than
//    they are (math_library.cuh).
#pragma once

// nvcc reads <math.h> before every file; spelt as there, so that reading it again changes nothing.
#define INFINITY (__builtin_inff ())
#define NAN (__builtin_nanf (""))
#define HUGE_VAL (__builtin_huge_val ())
#define HUGE_VALF (__builtin_huge_valf ())

#define WP_ROUNDINGS(OP, name, T, bits, out_bits, op, type) \
  OP(name##_rn, T, bits, out_bits, op ".rn." type)          \
  OP(name##_rz, T, bits, out_bits, op ".rz." type)          \
  OP(name##_ru, T, bits, out_bits, op ".rp." type)          \
  OP(name##_rd, T, bits, out_bits, op ".rm." type)
#define WP_SAME1(name, T, bits, out_bits, text) WP_OP1(name, T, out_bits, T, bits, text)
WP_ROUNDINGS(WP_OP2, __fadd, float, "f", "=f", "add", "f32")
WP_ROUNDINGS(WP_OP2, __fsub, float, "f", "=f", "sub", "f32")
WP_ROUNDINGS(WP_OP2, __fmul, float, "f", "=f", "mul", "f32")
WP_ROUNDINGS(WP_OP2, __fdiv, float, "f", "=f", "div", "f32")
WP_ROUNDINGS(WP_OP3, __fmaf, float, "f", "=f", "fma", "f32")
WP_ROUNDINGS(WP_SAME1, __fsqrt, float, "f", "=f", "sqrt", "f32")
WP_ROUNDINGS(WP_SAME1, __frcp, float, "f", "=f", "rcp", "f32")
WP_ROUNDINGS(WP_OP2, __dadd, double, "d", "=d", "add", "f64")
WP_ROUNDINGS(WP_OP2, __dsub, double, "d", "=d", "sub", "f64")
WP_ROUNDINGS(WP_OP2, __dmul, double, "d", "=d", "mul", "f64")
WP_ROUNDINGS(WP_OP2, __ddiv, double, "d", "=d", "div", "f64")
WP_ROUNDINGS(WP_OP3, __fma, double, "d", "=d", "fma", "f64")
WP_ROUNDINGS(WP_SAME1, __dsqrt, double, "d", "=d", "sqrt", "f64")
WP_ROUNDINGS(WP_SAME1, __drcp, double, "d", "=d", "rcp", "f64")
#undef WP_ROUNDINGS

WP_SAME1(fabsf, float, "f", "=f", "abs.f32")
WP_SAME1(fabs, double, "d", "=d", "abs.f64")
WP_SAME1(sqrtf, float, "f", "=f", "sqrt.rn.f32")
WP_SAME1(sqrt, double, "d", "=d", "sqrt.rn.f64")
WP_SAME1(rsqrtf, float, "f", "=f", "rsqrt.approx.f32")
WP_SAME1(rsqrt, double, "d", "=d", "rsqrt.approx.f64")
WP_SAME1(floorf, float, "f", "=f", "cvt.rmi.f32.f32")
WP_SAME1(floor, double, "d", "=d", "cvt.rmi.f64.f64")
WP_SAME1(ceilf, float, "f", "=f", "cvt.rpi.f32.f32")
WP_SAME1(ceil, double, "d", "=d", "cvt.rpi.f64.f64")
WP_SAME1(truncf, float, "f", "=f", "cvt.rzi.f32.f32")
WP_SAME1(trunc, double, "d", "=d", "cvt.rzi.f64.f64")
WP_SAME1(rintf, float, "f", "=f", "cvt.rni.f32.f32")
WP_SAME1(rint, double, "d", "=d", "cvt.rni.f64.f64")
WP_SAME1(nearbyintf, float, "f", "=f", "cvt.rni.f32.f32")
WP_SAME1(nearbyint, double, "d", "=d", "cvt.rni.f64.f64")
WP_SAME1(__saturatef, float, "f", "=f", "cvt.sat.f32.f32")
WP_SAME1(exp2f, float, "f", "=f", "ex2.approx.f32")
WP_SAME1(__log2f, float, "f", "=f", "lg2.approx.f32")
WP_SAME1(__sinf, float, "f", "=f", "sin.approx.f32")
WP_SAME1(__cosf, float, "f", "=f", "cos.approx.f32")
WP_SAME1(__tanhf, float, "f", "=f", "tanh.approx.f32")
WP_OP2(fminf, float, "f", "=f", "min.f32")
WP_OP2(fmaxf, float, "f", "=f", "max.f32")
WP_OP2(fmin, double, "d", "=d", "min.f64")
WP_OP2(fmax, double, "d", "=d", "max.f64")
WP_OP2(__fdividef, float, "f", "=f", "div.approx.f32")
WP_OP2(fdividef, float, "f", "=f", "div.rn.f32")
WP_OP3(fmaf, float, "f", "=f", "fma.rn.f32")
WP_OP3(fma, double, "d", "=d", "fma.rn.f64")

// What the library computes otherwise, and may differ in the last digits: an approximate quotient, which may be anything
// to a proof, and another thing for another number. The evaluator's a / 1 and x / x are exact: its result stays.
//
// With arguments it is another thing for other arguments, too: what is computed here loses some of their digits. logf(1.0f + a) is
// not log1pf(a), and sin(1.0) is not sin(1.000000000001).
WP_FN float wp_inexact(float a) { return __fdividef(a, 1.0f); }
WP_FN float wp_pick(bool c, float a, float b);
// Divisors of other sizes give 0 (PTX ISA 9.1, div.approx).
WP_FN float wp_unknown_one(float a) {
  const float x = wp_pick((fabsf(a) >= 0x1p-126f) & (fabsf(a) <= 0x1p126f), a, 1.0f);
  return __fdividef(x, x);
}
WP_FN float wp_inexact(float result, float a) { return __fdividef(result, wp_unknown_one(a)); }
WP_FN float wp_inexact(float result, float a, float b) { return wp_inexact(wp_inexact(result, a), b); }
WP_FN float wp_inexact(float result, float a, float b, float c) { return wp_inexact(wp_inexact(result, a, b), c); }
WP_FN float wp_inexact(float result, float a, float b, float c, float d) { return wp_inexact(wp_inexact(result, a, b, c), d); }

// `base`: unknowns of other ranges are others. Exact up to 2^24.
WP_FN unsigned int wp_unknown_zero(unsigned int word, unsigned int base) {
  const float low = (float)((word & 0xffffu) + 1u + base), high = (float)((word >> 16) + 0x10001u + base);
  return __float_as_uint(__fdividef(low, low)) ^ __float_as_uint(__fdividef(high, high));
}
WP_FN unsigned long long wp_unknown_zero(double a, unsigned int base) {
  const unsigned long long bits = (unsigned long long)__double_as_longlong(a);
  const unsigned int low = (unsigned int)bits, high = (unsigned int)(bits >> 32);
  return (unsigned long long)wp_unknown_zero(high, base) << 32 | wp_unknown_zero(low ^ (high << 1 | 1u), base);
}
WP_FN double wp_with_unknown(double a, unsigned long long unknown) {
  return __longlong_as_double((long long)((unsigned long long)__double_as_longlong(a) ^ unknown));
}
WP_FN double wp_inexact(double result) { return wp_with_unknown(result, wp_unknown_zero(result, 0u)); }
WP_FN double wp_inexact(double result, double a) { return wp_with_unknown(wp_inexact(result), wp_unknown_zero(a, 0x20000u)); }
WP_FN double wp_inexact(double result, double a, double b) { return wp_with_unknown(wp_inexact(result, a), wp_unknown_zero(b, 0x40000u)); }
WP_FN double wp_inexact(double result, double a, double b, double c) {
  return wp_with_unknown(wp_inexact(result, a, b), wp_unknown_zero(c, 0x60000u));
}
WP_FN double wp_inexact(double result, double a, double b, double c, double d) {
  return wp_with_unknown(wp_inexact(result, a, b, c), wp_unknown_zero(d, 0x80000u));
}

// The fast intrinsics are the approximations themselves; their exact namesakes are other functions.
WP_FN float __expf(float a) { return exp2f(a * 1.4426950408889634f); }
WP_FN float __exp10f(float a) { return exp2f(a * 3.3219280948873623f); }
WP_FN float __logf(float a) { return wp_inexact(__log2f(a) * 0.6931471805599453f); }
WP_FN float __log10f(float a) { return wp_inexact(__log2f(a) * 0.3010299956639812f); }
WP_FN float __powf(float a, float b) { return exp2f(b * __log2f(a)); }
WP_FN float __tanf(float a) { return wp_inexact(__fdividef(__sinf(a), __cosf(a))); }
WP_FN void __sincosf(float a, float* s, float* c) {
  *s = __sinf(a);
  *c = __cosf(a);
}
WP_FN float __frsqrt_rn(float a) { return wp_inexact(rsqrtf(a)); }
WP_FN float log2f(float a) { return wp_inexact(__log2f(a)); }
WP_FN float sinf(float a) { return wp_inexact(__sinf(a)); }
WP_FN float cosf(float a) { return wp_inexact(__cosf(a)); }
WP_FN float tanhf(float a) { return wp_inexact(__tanhf(a)); }
WP_FN float expf(float a) { return wp_inexact(__expf(a)); }
WP_FN float exp10f(float a) { return wp_inexact(__exp10f(a)); }
WP_FN float expm1f(float a) { return wp_inexact(__expf(a) - 1.0f); }
WP_FN float logf(float a) { return wp_inexact(__logf(a)); }
WP_FN float log10f(float a) { return wp_inexact(__log10f(a)); }
WP_FN float log1pf(float a) { return wp_inexact(__logf(1.0f + a), a); }
WP_FN float tanf(float a) { return wp_inexact(__tanf(a)); }
WP_FN float sinhf(float a) { return wp_inexact((__expf(a) - __expf(-a)) * 0.5f); }
WP_FN float coshf(float a) { return wp_inexact((__expf(a) + __expf(-a)) * 0.5f); }
WP_FN void sincosf(float a, float* s, float* c) {
  *s = sinf(a);
  *c = cosf(a);
}
WP_FN float hypotf(float a, float b) { return wp_inexact(sqrtf(a * a + b * b), a, b); }
WP_FN float copysignf(float a, float s) {
  return __uint_as_float((__float_as_uint(a) & 0x7fffffffu) | (__float_as_uint(s) & 0x80000000u));
}
WP_FN double copysign(double a, double s) {
  return __longlong_as_double((__double_as_longlong(a) & 0x7fffffffffffffffll) |
                              (__double_as_longlong(s) & (long long)0x8000000000000000ull));
}
// Half away from zero. Adding the largest value below one half keeps 0.49999997f at 0.
WP_FN float roundf(float a) { return truncf(a + copysignf(0x1.fffffep-2f, a)); }
WP_FN double round(double a) { return trunc(a + copysign(0x1.fffffffffffffp-2, a)); }
WP_FN int signbit(float a) { return (int)(__float_as_uint(a) >> 31); }
WP_FN int signbit(double a) { return (int)((unsigned long long)__double_as_longlong(a) >> 63); }
WP_FN bool isnan(float a) { return a != a; }
WP_FN bool isnan(double a) { return a != a; }
WP_FN bool isinf(float a) { return fabsf(a) == __builtin_inff(); }
WP_FN bool isinf(double a) { return fabs(a) == __builtin_inf(); }
WP_FN bool isfinite(float a) { return fabsf(a) < __builtin_inff(); }
WP_FN bool isfinite(double a) { return fabs(a) < __builtin_inf(); }

#include "math_library.cuh"

// The overloads for float that C++ code calls without the f, and those that take an integer, or one float and one
// double, for doubles (C++, header cmath, "additional overloads").
template <bool, class>
struct wp_if {};
template <class T>
struct wp_if<true, T> {
  typedef T type;
};
#define WP_INTEGER(T, R) template <class T> WP_FN typename wp_if<__is_integral(T), R>::type
#define WP_MIXED(A, B)         \
  template <class A, class B>  \
  WP_FN typename wp_if<__is_arithmetic(A) && __is_arithmetic(B) && !(__is_same(A, B) && __is_floating_point(A)), \
                       double>::type
#define WP_FLOAT_1(name)                           \
  WP_FN float name(float a) { return name##f(a); } \
  WP_INTEGER(T, double) name(T a) { return name((double)a); }
#define WP_FLOAT_2(name)                                       \
  WP_FN float name(float a, float b) { return name##f(a, b); } \
  WP_MIXED(A, B) name(A a, B b) { return name((double)a, (double)b); }
// To an integer, or with one as the second parameter.
#define WP_FLOAT_TO(T, name)                   \
  WP_FN T name(float a) { return name##f(a); } \
  WP_INTEGER(I, T) name(I a) { return name((double)a); }
#define WP_FLOAT_WITH(T, name)                             \
  WP_FN float name(float a, T b) { return name##f(a, b); } \
  WP_INTEGER(I, double) name(I a, T b) { return name((double)a, b); }
WP_FLOAT_1(sqrt)
WP_FLOAT_1(rsqrt)
WP_FLOAT_1(exp)
WP_FLOAT_1(exp2)
WP_FLOAT_1(log)
WP_FLOAT_1(log2)
WP_FLOAT_1(log10)
WP_FLOAT_1(sin)
WP_FLOAT_1(cos)
WP_FLOAT_1(tan)
WP_FLOAT_1(tanh)
WP_FLOAT_1(exp10)
WP_FLOAT_1(expm1)
WP_FLOAT_1(log1p)
WP_FLOAT_1(asin)
WP_FLOAT_1(acos)
WP_FLOAT_1(atan)
WP_FLOAT_1(sinh)
WP_FLOAT_1(cosh)
WP_FLOAT_1(asinh)
WP_FLOAT_1(acosh)
WP_FLOAT_1(atanh)
WP_FLOAT_1(cbrt)
WP_FLOAT_1(erf)
WP_FLOAT_1(erfc)
WP_FLOAT_1(tgamma)
WP_FLOAT_1(lgamma)
WP_FLOAT_1(rint)
WP_FLOAT_1(nearbyint)
WP_FLOAT_1(logb)
WP_FLOAT_TO(int, ilogb)
WP_FLOAT_TO(long int, lrint)
WP_FLOAT_TO(long int, lround)
WP_FLOAT_TO(long long, llrint)
WP_FLOAT_TO(long long, llround)
WP_FLOAT_WITH(int, ldexp)
WP_FLOAT_WITH(int, scalbn)
WP_FLOAT_WITH(int*, frexp)
WP_FLOAT_1(floor)
WP_FLOAT_1(ceil)
WP_FLOAT_1(trunc)
WP_FLOAT_1(round)
WP_FLOAT_1(fabs)
WP_FLOAT_2(pow)
WP_FLOAT_2(atan2)
WP_FLOAT_2(hypot)
WP_FLOAT_2(fdim)
WP_FLOAT_2(copysign)
WP_FLOAT_2(remainder)
WP_FLOAT_2(nextafter)
WP_FLOAT_2(fmod)
WP_FLOAT_2(fmin)
WP_FLOAT_2(fmax)
WP_FN float modf(float a, float* whole) { return modff(a, whole); }
WP_FN float fma(float a, float b, float c) { return fmaf(a, b, c); }
template <class A, class B, class C>
WP_FN typename wp_if<__is_arithmetic(A) && __is_arithmetic(B) && __is_arithmetic(C) &&
                         !(__is_same(A, B) && __is_same(B, C) && __is_floating_point(A)),
                     double>::type
fma(A a, B b, C c) {
  return fma((double)a, (double)b, (double)c);
}
WP_INTEGER(I, bool) isnan(I) { return false; }
WP_INTEGER(I, bool) isinf(I) { return false; }
WP_FN float abs(float a) { return fabsf(a); }
WP_FN double abs(double a) { return fabs(a); }
#undef WP_FLOAT_WITH
#undef WP_FLOAT_TO
#undef WP_FLOAT_2
#undef WP_FLOAT_1
#undef WP_MIXED
#undef WP_INTEGER
#undef WP_SAME1
#undef WP_OP3
#undef WP_OP2
#undef WP_OP1
