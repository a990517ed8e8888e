// curand_kernel.h (cuRAND Library 13.0, "Device API"): what its functions do with the generators' states. Which numbers they give is
// not modelled: each word that is drawn is unknown, and so is each word of a state that is changed. In runs they are made of the state,
// by a simple generator in place of the real one.
#pragma once

#include "curand_states.cuh"

// From above 0 up to 1: curand_uniform.h of the toolkit 13.0.
WP_FN float wp_uniform(unsigned int word) { return (float)word * 0x1p-32f + 0x1p-33f; }
WP_FN double wp_uniform_double(unsigned int word) { return (double)word * 0x1p-32 + 0x1p-32; }
WP_FN double wp_uniform_double(unsigned int low, unsigned int high) {
  return (double)(low ^ ((unsigned long long)high << 21)) * 0x1p-53 + 0x1p-54;
}
WP_FN float2 wp_normal2(float u, float v) {
  const float r = wp_inexact(sqrtf(-2.0f * logf(u)));
  return make_float2(r * wp_inexact(sinpif(2.0f * v)), r * wp_inexact(cospif(2.0f * v)));
}
WP_FN double2 wp_normal2(double u, double v) {
  const double r = wp_inexact(sqrt(-2.0 * log(u)));
  return make_double2(r * wp_inexact(sinpi(2.0 * v)), r * wp_inexact(cospi(2.0 * v)));
}

// How many words a Poisson distributed number takes depends on them; a large mean takes a normally distributed number.
#define WP_POISSON(State)                                                                    \
  WP_FN unsigned int curand_poisson(State* s, double mean) {                                 \
    wp_stir(s);                                                                              \
    wp_stir_kept(s);                                                                         \
    return __warpproof_any((wp_word(s) & 7u) + (unsigned int)mean);                          \
  }
#define WP_KEPT(State)                                                                                     \
  WP_FN void wp_stir_kept(State* s) {                                                                      \
    s->boxmuller_flag_double = (int)__warpproof_any((unsigned int)s->boxmuller_flag_double);               \
    const unsigned long long kept = (unsigned long long)__double_as_longlong(s->boxmuller_extra_double);   \
    const unsigned long long low = __warpproof_any((unsigned int)kept);                                    \
    const unsigned long long high = __warpproof_any((unsigned int)(kept >> 32));                           \
    s->boxmuller_extra_double = __longlong_as_double((long long)(high << 32 | low));                       \
  }
WP_FN unsigned int wp_word(curandStateXORWOW* s) { return s->v[4]; }
WP_KEPT(curandStateXORWOW)
WP_KEPT(curandStatePhilox4_32_10)
WP_KEPT(curandStateMRG32k3a)
#undef WP_KEPT
WP_FN void wp_stir_kept(curandStateSobol32*) {}
WP_FN void wp_stir_kept(curandStateScrambledSobol32*) {}
WP_POISSON(curandStateXORWOW)
WP_POISSON(curandStatePhilox4_32_10)
WP_POISSON(curandStateMRG32k3a)
WP_POISSON(curandStateSobol32)
WP_POISSON(curandStateScrambledSobol32)
#undef WP_POISSON

#define WP_UNIFORM(State)                                                                      \
  WP_FN float curand_uniform(State* s) { return wp_uniform(curand(s)); }
WP_UNIFORM(curandStateXORWOW)
WP_UNIFORM(curandStatePhilox4_32_10)
WP_UNIFORM(curandStateSobol32)
WP_UNIFORM(curandStateScrambledSobol32)
#undef WP_UNIFORM
#define WP_UNIFORM_DOUBLE(State)                                                               \
  WP_FN double curand_uniform_double(State* s) { return wp_uniform_double(curand(s)); }
WP_UNIFORM_DOUBLE(curandStatePhilox4_32_10)
WP_UNIFORM_DOUBLE(curandStateSobol32)
WP_UNIFORM_DOUBLE(curandStateScrambledSobol32)
#undef WP_UNIFORM_DOUBLE
WP_FN double curand_uniform_double(curandStateXORWOW* s) {
  const unsigned int low = curand(s);
  return wp_uniform_double(low, curand(s));
}
WP_FN double curand_uniform_double(curandStateMRG32k3a* s) { return (double)curand(s) * 2.3283065498378288e-10; }
WP_FN float curand_uniform(curandStateMRG32k3a* s) { return (float)curand_uniform_double(s); }

// Of two normally distributed numbers that are made at once, the second one is kept for the next call.
#define WP_NORMAL(State)                                                                                               \
  WP_FN float2 curand_normal2(State* s) {                                                                              \
    const float u = curand_uniform(s);                                                                                 \
    return wp_normal2(u, curand_uniform(s));                                                                           \
  }                                                                                                                    \
  WP_FN double2 curand_normal2_double(State* s) {                                                                      \
    const double u = curand_uniform_double(s);                                                                         \
    return wp_normal2(u, curand_uniform_double(s));                                                                    \
  }                                                                                                                    \
  WP_FN float curand_normal(State* s) {                                                                                \
    if (s->boxmuller_flag != 1) {                                                                                      \
      const float2 both = curand_normal2(s);                                                                           \
      s->boxmuller_extra = both.y;                                                                                     \
      s->boxmuller_flag = 1;                                                                                           \
      return both.x;                                                                                                   \
    }                                                                                                                  \
    s->boxmuller_flag = 0;                                                                                             \
    return s->boxmuller_extra;                                                                                         \
  }                                                                                                                    \
  WP_FN double curand_normal_double(State* s) {                                                                        \
    if (s->boxmuller_flag_double != 1) {                                                                               \
      const double2 both = curand_normal2_double(s);                                                                   \
      s->boxmuller_extra_double = both.y;                                                                              \
      s->boxmuller_flag_double = 1;                                                                                    \
      return both.x;                                                                                                   \
    }                                                                                                                  \
    s->boxmuller_flag_double = 0;                                                                                      \
    return s->boxmuller_extra_double;                                                                                  \
  }                                                                                                                    \
  WP_FN float2 curand_log_normal2(State* s, float mean, float deviation) {                                             \
    const float2 both = curand_normal2(s);                                                                             \
    return make_float2(expf(mean + deviation * both.x), expf(mean + deviation * both.y));                              \
  }                                                                                                                    \
  WP_FN float curand_log_normal(State* s, float mean, float deviation) {                                               \
    if (s->boxmuller_flag != 2) {                                                                                      \
      const float2 both = curand_log_normal2(s, mean, deviation);                                                      \
      s->boxmuller_extra = both.y;                                                                                     \
      s->boxmuller_flag = 2;                                                                                           \
      return both.x;                                                                                                   \
    }                                                                                                                  \
    s->boxmuller_flag = 0;                                                                                             \
    return s->boxmuller_extra;                                                                                         \
  }                                                                                                                    \
  WP_FN double curand_log_normal_double(State* s, double mean, double deviation) {                                     \
    if (s->boxmuller_flag_double != 2) {                                                                               \
      const double2 both = curand_normal2_double(s);                                                                   \
      s->boxmuller_extra_double = exp(mean + deviation * both.y);                                                      \
      s->boxmuller_flag_double = 2;                                                                                    \
      return exp(mean + deviation * both.x);                                                                           \
    }                                                                                                                  \
    s->boxmuller_flag_double = 0;                                                                                      \
    return s->boxmuller_extra_double;                                                                                  \
  }                                                                                                                    \
  WP_FN void skipahead(unsigned long long n, State* s) { wp_stir(s); }                                                 \
  WP_FN void skipahead_sequence(unsigned long long n, State* s) { wp_stir(s); }                                        \
  WP_FN void skipahead_subsequence(unsigned long long n, State* s) { wp_stir(s); }
WP_NORMAL(curandStateXORWOW)
WP_NORMAL(curandStatePhilox4_32_10)
WP_NORMAL(curandStateMRG32k3a)
#undef WP_NORMAL
#define WP_QUASI_NORMAL(State)                                                                     \
  WP_FN float curand_normal(State* s) { return wp_inexact(normcdfinvf(curand_uniform(s))); }       \
  WP_FN double curand_normal_double(State* s) { return wp_inexact(normcdfinv(curand_uniform_double(s))); } \
  WP_FN void skipahead(unsigned int n, State* s) { wp_stir(s); }
WP_QUASI_NORMAL(curandStateSobol32)
WP_QUASI_NORMAL(curandStateScrambledSobol32)
#undef WP_QUASI_NORMAL
#define WP_LOG_NORMAL(State)                                                                       \
  WP_FN float curand_log_normal(State* s, float mean, float deviation) { return expf(mean + deviation * curand_normal(s)); } \
  WP_FN double curand_log_normal_double(State* s, double mean, double deviation) { return exp(mean + deviation * curand_normal_double(s)); }
WP_LOG_NORMAL(curandStateSobol32)
WP_LOG_NORMAL(curandStateScrambledSobol32)
#undef WP_LOG_NORMAL

WP_FN uint4 curand4(curandStatePhilox4_32_10* s) {
  const unsigned int x = curand(s), y = curand(s), z = curand(s);
  return make_uint4(x, y, z, curand(s));
}
WP_FN float4 curand_uniform4(curandStatePhilox4_32_10* s) {
  const uint4 n = curand4(s);
  return make_float4(wp_uniform(n.x), wp_uniform(n.y), wp_uniform(n.z), wp_uniform(n.w));
}
WP_FN double2 curand_uniform2_double(curandStatePhilox4_32_10* s) {
  const uint4 n = curand4(s);
  return make_double2(wp_uniform_double(n.x, n.y), wp_uniform_double(n.z, n.w));
}
WP_FN double4 curand_uniform4_double(curandStatePhilox4_32_10* s) {
  const double2 a = curand_uniform2_double(s), b = curand_uniform2_double(s);
  return make_double4(a.x, a.y, b.x, b.y);
}
WP_FN float4 curand_normal4(curandStatePhilox4_32_10* s) {
  const float4 u = curand_uniform4(s);
  const float2 a = wp_normal2(u.x, u.y), b = wp_normal2(u.z, u.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
WP_FN float4 curand_log_normal4(curandStatePhilox4_32_10* s, float mean, float deviation) {
  const float4 n = curand_normal4(s);
  return make_float4(expf(mean + deviation * n.x), expf(mean + deviation * n.y), expf(mean + deviation * n.z), expf(mean + deviation * n.w));
}
WP_FN uint4 curand_poisson4(curandStatePhilox4_32_10* s, double mean) {
  const unsigned int x = curand_poisson(s, mean), y = curand_poisson(s, mean), z = curand_poisson(s, mean);
  return make_uint4(x, y, z, curand_poisson(s, mean));
}
