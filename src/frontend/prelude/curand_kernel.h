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
#undef WP_RANDOM
__attribute__((device)) uint4 curand4(curandStatePhilox4_32_10* state);
__attribute__((device)) float4 curand_uniform4(curandStatePhilox4_32_10* state);
__attribute__((device)) float4 curand_normal4(curandStatePhilox4_32_10* state);
__attribute__((device)) double2 curand_uniform2_double(curandStatePhilox4_32_10* state);
