// Types and functions of curand_kernel.h, declared alone: a kernel that calls one is unknown by its name. With a toolkit
// nvcc reads NVIDIA's header instead.
#pragma once

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
struct curandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
__attribute__((device)) void curand_init(curandDirectionVectors32_t vectors, unsigned int offset, curandStateSobol32* state);
__attribute__((device)) void curand_init(curandDirectionVectors32_t vectors, unsigned int scramble, unsigned int offset,
                                         curandStateScrambledSobol32* state);

#define WP_RANDOM(State)                                                                                          \
  __attribute__((device)) void curand_init(unsigned long long seed, unsigned long long sequence,                  \
                                           unsigned long long offset, State* state);                              \
  __attribute__((device)) unsigned int curand(State* state);                                                      \
  __attribute__((device)) float curand_uniform(State* state);                                                     \
  __attribute__((device)) double curand_uniform_double(State* state);                                             \
  __attribute__((device)) float curand_normal(State* state);                                                      \
  __attribute__((device)) double curand_normal_double(State* state);                                              \
  __attribute__((device)) float2 curand_normal2(State* state);                                                    \
  __attribute__((device)) double2 curand_normal2_double(State* state);                                            \
  __attribute__((device)) float curand_log_normal(State* state, float mean, float deviation);                     \
  __attribute__((device)) unsigned int curand_poisson(State* state, double lambda);                               \
  __attribute__((device)) void skipahead(unsigned long long n, State* state);                                     \
  __attribute__((device)) void skipahead_sequence(unsigned long long n, State* state);
WP_RANDOM(curandStateXORWOW)
WP_RANDOM(curandStatePhilox4_32_10)
WP_RANDOM(curandStateMRG32k3a)
#define WP_QUASI(State)                                                              \
  __attribute__((device)) unsigned int curand(State* state);                         \
  __attribute__((device)) float curand_uniform(State* state);                        \
  __attribute__((device)) double curand_uniform_double(State* state);                \
  __attribute__((device)) float curand_normal(State* state);                         \
  __attribute__((device)) double curand_normal_double(State* state);
WP_QUASI(curandStateSobol32)
WP_QUASI(curandStateScrambledSobol32)
#undef WP_QUASI
#undef WP_RANDOM
__attribute__((device)) uint4 curand4(curandStatePhilox4_32_10* state);
__attribute__((device)) float4 curand_uniform4(curandStatePhilox4_32_10* state);
__attribute__((device)) float4 curand_normal4(curandStatePhilox4_32_10* state);
__attribute__((device)) double2 curand_uniform2_double(curandStatePhilox4_32_10* state);
