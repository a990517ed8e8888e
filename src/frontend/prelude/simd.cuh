// Intrinsics on two halves or four bytes of a word: each one video instruction, which PTX has for every type,
// and dot products.
#pragma once

#define WP_V(name, text)                                             \
  WP_FN unsigned int name(unsigned int a, unsigned int b) {          \
    unsigned int r;                                                  \
    asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(0)); \
    return r;                                                        \
  }
#define WP_V_BOTH(name, head, tail) WP_V(name##2, head "2" tail) WP_V(name##4, head "4" tail)
WP_V_BOTH(__vadd, "vadd", ".u32.u32.u32")
WP_V_BOTH(__vaddss, "vadd", ".s32.s32.s32.sat")
WP_V_BOTH(__vaddus, "vadd", ".u32.u32.u32.sat")
WP_V_BOTH(__vsub, "vsub", ".u32.u32.u32")
WP_V_BOTH(__vsubss, "vsub", ".s32.s32.s32.sat")
WP_V_BOTH(__vsubus, "vsub", ".u32.u32.u32.sat")
WP_V_BOTH(__vavgs, "vavrg", ".s32.s32.s32")
WP_V_BOTH(__vavgu, "vavrg", ".u32.u32.u32")
WP_V_BOTH(__vabsdiffs, "vabsdiff", ".s32.s32.s32")
WP_V_BOTH(__vabsdiffu, "vabsdiff", ".u32.u32.u32")
WP_V_BOTH(__vmaxs, "vmax", ".s32.s32.s32")
WP_V_BOTH(__vmaxu, "vmax", ".u32.u32.u32")
WP_V_BOTH(__vmins, "vmin", ".s32.s32.s32")
WP_V_BOTH(__vminu, "vmin", ".u32.u32.u32")
WP_V_BOTH(__vsads, "vabsdiff", ".s32.s32.s32.add")
WP_V_BOTH(__vsadu, "vabsdiff", ".u32.u32.u32.add")
WP_V_BOTH(__wp_vabsss, "vabsdiff", ".s32.s32.s32.sat")
// 1 or all ones in each part.
#define WP_V_COMPARE(compare, sign, type)                                       \
  WP_V_BOTH(__vset##compare##sign, "vset", type "." #compare)                   \
  WP_FN unsigned int __vcmp##compare##sign##2(unsigned int a, unsigned int b) { \
    return __vset##compare##sign##2(a, b) * 0xffffu;                            \
  }                                                                             \
  WP_FN unsigned int __vcmp##compare##sign##4(unsigned int a, unsigned int b) { \
    return __vset##compare##sign##4(a, b) * 0xffu;                              \
  }
WP_V_COMPARE(eq, , ".u32.u32")
WP_V_COMPARE(ne, , ".u32.u32")
WP_V_COMPARE(lt, s, ".s32.s32")
WP_V_COMPARE(le, s, ".s32.s32")
WP_V_COMPARE(gt, s, ".s32.s32")
WP_V_COMPARE(ge, s, ".s32.s32")
WP_V_COMPARE(lt, u, ".u32.u32")
WP_V_COMPARE(le, u, ".u32.u32")
WP_V_COMPARE(gt, u, ".u32.u32")
WP_V_COMPARE(ge, u, ".u32.u32")
#undef WP_V_COMPARE
#undef WP_V_BOTH
#undef WP_V

#define WP_V_UNARY(n)                                                           \
  WP_FN unsigned int __vneg##n(unsigned int a) { return __vsub##n(0, a); }      \
  WP_FN unsigned int __vnegss##n(unsigned int a) { return __vsubss##n(0, a); }  \
  WP_FN unsigned int __vabs##n(unsigned int a) { return __vabsdiffs##n(a, 0); } \
  WP_FN unsigned int __vabsss##n(unsigned int a) { return __wp_vabsss##n(a, 0); }
WP_V_UNARY(2)
WP_V_UNARY(4)
#undef WP_V_UNARY
WP_FN unsigned int __vhaddu2(unsigned int a, unsigned int b) {
  return (a & b) + (((a ^ b) & 0xfffefffeu) >> 1);
}
WP_FN unsigned int __vhaddu4(unsigned int a, unsigned int b) {
  return (a & b) + (((a ^ b) & 0xfefefefeu) >> 1);
}

#define WP_DOT(name, T, text)                                        \
  WP_FN T name(T a, T b, T c) {                                      \
    T r;                                                             \
    asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); \
    return r;                                                        \
  }
WP_DOT(__dp2a_lo, int, "dp2a.lo.s32.s32")
WP_DOT(__dp2a_lo, unsigned int, "dp2a.lo.u32.u32")
WP_DOT(__dp2a_hi, int, "dp2a.hi.s32.s32")
WP_DOT(__dp2a_hi, unsigned int, "dp2a.hi.u32.u32")
#undef WP_DOT
// The same on vectors: their bytes and halves as they lie in memory.
WP_FN unsigned int wp_word(const void* vector) { return *(const unsigned int*)vector; }
WP_FN int __dp4a(char4 a, char4 b, int c) { return __dp4a((int)wp_word(&a), (int)wp_word(&b), c); }
WP_FN unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) { return __dp4a(wp_word(&a), wp_word(&b), c); }
WP_FN int __dp2a_lo(short2 a, char4 b, int c) { return __dp2a_lo((int)wp_word(&a), (int)wp_word(&b), c); }
WP_FN int __dp2a_hi(short2 a, char4 b, int c) { return __dp2a_hi((int)wp_word(&a), (int)wp_word(&b), c); }
