// <math.h> for host code, which nvcc has read before every file. Declarations of the C library's functions; nothing of it
// is compiled.
#pragma once

extern "C" {
#define WP_HOST_1(name)                            \
  __attribute__((host)) double name(double) noexcept; \
  __attribute__((host)) float name##f(float) noexcept;
#define WP_HOST_2(name)                                    \
  __attribute__((host)) double name(double, double) noexcept; \
  __attribute__((host)) float name##f(float, float) noexcept;
WP_HOST_1(sqrt)
WP_HOST_1(cbrt)
WP_HOST_1(fabs)
WP_HOST_1(ceil)
WP_HOST_1(floor)
WP_HOST_1(round)
WP_HOST_1(rint)
WP_HOST_1(trunc)
WP_HOST_1(exp)
WP_HOST_1(exp2)
WP_HOST_1(expm1)
WP_HOST_1(log)
WP_HOST_1(log2)
WP_HOST_1(log10)
WP_HOST_1(log1p)
WP_HOST_1(sin)
WP_HOST_1(cos)
WP_HOST_1(tan)
WP_HOST_1(asin)
WP_HOST_1(acos)
WP_HOST_1(atan)
WP_HOST_1(sinh)
WP_HOST_1(cosh)
WP_HOST_1(tanh)
WP_HOST_1(erf)
WP_HOST_1(erfc)
WP_HOST_1(acosh)
WP_HOST_1(asinh)
WP_HOST_1(atanh)
WP_HOST_1(logb)
WP_HOST_1(nearbyint)
WP_HOST_1(lgamma)
WP_HOST_1(tgamma)
WP_HOST_2(pow)
WP_HOST_2(copysign)
WP_HOST_2(fdim)
WP_HOST_2(nextafter)
WP_HOST_2(remainder)
WP_HOST_2(fmod)
WP_HOST_2(fmin)
WP_HOST_2(fmax)
WP_HOST_2(hypot)
WP_HOST_2(atan2)
#undef WP_HOST_1
#undef WP_HOST_2
#define WP_HOST_TO(T, name)                          \
  __attribute__((host)) T name(double) noexcept;     \
  __attribute__((host)) T name##f(float) noexcept;
WP_HOST_TO(int, ilogb)
WP_HOST_TO(long int, lrint)
WP_HOST_TO(long int, lround)
WP_HOST_TO(long long, llrint)
WP_HOST_TO(long long, llround)
#undef WP_HOST_TO
#define WP_HOST_WITH(name, T, U)                            \
  __attribute__((host)) double name(double, T) noexcept;    \
  __attribute__((host)) float name##f(float, U) noexcept;
WP_HOST_WITH(frexp, int*, int*)
WP_HOST_WITH(ldexp, int, int)
WP_HOST_WITH(scalbn, int, int)
WP_HOST_WITH(modf, double*, float*)
#undef WP_HOST_WITH
__attribute__((host)) double fma(double, double, double) noexcept;
__attribute__((host)) float fmaf(float, float, float) noexcept;
}

// Templates, so that those of <math.h>, which a file may include, are no second declarations of them, and are taken first.
template <class T>
struct wp_host_float {};
template <>
struct wp_host_float<float> {
  typedef bool type;
};
template <>
struct wp_host_float<double> {
  typedef bool type;
};
template <class T>
__attribute__((host)) typename wp_host_float<T>::type isfinite(T) noexcept;
template <class T>
__attribute__((host)) typename wp_host_float<T>::type isnan(T) noexcept;
template <class T>
__attribute__((host)) typename wp_host_float<T>::type isinf(T) noexcept;
template <class T>
__attribute__((host)) typename wp_host_float<T>::type signbit(T) noexcept;
