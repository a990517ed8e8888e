// Functions that PTX has no instruction for, made of those that it has an approximation of: about six decimal
// digits, special values as the C library has them where they come by themselves.
//
// No branches: every lane computes both sides of a choice, which costs an analysis less than two ways.
#pragma once

#define WP_PICK(T, bits, out_bits, type)                                             \
  WP_FN T wp_pick(bool c, T a, T b) {                                                \
    T r;                                                                             \
    __asm__("{ .reg .pred p; setp.ne.u32 p, %1, 0; selp." type " %0, %2, %3, p; }"   \
            : out_bits(r)                                                            \
            : "r"((unsigned int)c), bits(a), bits(b));                               \
    return r;                                                                        \
  }
WP_PICK(double, "d", "=d", "f64")
WP_PICK(float, "f", "=f", "f32")
WP_PICK(int, "r", "=r", "b32")
#undef WP_PICK

// 2^n, n from -1022 to 1023.
WP_FN double wp_power_of_two(int n) { return __longlong_as_double((long long)(n + 1023) << 52); }
// Rounded once, but for results below the normal ones.
WP_FN double wp_scaled(double a, int n) {
  n = wp_pick(n < -2100, -2100, wp_pick(n > 2100, 2100, n));
  const int third = n / 3;
  return a * wp_power_of_two(third) * wp_power_of_two(third) * wp_power_of_two(n - 2 * third);
}
WP_FN double ldexp(double a, int n) { return wp_inexact(wp_scaled(a, n), a, (double)n); }
// a = result * 2^*exponent, the result from 0.5 to 1.
WP_FN double frexp(double a, int* exponent) {
  const bool is_small = fabs(a) < 0x1p-1022;
  const long long bits = __double_as_longlong(wp_pick(is_small, a * 0x1p54, a));
  const int raw = (int)(bits >> 52) & 0x7ff;
  const bool is_special = (raw == 0x7ff) | (a == 0.0);
  *exponent = wp_pick(is_special, 0, raw - 1022 - wp_pick(is_small, 54, 0));
  return wp_pick(is_special, a, __longlong_as_double((bits & 0x800fffffffffffffll) | 0x3fe0000000000000ll));
}
WP_FN double modf(double a, double* whole) {
  *whole = trunc(a);
  return copysign(wp_pick(isinf(a), 0.0, a - *whole), a);
}
WP_FN int ilogb(double a) {
  int exponent;
  frexp(a, &exponent);
  return wp_pick((a == 0.0) | isnan(a), -2147483647 - 1, wp_pick(isinf(a), 2147483647, exponent - 1));
}
WP_FN double logb(double a) {
  return wp_pick(a == 0.0, -__builtin_inf(), wp_pick(isfinite(a), (double)ilogb(a), fabs(a)));
}
WP_FN double nextafter(double a, double b) {
  const double near = __longlong_as_double(__double_as_longlong(a) + wp_pick((a < b) == (a > 0.0), 1, -1));
  const double other = wp_pick(a == 0.0, copysign(__longlong_as_double(1), b), near);
  return wp_pick(isnan(a) | isnan(b), a + b, wp_pick(a == b, b, other));
}
WP_FN float nextafterf(float a, float b) {
  const float near = __int_as_float(__float_as_int(a) + wp_pick((a < b) == (a > 0.0f), 1, -1));
  const float other = wp_pick(a == 0.0f, copysignf(__int_as_float(1), b), near);
  return wp_pick(isnan(a) | isnan(b), a + b, wp_pick(a == b, b, other));
}
WP_FN float ldexpf(float a, int n) { return (float)wp_scaled((double)a, n); }
WP_FN double scalbn(double a, int n) { return ldexp(a, n); }
WP_FN float scalbnf(float a, int n) { return ldexpf(a, n); }
WP_FN float frexpf(float a, int* exponent) { return (float)frexp((double)a, exponent); }
WP_FN float modff(float a, float* whole) {
  *whole = truncf(a);
  return copysignf(wp_pick(isinf(a), 0.0f, a - *whole), a);
}
WP_FN int ilogbf(float a) { return ilogb((double)a); }
WP_FN float logbf(float a) { return (float)logb((double)a); }
WP_FN long int lrint(double a) { return (long int)rint(a); }
WP_FN long int lrintf(float a) { return (long int)rintf(a); }
WP_FN long int lround(double a) { return (long int)round(a); }
WP_FN long int lroundf(float a) { return (long int)roundf(a); }
WP_FN long long llrint(double a) { return (long long)rint(a); }
WP_FN long long llrintf(float a) { return (long long)rintf(a); }
WP_FN long long llround(double a) { return (long long)round(a); }
WP_FN long long llroundf(float a) { return (long long)roundf(a); }
WP_FN double fdim(double a, double b) { return wp_pick(isnan(a) | isnan(b), a + b, wp_pick(a > b, a - b, 0.0)); }
WP_FN float fdimf(float a, float b) { return wp_pick(isnan(a) | isnan(b), a + b, wp_pick(a > b, a - b, 0.0f)); }
// What is left of a after whole multiples of b, exact where these are less than 2^53. A rounded quotient may be one too
// large, or, to the nearest, off by one at the middle. Beyond that, 0: some remainder there is.
WP_FN double wp_left_over(double a, double b, double rest, bool fits) {
  const double left = wp_pick(isinf(b), a, copysign(wp_pick(fits, fabs(rest), 0.0), rest));
  const double with_sign = wp_pick(left == 0.0, copysign(left, a), left);
  return wp_pick(isfinite(a) & (fabs(b) > 0.0), with_sign, __builtin_nan(""));
}
WP_FN double wp_fmod(double a, double b) {
  const double x = fabs(a), y = fabs(b), once = fma(-trunc(x / y), y, x);
  const double rest = wp_pick(once < 0.0, once + y, once);
  return wp_left_over(a, b, copysign(rest, a), (rest >= 0.0) & (rest < y));
}
WP_FN double wp_remainder(double a, double b) {
  const double y = fabs(b), once = fma(-rint(a / y), y, a);
  const double rest = wp_pick(fabs(once) > y * 0.5, once - copysign(y, once), once);
  return wp_left_over(a, b, rest, fabs(rest) <= y * 0.5);
}
WP_FN double fmod(double a, double b) { return wp_inexact(wp_fmod(a, b), a, b); }
WP_FN double remainder(double a, double b) { return wp_inexact(wp_remainder(a, b), a, b); }
WP_FN float fmodf(float a, float b) { return wp_inexact((float)wp_fmod((double)a, (double)b), a, b); }
WP_FN float remainderf(float a, float b) { return wp_inexact((float)wp_remainder((double)a, (double)b), a, b); }

// Double precision: the power of two and the logarithm by exponent and fraction, the rest from them.
WP_FN double exp2(double a) {
  const double whole = rint(fmax(fmin(a, 1200.0), -1200.0));
  return wp_inexact(wp_scaled((double)exp2f((float)(a - whole)), (int)whole), a);
}
WP_FN double log2(double a) {
  int exponent;
  const double fraction = frexp(a, &exponent);
  return wp_inexact((double)exponent + (double)log2f((float)fraction), a);
}
WP_FN double exp(double a) { return wp_inexact(exp2(a * 1.4426950408889634), a); }
WP_FN double exp10(double a) { return wp_inexact(exp2(a * 3.3219280948873623), a); }
WP_FN double expm1(double a) { return wp_inexact(exp(a) - 1.0, a); }
WP_FN double log(double a) { return wp_inexact(log2(a) * 0.6931471805599453, a); }
WP_FN double log10(double a) { return wp_inexact(log2(a) * 0.3010299956639812, a); }
WP_FN double log1p(double a) { return wp_inexact(log(1.0 + a), a); }
// A negative base has powers of whole numbers only, and an infinite one of all. `size`: that of its magnitude.
#define WP_POWER(T, function, whole)                                                           \
  WP_FN T function(T a, T b, T size) {                                                         \
    const T with_sign = wp_pick(whole(b * (T)0.5) * (T)2.0 != b, -size, size);                 \
    const T of_infinite = wp_pick(whole(b) == b, with_sign, size);                             \
    const T of_negative = wp_pick(isinf(a) | (whole(b) == b), of_infinite, (T)__builtin_nan("")); \
    return wp_pick((b == (T)0.0) | (a == (T)1.0), (T)1.0, wp_pick(a < (T)0.0, of_negative, size)); \
  }
WP_POWER(double, wp_power, trunc)
WP_POWER(float, wp_power, truncf)
#undef WP_POWER
WP_FN double pow(double a, double b) { return wp_inexact(wp_power(a, b, exp2(b * log2(fabs(a)))), a, b); }
WP_FN float powf(float a, float b) { return wp_inexact(wp_power(a, b, __powf(fabsf(a), b))); }
WP_FN float wp_within_turn(double a) {
  return (float)(a - rint(a * 0.15915494309189535) * 6.283185307179586);
}
WP_FN double sin(double a) { return wp_inexact((double)sinf(wp_within_turn(a)), a); }
WP_FN double cos(double a) { return wp_inexact((double)cosf(wp_within_turn(a)), a); }
WP_FN double tan(double a) { return wp_inexact(sin(a) / cos(a), a); }
WP_FN void sincos(double a, double* s, double* c) {
  *s = sin(a);
  *c = cos(a);
}
WP_FN double sinh(double a) { return wp_inexact((exp(a) - exp(-a)) * 0.5, a); }
WP_FN double cosh(double a) { return wp_inexact((exp(a) + exp(-a)) * 0.5, a); }
WP_FN double tanh(double a) {
  const double e = exp(-2.0 * fabs(a));
  return wp_inexact(copysign((1.0 - e) / (1.0 + e), a), a);
}
WP_FN double hypot(double a, double b) { return wp_inexact(sqrt(a * a + b * b), a, b); }
WP_FN double cbrt(double a) {
  return wp_inexact(copysign(exp2(log2(fabs(a)) * 0.3333333333333333), a), a);
}

// Abramowitz and Stegun, 4.4.49: the arc tangent of up to 1.
WP_FN double wp_atan_of_fraction(double a) {
  const double x = a * a;
  double p = 0.0028662257;
  p = p * x - 0.0161657367;
  p = p * x + 0.0429096138;
  p = p * x - 0.0752896400;
  p = p * x + 0.1065626393;
  p = p * x - 0.1420889944;
  p = p * x + 0.1999355085;
  p = p * x - 0.3333314528;
  return wp_inexact(a + a * x * p, a);
}
WP_FN double atan(double a) {
  const double size = fabs(a);
  const double part = wp_atan_of_fraction(wp_pick(size > 1.0, 1.0 / size, size));
  return wp_inexact(copysign(wp_pick(size > 1.0, 1.5707963267948966 - part, part), a), a);
}
WP_FN double atan2(double y, double x) {
  const double part = wp_pick((x == 0.0) & (y == 0.0), 0.0, atan(fabs(y) / fabs(x)));
  return wp_inexact(copysign(wp_pick(signbit(x) != 0, 3.141592653589793 - part, part), y), y, x);
}
WP_FN double asin(double a) { return wp_inexact(atan2(a, sqrt((1.0 - a) * (1.0 + a))), a); }
WP_FN double acos(double a) { return wp_inexact(atan2(sqrt((1.0 - a) * (1.0 + a)), a), a); }
WP_FN double asinh(double a) { return wp_inexact(copysign(log(fabs(a) + sqrt(a * a + 1.0)), a), a); }
WP_FN double acosh(double a) { return wp_inexact(log(a + sqrt(a * a - 1.0)), a); }
WP_FN double atanh(double a) { return wp_inexact(log((1.0 + a) / (1.0 - a)) * 0.5, a); }

// Abramowitz and Stegun, 7.1.26.
WP_FN double erfc(double a) {
  const double size = fabs(a), t = 1.0 / (1.0 + 0.3275911 * size);
  double p = 1.061405429;
  p = p * t - 1.453152027;
  p = p * t + 1.421413741;
  p = p * t - 0.284496736;
  p = p * t + 0.254829592;
  const double tail = p * t * exp(-size * size);
  return wp_inexact(wp_pick(a < 0.0, 2.0 - tail, tail), a);
}
WP_FN double erf(double a) { return wp_inexact(1.0 - erfc(a), a); }
WP_FN double erfcx(double a) { return wp_inexact(exp(a * a) * erfc(a), a); }
WP_FN double normcdf(double a) { return wp_inexact(erfc(a * -0.7071067811865476) * 0.5, a); }
// Winitzki's first guess, and a step of Newton's.
WP_FN double erfinv(double a) {
  const double l = log((1.0 - a) * (1.0 + a)), half = 4.330746750799873 + l * 0.5;
  const double guess = copysign(sqrt(sqrt(half * half - l * 6.802721088435375) - half), a);
  return wp_inexact(guess - (erf(guess) - a) * exp(guess * guess) * 0.886226925452758, a);
}
WP_FN double erfcinv(double a) { return wp_inexact(erfinv(1.0 - a), a); }
WP_FN double normcdfinv(double a) { return wp_inexact(erfinv(2.0 * a - 1.0) * 1.4142135623730951, a); }

// Stirling's series, eight further on.
WP_FN double wp_lgamma_of_positive(double a) {
  const double x = a + 8.0;
  const double down = a * (a + 1.0) * (a + 2.0) * (a + 3.0) * (a + 4.0) * (a + 5.0) * (a + 6.0) * (a + 7.0);
  return (x - 0.5) * log(x) - x + 0.9189385332046727 + 1.0 / (12.0 * x) - 1.0 / (360.0 * x * x * x) - log(down);
}
WP_FN double lgamma(double a) {
  const double of_positive = wp_lgamma_of_positive(wp_pick(a > 0.0, a, 1.0 - a));
  const double sine = log(fabs(sin(a * 3.141592653589793)));
  return wp_inexact(wp_pick(a > 0.0, of_positive, 1.1447298858494002 - sine - of_positive), a);
}
WP_FN double tgamma(double a) {
  const double size = exp(lgamma(a));
  return wp_inexact(wp_pick((a < 0.0) & (sin(a * 3.141592653589793) < 0.0), -size, size), a);
}

WP_FN double rcbrt(double a) { return wp_inexact(1.0 / cbrt(a), a); }
WP_FN double rhypot(double a, double b) { return wp_inexact(1.0 / hypot(a, b), a, b); }
WP_FN double sinpi(double a) { return wp_inexact(sin((a - 2.0 * rint(a * 0.5)) * 3.141592653589793), a); }
WP_FN double cospi(double a) { return wp_inexact(cos((a - 2.0 * rint(a * 0.5)) * 3.141592653589793), a); }
WP_FN void sincospi(double a, double* s, double* c) {
  *s = sinpi(a);
  *c = cospi(a);
}
WP_FN double norm3d(double a, double b, double c) { return wp_inexact(sqrt(a * a + b * b + c * c), a, b, c); }
WP_FN double norm4d(double a, double b, double c, double d) {
  return wp_inexact(sqrt(a * a + b * b + c * c + d * d), a, b, c, d);
}
WP_FN double rnorm3d(double a, double b, double c) { return wp_inexact(1.0 / norm3d(a, b, c), a, b, c); }
WP_FN double rnorm4d(double a, double b, double c, double d) { return wp_inexact(1.0 / norm4d(a, b, c, d), a, b, c, d); }
WP_FN double norm(int n, const double* a) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += a[i] * a[i];
  return wp_inexact(sqrt(sum));
}
WP_FN float normf(int n, const float* a) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += a[i] * a[i];
  return wp_inexact(sqrtf(sum));
}

// In single precision the same.
#define WP_SINGLE_1(name) \
  WP_FN float name##f(float a) { return wp_inexact((float)name((double)a)); }
#define WP_SINGLE_2(name) \
  WP_FN float name##f(float a, float b) { return wp_inexact((float)name((double)a, (double)b)); }
WP_SINGLE_1(cbrt)
WP_SINGLE_1(rcbrt)
WP_SINGLE_1(asin)
WP_SINGLE_1(acos)
WP_SINGLE_1(atan)
WP_SINGLE_1(asinh)
WP_SINGLE_1(acosh)
WP_SINGLE_1(atanh)
WP_SINGLE_1(erf)
WP_SINGLE_1(erfc)
WP_SINGLE_1(erfcx)
WP_SINGLE_1(erfinv)
WP_SINGLE_1(erfcinv)
WP_SINGLE_1(normcdf)
WP_SINGLE_1(normcdfinv)
WP_SINGLE_1(tgamma)
WP_SINGLE_1(lgamma)
WP_SINGLE_1(sinpi)
WP_SINGLE_1(cospi)
WP_SINGLE_2(atan2)
WP_SINGLE_2(rhypot)
#undef WP_SINGLE_2
#undef WP_SINGLE_1
WP_FN void sincospif(float a, float* s, float* c) {
  *s = sinpif(a);
  *c = cospif(a);
}
WP_FN float norm3df(float a, float b, float c) { return wp_inexact(sqrtf(a * a + b * b + c * c), a, b, c); }
WP_FN float norm4df(float a, float b, float c, float d) {
  return wp_inexact(sqrtf(a * a + b * b + c * c + d * d), a, b, c, d);
}
WP_FN float rnorm3df(float a, float b, float c) { return wp_inexact(1.0f / norm3df(a, b, c)); }
WP_FN float rnorm4df(float a, float b, float c, float d) { return wp_inexact(1.0f / norm4df(a, b, c, d)); }
