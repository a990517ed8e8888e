// Integer intrinsics and conversions, each one PTX instruction or branch-free arithmetic over a few.
#pragma once

#define WP_OP1(name, R, out_bits, A, bits, text)  \
  WP_FN R name(A a) {                             \
    R r;                                          \
    asm(text " %0, %1;" : out_bits(r) : bits(a)); \
    return r;                                     \
  }
#define WP_OP2(name, T, bits, out_bits, text)                  \
  WP_FN T name(T a, T b) {                                     \
    T r;                                                       \
    asm(text " %0, %1, %2;" : out_bits(r) : bits(a), bits(b)); \
    return r;                                                  \
  }
#define WP_OP3(name, T, bits, out_bits, text)                               \
  WP_FN T name(T a, T b, T c) {                                             \
    T r;                                                                    \
    asm(text " %0, %1, %2, %3;" : out_bits(r) : bits(a), bits(b), bits(c)); \
    return r;                                                               \
  }

WP_OP1(__popc, int, "=r", unsigned int, "r", "popc.b32")
WP_OP1(__popcll, int, "=r", unsigned long long, "l", "popc.b64")
WP_OP1(__clz, int, "=r", int, "r", "clz.b32")
WP_OP1(__clzll, int, "=r", long long, "l", "clz.b64")
WP_OP1(__brev, unsigned int, "=r", unsigned int, "r", "brev.b32")
WP_OP1(__brevll, unsigned long long, "=l", unsigned long long, "l", "brev.b64")
// 1 + position of the lowest set bit, 0 for 0: the lowest bit alone has 32 - position - 1 zeros above it.
WP_FN int __ffs(int a) { return 32 - __clz((int)((unsigned int)a & (0u - (unsigned int)a))); }
WP_FN int __ffsll(long long a) {
  return 64 - __clzll((long long)((unsigned long long)a & (0ull - (unsigned long long)a)));
}

// The offset-th set bit, up or down from base.
WP_FN unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  unsigned int r;
  __asm__("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(mask), "r"(base), "r"(offset));
  return r;
}

// The instruction has a fourth bit in each selector, which repeats the sign of the byte; the function has not.
WP_OP3(wp_permute, unsigned int, "r", "=r", "prmt.b32")
WP_FN unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selectors) {
  return wp_permute(a, b, selectors & 0x7777u);
}
WP_OP3(__funnelshift_l, unsigned int, "r", "=r", "shf.l.wrap.b32")
WP_OP3(__funnelshift_lc, unsigned int, "r", "=r", "shf.l.clamp.b32")
WP_OP3(__funnelshift_r, unsigned int, "r", "=r", "shf.r.wrap.b32")
WP_OP3(__funnelshift_rc, unsigned int, "r", "=r", "shf.r.clamp.b32")
WP_OP2(__mulhi, int, "r", "=r", "mul.hi.s32")
WP_OP2(__umulhi, unsigned int, "r", "=r", "mul.hi.u32")
WP_OP2(__mul64hi, long long, "l", "=l", "mul.hi.s64")
WP_OP2(__umul64hi, unsigned long long, "l", "=l", "mul.hi.u64")
WP_FN int __mul24(int a, int b) {
  return (int)((unsigned int)((int)((unsigned int)a << 8) >> 8) *
               (unsigned int)((int)((unsigned int)b << 8) >> 8));
}
WP_FN unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffffu) * (b & 0xffffffu); }
WP_FN int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
WP_FN int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
WP_FN unsigned int __uhadd(unsigned int a, unsigned int b) { return (a & b) + ((a ^ b) >> 1); }
WP_FN unsigned int __urhadd(unsigned int a, unsigned int b) { return (a | b) - ((a ^ b) >> 1); }

// min, max, abs: single instructions, where a conditional expression would become a branch.
#define WP_MINMAX(T, bits, out_bits, type)                            \
  WP_FN T min(T a, T b) {                                             \
    T r;                                                              \
    asm("min." type " %0, %1, %2;" : out_bits(r) : bits(a), bits(b)); \
    return r;                                                         \
  }                                                                   \
  WP_FN T max(T a, T b) {                                             \
    T r;                                                              \
    asm("max." type " %0, %1, %2;" : out_bits(r) : bits(a), bits(b)); \
    return r;                                                         \
  }
// Host code may call the same names.
#define WP_MINMAX_HOST(T)                                                           \
  static __inline__ __attribute__((host)) T min(T a, T b) { return b < a ? b : a; } \
  static __inline__ __attribute__((host)) T max(T a, T b) { return a < b ? b : a; }
#define WP_MINMAX_BOTH(T, bits, out_bits, type) WP_MINMAX(T, bits, out_bits, type) WP_MINMAX_HOST(T)
WP_MINMAX_BOTH(int, "r", "=r", "s32")
WP_MINMAX_BOTH(unsigned int, "r", "=r", "u32")
WP_MINMAX_BOTH(long, "l", "=l", "s64")
WP_MINMAX_BOTH(unsigned long, "l", "=l", "u64")
WP_MINMAX_BOTH(long long, "l", "=l", "s64")
WP_MINMAX_BOTH(unsigned long long, "l", "=l", "u64")
WP_MINMAX_BOTH(float, "f", "=f", "f32")
WP_MINMAX_BOTH(double, "d", "=d", "f64")
#undef WP_MINMAX_BOTH
#undef WP_MINMAX_HOST
#undef WP_MINMAX
// Mixed operands follow the usual conversions, as CUDA's overloads do.
#define WP_MINMAX_MIXED(A, B, T)                    \
  WP_HD T min(A a, B b) { return min((T)a, (T)b); } \
  WP_HD T max(A a, B b) { return max((T)a, (T)b); }
WP_MINMAX_MIXED(int, unsigned int, unsigned int)
WP_MINMAX_MIXED(unsigned int, int, unsigned int)
WP_MINMAX_MIXED(long, unsigned long, unsigned long)
WP_MINMAX_MIXED(unsigned long, long, unsigned long)
WP_MINMAX_MIXED(long long, unsigned long long, unsigned long long)
WP_MINMAX_MIXED(unsigned long long, long long, unsigned long long)
WP_MINMAX_MIXED(float, double, double)
WP_MINMAX_MIXED(double, float, double)
#undef WP_MINMAX_MIXED
WP_OP2(umin, unsigned int, "r", "=r", "min.u32")
WP_OP2(umax, unsigned int, "r", "=r", "max.u32")
WP_OP2(llmin, long long, "l", "=l", "min.s64")
WP_OP2(llmax, long long, "l", "=l", "max.s64")
WP_OP2(ullmin, unsigned long long, "l", "=l", "min.u64")
WP_OP2(ullmax, unsigned long long, "l", "=l", "max.u64")
WP_OP1(abs, int, "=r", int, "r", "abs.s32")
WP_OP1(labs, long, "=l", long, "l", "abs.s64")
WP_OP1(llabs, long long, "=l", long long, "l", "abs.s64")
WP_FN long abs(long a) { return labs(a); }
WP_FN long long abs(long long a) { return llabs(a); }
WP_FN unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return umax(a, b) - umin(a, b) + c;
}
WP_FN unsigned int __sad(int a, int b, unsigned int c) {
  return (unsigned int)max(a, b) - (unsigned int)min(a, b) + c;
}
WP_OP3(__dp4a, int, "r", "=r", "dp4a.s32.s32")
WP_OP3(__dp4a, unsigned int, "r", "=r", "dp4a.u32.u32")

// Reinterpretation.
WP_OP1(__float_as_int, int, "=r", float, "f", "mov.b32")
WP_OP1(__float_as_uint, unsigned int, "=r", float, "f", "mov.b32")
WP_OP1(__int_as_float, float, "=f", int, "r", "mov.b32")
WP_OP1(__uint_as_float, float, "=f", unsigned int, "r", "mov.b32")
WP_OP1(__double_as_longlong, long long, "=l", double, "d", "mov.b64")
WP_OP1(__longlong_as_double, double, "=d", long long, "l", "mov.b64")
WP_FN int __double2loint(double a) {
  int lo, hi;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "d"(a));
  return lo;
}
WP_FN int __double2hiint(double a) {
  int lo, hi;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "d"(a));
  return hi;
}
WP_FN double __hiloint2double(int hi, int lo) {
  double r;
  asm("mov.b64 %0, {%1, %2};" : "=d"(r) : "r"(lo), "r"(hi));
  return r;
}

// Conversions with an explicit rounding.
#define WP_FROM_INT(name, R, out_bits, rtype, A, bits, atype)        \
  WP_OP1(name##_rn, R, out_bits, A, bits, "cvt.rn." rtype "." atype) \
  WP_OP1(name##_rz, R, out_bits, A, bits, "cvt.rz." rtype "." atype) \
  WP_OP1(name##_ru, R, out_bits, A, bits, "cvt.rp." rtype "." atype) \
  WP_OP1(name##_rd, R, out_bits, A, bits, "cvt.rm." rtype "." atype)
#define WP_TO_INT(name, R, out_bits, rtype, A, bits, atype)           \
  WP_OP1(name##_rn, R, out_bits, A, bits, "cvt.rni." rtype "." atype) \
  WP_OP1(name##_rz, R, out_bits, A, bits, "cvt.rzi." rtype "." atype) \
  WP_OP1(name##_ru, R, out_bits, A, bits, "cvt.rpi." rtype "." atype) \
  WP_OP1(name##_rd, R, out_bits, A, bits, "cvt.rmi." rtype "." atype)
WP_FROM_INT(__int2float, float, "=f", "f32", int, "r", "s32")
WP_FROM_INT(__uint2float, float, "=f", "f32", unsigned int, "r", "u32")
WP_FROM_INT(__ll2float, float, "=f", "f32", long long, "l", "s64")
WP_FROM_INT(__ull2float, float, "=f", "f32", unsigned long long, "l", "u64")
WP_FROM_INT(__ll2double, double, "=d", "f64", long long, "l", "s64")
WP_FROM_INT(__ull2double, double, "=d", "f64", unsigned long long, "l", "u64")
WP_FROM_INT(__double2float, float, "=f", "f32", double, "d", "f64")
WP_OP1(__int2double_rn, double, "=d", int, "r", "cvt.rn.f64.s32")
WP_OP1(__uint2double_rn, double, "=d", unsigned int, "r", "cvt.rn.f64.u32")
WP_TO_INT(__float2int, int, "=r", "s32", float, "f", "f32")
WP_TO_INT(__float2uint, unsigned int, "=r", "u32", float, "f", "f32")
WP_TO_INT(__float2ll, long long, "=l", "s64", float, "f", "f32")
WP_TO_INT(__float2ull, unsigned long long, "=l", "u64", float, "f", "f32")
WP_TO_INT(__double2int, int, "=r", "s32", double, "d", "f64")
WP_TO_INT(__double2uint, unsigned int, "=r", "u32", double, "d", "f64")
WP_TO_INT(__double2ll, long long, "=l", "s64", double, "d", "f64")
WP_TO_INT(__double2ull, unsigned long long, "=l", "u64", double, "d", "f64")
#undef WP_TO_INT
#undef WP_FROM_INT
