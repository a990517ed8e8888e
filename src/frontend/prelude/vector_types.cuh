// Vector types with the sizes and alignments of the CUDA C++ Programming Guide ("Built-in Vector Types"),
// dim3, and the make_ functions.
#pragma once

#define WP_VECTOR_TYPES(T, name, align2, align4)                                      \
  struct name##1 {                                                                    \
    T x;                                                                              \
  };                                                                                  \
  struct __attribute__((aligned(align2))) name##2 {                                   \
    T x, y;                                                                           \
  };                                                                                  \
  struct name##3 {                                                                    \
    T x, y, z;                                                                        \
  };                                                                                  \
  struct __attribute__((aligned(align4))) name##4 {                                   \
    T x, y, z, w;                                                                     \
  };                                                                                  \
  WP_HD constexpr name##1 make_##name##1(T x) { return name##1 {x}; }                 \
  WP_HD constexpr name##2 make_##name##2(T x, T y) { return name##2 {x, y}; }         \
  WP_HD constexpr name##3 make_##name##3(T x, T y, T z) { return name##3 {x, y, z}; } \
  WP_HD constexpr name##4 make_##name##4(T x, T y, T z, T w) { return name##4 {x, y, z, w}; }

WP_VECTOR_TYPES(signed char, char, 2, 4)
WP_VECTOR_TYPES(unsigned char, uchar, 2, 4)
WP_VECTOR_TYPES(short, short, 4, 8)
WP_VECTOR_TYPES(unsigned short, ushort, 4, 8)
WP_VECTOR_TYPES(int, int, 8, 16)
WP_VECTOR_TYPES(unsigned int, uint, 8, 16)
WP_VECTOR_TYPES(long, long, 16, 16)
WP_VECTOR_TYPES(unsigned long, ulong, 16, 16)
WP_VECTOR_TYPES(long long, longlong, 16, 16)
WP_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16)
WP_VECTOR_TYPES(float, float, 8, 16)
WP_VECTOR_TYPES(double, double, 16, 16)
#undef WP_VECTOR_TYPES

struct dim3 {
  unsigned int x, y, z;
  __attribute__((host, device, always_inline,
                 nodebug)) constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __attribute__((host, device, always_inline, nodebug)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __attribute__((host, device, always_inline, nodebug)) constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};
