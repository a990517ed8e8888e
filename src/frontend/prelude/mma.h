// nvcuda::wmma, each function as the one instruction of PTX that it is (src/program/matrix.h). Fragments of
// less than eight bits need nvcc.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

// What elements are held as.
template <class T>
struct wp_element {
  typedef T held;
};
template <>
struct wp_element<precision::tf32> {
  typedef float held;
};

// Each of 32 lanes holds as many elements; of A and B of halves every one twice (A: m x k, B: k x n).
template <class Use, int m, int n, int k, class T>
struct wp_count;
template <int m, int n, int k, class T>
struct wp_count<accumulator, m, n, k, T> {
  static const int value = m * n / 32;
};
template <int m, int n, int k, class T>
struct wp_count<matrix_a, m, n, k, T> {
  static const int value = m * k / 32;
};
template <int m, int n, int k, class T>
struct wp_count<matrix_b, m, n, k, T> {
  static const int value = k * n / 32;
};
template <int m, int n, int k>
struct wp_count<matrix_a, m, n, k, __half> {
  static const int value = 16;
};
template <int m, int n, int k>
struct wp_count<matrix_b, m, n, k, __half> {
  static const int value = 16;
};

template <class Use, int m, int n, int k, class T, class Layout = void>
class __attribute__((aligned(8))) fragment {
 public:
  typedef typename wp_element<T>::held element_type;
  typedef element_type storage_element_type;
  static const int num_elements = wp_count<Use, m, n, k, T>::value;
  static const int num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class Use, int m, int n, int k, class T, class Layout>
WP_FN void fill_fragment(fragment<Use, m, n, k, T, Layout>& f, const typename wp_element<T>::held& value) {
  for (int i = 0; i < f.num_elements; ++i) f.x[i] = value;
}

WP_FN float __float_to_tf32(float in) {
  float out;
  asm("{ .reg .b32 t; cvt.rna.tf32.f32 t, %1; mov.b32 %0, t; }" : "=f"(out) : "f"(in));
  return out;
}

// Registers of an operand: how they are named in the text, written and read; a kind of register each.
#define WP_TEXT1(a) "{%" #a "}"
#define WP_TEXT2(a, b) "{%" #a ", %" #b "}"
#define WP_TEXT4(a, b, c, d) "{%" #a ", %" #b ", %" #c ", %" #d "}"
#define WP_TEXT8(a, b, c, d, e, f, g, h) \
  "{%" #a ", %" #b ", %" #c ", %" #d ", %" #e ", %" #f ", %" #g ", %" #h "}"
#define WP_ALL1(c, r) c(r[0])
#define WP_ALL2(c, r) c(r[0]), c(r[1])
#define WP_ALL4(c, r) WP_ALL2(c, r), c(r[2]), c(r[3])
#define WP_ALL8(c, r) WP_ALL4(c, r), c(r[4]), c(r[5]), c(r[6]), c(r[7])
#define WP_FROM0_1 WP_TEXT1(0)
#define WP_FROM0_2 WP_TEXT2(0, 1)
#define WP_FROM0_4 WP_TEXT4(0, 1, 2, 3)
#define WP_FROM0_8 WP_TEXT8(0, 1, 2, 3, 4, 5, 6, 7)
#define WP_BEHIND1 "[%1], %2;"
#define WP_BEHIND2 "[%2], %3;"
#define WP_BEHIND4 "[%4], %5;"
#define WP_BEHIND8 "[%8], %9;"
#define WP_SHAPE(m, n, k) "m" #m "n" #n "k" #k
#define WP_WORD unsigned int

#define WP_LOAD_AS(Use, role, m, n, k, T, type, Layout, layout, count, R, C)                                     \
  WP_FN void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& f, const wp_element<T>::held* p, unsigned ldm) { \
    R* r = (R*)f.x;                                                                                              \
    asm volatile("wmma.load." role ".sync.aligned." layout "." WP_SHAPE(m, n, k) "." type " " WP_FROM0_##count   \
                 ", " WP_BEHIND##count                                                                           \
                 : WP_ALL##count("=" C, r)                                                                       \
                 : "l"(p), "r"(ldm)                                                                              \
                 : "memory");                                                                                    \
  }
#define WP_LOAD(Use, role, m, n, k, T, type, count, R, C)                          \
  WP_LOAD_AS(Use, role, m, n, k, T, type, row_major, "row", count, R, C)           \
  WP_LOAD_AS(Use, role, m, n, k, T, type, col_major, "col", count, R, C)
#define WP_LOADS(m, n, k, T, type, a_count, b_count, R, C)     \
  WP_LOAD(matrix_a, "a", m, n, k, T, type, a_count, R, C)      \
  WP_LOAD(matrix_b, "b", m, n, k, T, type, b_count, R, C)

#define WP_ACCESS_C(m, n, k, layout, type, count, C)                                                               \
  asm volatile("wmma.load.c.sync.aligned." layout "." WP_SHAPE(m, n, k) "." type " " WP_FROM0_##count ", " WP_BEHIND##count \
               : WP_ALL##count("=" C, r)                                                                           \
               : "l"(p), "r"(ldm)                                                                                  \
               : "memory")
#define WP_STORED1 "[%1], {%0}, %2;"
#define WP_STORED(m, n, k, layout, type, count, C)                                                                 \
  asm volatile("wmma.store.d.sync.aligned." layout "." WP_SHAPE(m, n, k) "." type WP_STORE_TEXT##count             \
               ::WP_ALL##count(C, r), "l"(p), "r"(ldm)                                                             \
               : "memory")
#define WP_STORE_TEXT2 " [%2], " WP_FROM0_2 ", %3;"
#define WP_STORE_TEXT4 " [%4], " WP_FROM0_4 ", %5;"
#define WP_STORE_TEXT8 " [%8], " WP_FROM0_8 ", %9;"
#define WP_ACCUMULATOR(m, n, k, T, type, count, R, C)                                                                \
  WP_FN void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const T* p, unsigned ldm, layout_t layout) {     \
    R* r = (R*)f.x;                                                                                                  \
    if (layout == mem_row_major)                                                                                     \
      WP_ACCESS_C(m, n, k, "row", type, count, C);                                                                   \
    else                                                                                                             \
      WP_ACCESS_C(m, n, k, "col", type, count, C);                                                                   \
  }                                                                                                                  \
  WP_FN void store_matrix_sync(T* p, const fragment<accumulator, m, n, k, T>& f, unsigned ldm, layout_t layout) {    \
    const R* r = (const R*)f.x;                                                                                      \
    if (layout == mem_row_major)                                                                                     \
      WP_STORED(m, n, k, "row", type, count, C);                                                                     \
    else                                                                                                             \
      WP_STORED(m, n, k, "col", type, count, C);                                                                     \
  }

// D = A * B + C, through a copy of C where D and C are alike.
#define WP_MMA_AS(m, n, k, T, types, La, la, Lb, lb, E, R, C, text, d_all, a_all, b_all, S, A, saturates)           \
  WP_FN void mma_sync(fragment<accumulator, m, n, k, E>& d, const fragment<matrix_a, m, n, k, T, La>& a,            \
                      const fragment<matrix_b, m, n, k, T, Lb>& b, const fragment<accumulator, m, n, k, E>& c,      \
                      bool satf = false) {                                                                          \
    fragment<accumulator, m, n, k, E> sum = c;                                                                      \
    R* r = (R*)sum.x;                                                                                               \
    const S *ra = (const S*)a.x, *rb = (const S*)b.x;                                                               \
    if (satf)                                                                                                       \
      asm volatile("wmma.mma.sync.aligned." la "." lb "." WP_SHAPE(m, n, k) "." types saturates " " text            \
                   : d_all("+" C, r)                                                                                \
                   : a_all(A, ra), b_all(A, rb));                                                                   \
    else                                                                                                            \
      asm volatile("wmma.mma.sync.aligned." la "." lb "." WP_SHAPE(m, n, k) "." types " " text                      \
                   : d_all("+" C, r)                                                                                \
                   : a_all(A, ra), b_all(A, rb));                                                                   \
    d = sum;                                                                                                        \
  }
#define WP_MMA(m, n, k, T, types, E, R, C, text, d_all, a_all, b_all, S, A, s)                                               \
  WP_MMA_AS(m, n, k, T, types, row_major, "row", row_major, "row", E, R, C, text, d_all, a_all, b_all, S, A, s)      \
  WP_MMA_AS(m, n, k, T, types, row_major, "row", col_major, "col", E, R, C, text, d_all, a_all, b_all, S, A, s)      \
  WP_MMA_AS(m, n, k, T, types, col_major, "col", row_major, "row", E, R, C, text, d_all, a_all, b_all, S, A, s)      \
  WP_MMA_AS(m, n, k, T, types, col_major, "col", col_major, "col", E, R, C, text, d_all, a_all, b_all, S, A, s)

#define WP_FROM(d, a, b) WP_FROM0_##d ", " WP_A##d##_##a ", " WP_B##d##_##a##_##b ", " WP_FROM0_##d ";"
#define WP_A8_8 WP_TEXT8(8, 9, 10, 11, 12, 13, 14, 15)
#define WP_A8_4 WP_TEXT4(8, 9, 10, 11)
#define WP_A8_2 WP_TEXT2(8, 9)
#define WP_A8_1 WP_TEXT1(8)
#define WP_A4_8 WP_TEXT8(4, 5, 6, 7, 8, 9, 10, 11)
#define WP_A2_1 WP_TEXT1(2)
#define WP_B8_8_8 WP_TEXT8(16, 17, 18, 19, 20, 21, 22, 23)
#define WP_B8_8_2 WP_TEXT2(16, 17)
#define WP_B8_4_4 WP_TEXT4(12, 13, 14, 15)
#define WP_B8_4_1 WP_TEXT1(12)
#define WP_B8_2_8 WP_TEXT8(10, 11, 12, 13, 14, 15, 16, 17)
#define WP_B8_2_2 WP_TEXT2(10, 11)
#define WP_B8_1_4 WP_TEXT4(9, 10, 11, 12)
#define WP_B4_8_8 WP_TEXT8(12, 13, 14, 15, 16, 17, 18, 19)
#define WP_B2_1_1 WP_TEXT1(3)

#define WP_HALVES(m, n, k)                                                                                         \
  WP_LOADS(m, n, k, __half, "f16", 8, 8, WP_WORD, "r")                                                             \
  WP_ACCUMULATOR(m, n, k, __half, "f16", 4, WP_WORD, "r")                                                          \
  WP_ACCUMULATOR(m, n, k, float, "f32", 8, float, "f")                                                             \
  WP_MMA(m, n, k, __half, "f16.f16", __half, WP_WORD, "r", WP_FROM(4, 8, 8), WP_ALL4, WP_ALL8, WP_ALL8, WP_WORD, "r", "") \
  WP_MMA(m, n, k, __half, "f32.f32", float, float, "f", WP_FROM(8, 8, 8), WP_ALL8, WP_ALL8, WP_ALL8, WP_WORD, "r", "")
WP_HALVES(16, 16, 16)
WP_HALVES(32, 8, 16)
WP_HALVES(8, 32, 16)

#define WP_BYTES(m, n, k, T, type, a, b)                                                                           \
  WP_LOADS(m, n, k, T, type, a, b, WP_WORD, "r")                                                                   \
  WP_MMA(m, n, k, T, "s32." type "." type ".s32", int, int, "r", WP_FROM(8, a, b), WP_ALL8, WP_ALL##a, WP_ALL##b, WP_WORD, "r", ".satfinite")
#define WP_SHORT(m, n, k, half_a, half_b, byte_a, byte_b)                                                          \
  WP_LOADS(m, n, k, __nv_bfloat16, "bf16", half_a, half_b, WP_WORD, "r")                                           \
  WP_MMA(m, n, k, __nv_bfloat16, "f32.bf16.bf16.f32", float, float, "f", WP_FROM(8, half_a, half_b), WP_ALL8,      \
         WP_ALL##half_a, WP_ALL##half_b, WP_WORD, "r", "")                                                             \
  WP_ACCUMULATOR(m, n, k, int, "s32", 8, int, "r")                                                                 \
  WP_BYTES(m, n, k, signed char, "s8", byte_a, byte_b)                                                             \
  WP_BYTES(m, n, k, unsigned char, "u8", byte_a, byte_b)
WP_SHORT(16, 16, 16, 4, 4, 2, 2)
WP_SHORT(32, 8, 16, 8, 2, 4, 1)
WP_SHORT(8, 32, 16, 2, 8, 1, 4)

WP_LOADS(16, 16, 8, precision::tf32, "tf32", 4, 4, WP_WORD, "r")
WP_ACCUMULATOR(16, 16, 8, float, "f32", 8, float, "f")
WP_MMA(16, 16, 8, precision::tf32, "f32.tf32.tf32.f32", float, float, "f", WP_FROM(8, 4, 4), WP_ALL8, WP_ALL4,
       WP_ALL4, WP_WORD, "r", "")

WP_LOADS(8, 8, 4, double, "f64", 1, 1, double, "d")
WP_ACCUMULATOR(8, 8, 4, double, "f64", 2, double, "d")
WP_MMA(8, 8, 4, double, "f64.f64.f64.f64", double, double, "d", WP_FROM(2, 1, 1), WP_ALL2, WP_ALL1, WP_ALL1, double,
       "d", "")

}  // namespace wmma
}  // namespace nvcuda
