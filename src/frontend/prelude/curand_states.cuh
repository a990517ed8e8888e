// Of curand_kernel.h: the generators' states, and what changes them.
#pragma once

extern "C" __attribute__((device)) unsigned int __warpproof_any(unsigned int in_runs);

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

WP_FN unsigned int wp_mixed(unsigned int a, unsigned int b) {
  const unsigned int x = (a ^ (b * 0x9e3779b9u)) * 0x85ebca6bu;
  return x ^ (x >> 15);
}
WP_FN unsigned int wp_first(unsigned long long seed, unsigned long long sequence, unsigned long long offset, unsigned int i) {
  return __warpproof_any(wp_mixed(wp_mixed((unsigned int)seed, (unsigned int)sequence), (unsigned int)offset + 77u * i));
}

// All words of the state that tell its next numbers become others, whatever they were: more than any of the functions does.
WP_FN void wp_stir(curandStateXORWOW* s) {
  const unsigned int all = s->d ^ s->v[0] ^ s->v[1] ^ s->v[2] ^ s->v[3] ^ s->v[4];
  s->d = __warpproof_any(wp_mixed(all, 5));
  for (unsigned int i = 0; i < 5; ++i) s->v[i] = __warpproof_any(wp_mixed(all, i));
}
WP_FN void wp_stir(curandStatePhilox4_32_10* s) {
  const unsigned int all = s->ctr.x ^ s->ctr.y ^ s->ctr.z ^ s->ctr.w ^ s->key.x ^ s->key.y ^ s->STATE ^ s->output.x ^ s->output.y ^
                           s->output.z ^ s->output.w;
  s->ctr = make_uint4(__warpproof_any(wp_mixed(all, 0)), __warpproof_any(wp_mixed(all, 1)), __warpproof_any(wp_mixed(all, 2)),
                      __warpproof_any(wp_mixed(all, 3)));
  s->output = make_uint4(__warpproof_any(wp_mixed(all, 4)), __warpproof_any(wp_mixed(all, 5)), __warpproof_any(wp_mixed(all, 6)),
                         __warpproof_any(wp_mixed(all, 7)));
  s->STATE = __warpproof_any((s->STATE + 1u) & 3u);
}
WP_FN void wp_stir(curandStateMRG32k3a* s) {
  const unsigned int all = s->s1[0] ^ s->s1[1] ^ s->s1[2] ^ s->s2[0] ^ s->s2[1] ^ s->s2[2];
  for (unsigned int i = 0; i < 3; ++i) {
    s->s1[i] = __warpproof_any(wp_mixed(all, i));
    s->s2[i] = __warpproof_any(wp_mixed(all, 3u + i));
  }
}
// Which of the direction vectors are read depends on the state.
#define WP_QUASI_STIR(State)                                                     \
  WP_FN void wp_stir(State* s) {                                                 \
    unsigned int all = s->x ^ s->c ^ s->i;                                       \
    for (int i = 0; i < 32; ++i) all ^= s->direction_vectors[i];                 \
    s->x = __warpproof_any(wp_mixed(all, 0));                                    \
    s->i = __warpproof_any(s->i + 1u);                                           \
  }
WP_QUASI_STIR(curandStateSobol32)
WP_QUASI_STIR(curandStateScrambledSobol32)
#undef WP_QUASI_STIR

// One more number.
WP_FN unsigned int curand(curandStateXORWOW* s) {
  const unsigned int last = s->v[0] ^ s->v[4];
  s->v[0] = s->v[1];
  s->v[1] = s->v[2];
  s->v[2] = s->v[3];
  s->v[3] = s->v[4];
  s->v[4] = __warpproof_any(wp_mixed(last, s->d));
  s->d += 362437u;
  return __warpproof_any(s->v[4] + s->d);
}
#define WP_DRAW(State)                                  \
  WP_FN unsigned int curand(State* s) {                 \
    wp_stir(s);                                         \
    return __warpproof_any(wp_word(s));                 \
  }
WP_FN unsigned int wp_word(curandStatePhilox4_32_10* s) { return s->output.x; }
WP_FN unsigned int wp_word(curandStateMRG32k3a* s) { return s->s1[0]; }
WP_FN unsigned int wp_word(curandStateSobol32* s) { return s->x; }
WP_FN unsigned int wp_word(curandStateScrambledSobol32* s) { return s->x; }
WP_DRAW(curandStatePhilox4_32_10)
WP_DRAW(curandStateMRG32k3a)
WP_DRAW(curandStateSobol32)
WP_DRAW(curandStateScrambledSobol32)
#undef WP_DRAW

#define WP_NOTHING_KEPT(s)                                     \
  s->boxmuller_flag = s->boxmuller_flag_double = 0;            \
  s->boxmuller_extra = 0.0f;                                   \
  s->boxmuller_extra_double = 0.0;
WP_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW* s) {
  s->d = wp_first(seed, sequence, offset, 5);
  for (unsigned int i = 0; i < 5; ++i) s->v[i] = wp_first(seed, sequence, offset, i);
  WP_NOTHING_KEPT(s)
}
WP_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10* s) {
  s->ctr = make_uint4(wp_first(seed, sequence, offset, 0), wp_first(seed, sequence, offset, 1), wp_first(seed, sequence, offset, 2),
                      wp_first(seed, sequence, offset, 3));
  s->key.x = wp_first(seed, sequence, offset, 4);
  s->key.y = wp_first(seed, sequence, offset, 5);
  s->STATE = wp_first(seed, sequence, offset, 6);
  s->output = make_uint4(wp_first(seed, sequence, offset, 7), wp_first(seed, sequence, offset, 8), wp_first(seed, sequence, offset, 9),
                         wp_first(seed, sequence, offset, 10));
  WP_NOTHING_KEPT(s)
}
WP_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateMRG32k3a* s) {
  for (unsigned int i = 0; i < 3; ++i) {
    s->s1[i] = wp_first(seed, sequence, offset, i);
    s->s2[i] = wp_first(seed, sequence, offset, 3u + i);
  }
  WP_NOTHING_KEPT(s)
}
#undef WP_NOTHING_KEPT
WP_FN void curand_init(curandDirectionVectors32_t vectors, unsigned int offset, curandStateSobol32* s) {
  for (int i = 0; i < 32; ++i) s->direction_vectors[i] = vectors[i];
  s->i = offset;
  s->c = 0;
  s->x = __warpproof_any(offset);
}
WP_FN void curand_init(curandDirectionVectors32_t vectors, unsigned int scramble, unsigned int offset, curandStateScrambledSobol32* s) {
  for (int i = 0; i < 32; ++i) s->direction_vectors[i] = vectors[i];
  s->i = offset;
  s->c = scramble;
  s->x = __warpproof_any(offset ^ scramble);
}
