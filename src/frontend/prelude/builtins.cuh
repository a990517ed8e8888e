// threadIdx and its kin, barriers, fences, and the small intrinsics that touch no other lane.
#pragma once

// Reading a member is one read of a special register: static getters need no object.
#define WP_SREG_MEMBER(field, read)                          \
  __declspec(property(get = wp_##field)) unsigned int field; \
  static __attribute__((device, always_inline, nodebug)) unsigned int wp_##field() { return read; }
#define WP_SREG_TYPE(type, sreg)                                                                 \
  struct type {                                                                                  \
    WP_SREG_MEMBER(x, __nvvm_read_ptx_sreg_##sreg##_x())                                         \
    WP_SREG_MEMBER(y, __nvvm_read_ptx_sreg_##sreg##_y())                                         \
    WP_SREG_MEMBER(z, __nvvm_read_ptx_sreg_##sreg##_z())                                         \
    __attribute__((device, always_inline, nodebug)) operator uint3() const { return {x, y, z}; } \
    __attribute__((device, always_inline, nodebug)) operator dim3() const { return {x, y, z}; }  \
                                                                                                 \
   private:                                                                                      \
    type* operator&() const;                                                                     \
    void operator=(const type&) const;                                                           \
  };
WP_SREG_TYPE(wp_tid, tid)
WP_SREG_TYPE(wp_ctaid, ctaid)
WP_SREG_TYPE(wp_ntid, ntid)
WP_SREG_TYPE(wp_nctaid, nctaid)
#undef WP_SREG_TYPE
#undef WP_SREG_MEMBER

extern const __attribute__((device, weak)) wp_tid threadIdx;
extern const __attribute__((device, weak)) wp_ctaid blockIdx;
extern const __attribute__((device, weak)) wp_ntid blockDim;
extern const __attribute__((device, weak)) wp_nctaid gridDim;
constexpr int warpSize = 32;

// Block barriers; __syncthreads itself is built into the compiler.
WP_FN int __syncthreads_count(int p) {
  int r;
  asm volatile(WP_OWN "{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
               : "=r"(r)
               : "r"(p)
               : "memory");
  return r;
}
#define WP_BAR_RED(name, op)                                            \
  WP_FN int name(int p) {                                               \
    int r;                                                              \
    asm volatile(WP_OWN "{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." op \
                 ".pred q, 0, p; selp.s32 %0, 1, 0, q; }"               \
                 : "=r"(r)                                              \
                 : "r"(p)                                               \
                 : "memory");                                           \
    return r;                                                           \
  }
WP_BAR_RED(__syncthreads_and, "and")
WP_BAR_RED(__syncthreads_or, "or")
#undef WP_BAR_RED
WP_FN void __barrier_sync(unsigned int id) { asm volatile("barrier.sync %0;" ::"r"(id) : "memory"); }
WP_FN void __barrier_sync_count(unsigned int id, unsigned int threads) {
  asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
WP_FN void __threadfence_block() { __nvvm_membar_cta(); }
WP_FN void __threadfence() { __nvvm_membar_gl(); }
WP_FN void __threadfence_system() { __nvvm_membar_sys(); }

// Cache hints change no value: loads and stores as written.
#define WP_LOAD(name)        \
  template <class T>         \
  WP_FN T name(const T* p) { \
    return *p;               \
  }
WP_LOAD(__ldca)
WP_LOAD(__ldcg)
WP_LOAD(__ldcs)
WP_LOAD(__ldlu)
WP_LOAD(__ldcv)
#undef WP_LOAD
// The read-only data cache: what is loaded so, no thread of the launch stores to (memory.read-only).
#define WP_READ_ONLY(type, ptx, reg, word)                                   \
  WP_FN type wp_read_only(const type* p) {                                   \
    word r;                                                                  \
    asm volatile("ld.global.nc." ptx " %0, [%1];" : "=" reg(r) : "l"(p));    \
    return (type)r;                                                          \
  }
#define WP_READ_ONLY_2(type, member, ptx, reg, word)                         \
  WP_FN type wp_read_only(const type* p) {                                   \
    word x, y;                                                               \
    asm volatile("ld.global.nc.v2." ptx " {%0, %1}, [%2];"                   \
                 : "=" reg(x), "=" reg(y)                                    \
                 : "l"(p));                                                  \
    type r;                                                                  \
    r.x = (member)x;                                                         \
    r.y = (member)y;                                                         \
    return r;                                                                \
  }
#define WP_READ_ONLY_4(type, member, ptx, reg, word)                         \
  WP_FN type wp_read_only(const type* p) {                                   \
    word x, y, z, w;                                                         \
    asm volatile("ld.global.nc.v4." ptx " {%0, %1, %2, %3}, [%4];"           \
                 : "=" reg(x), "=" reg(y), "=" reg(z), "=" reg(w)            \
                 : "l"(p));                                                  \
    type r;                                                                  \
    r.x = (member)x;                                                         \
    r.y = (member)y;                                                         \
    r.z = (member)z;                                                         \
    r.w = (member)w;                                                         \
    return r;                                                                \
  }
WP_READ_ONLY(char, "s8", "r", int)
WP_READ_ONLY(signed char, "s8", "r", int)
WP_READ_ONLY(unsigned char, "u8", "r", unsigned int)
WP_READ_ONLY(short, "s16", "h", short)
WP_READ_ONLY(unsigned short, "u16", "h", unsigned short)
WP_READ_ONLY(int, "s32", "r", int)
WP_READ_ONLY(unsigned int, "u32", "r", unsigned int)
WP_READ_ONLY(long, "s64", "l", long)
WP_READ_ONLY(unsigned long, "u64", "l", unsigned long)
WP_READ_ONLY(long long, "s64", "l", long long)
WP_READ_ONLY(unsigned long long, "u64", "l", unsigned long long)
WP_READ_ONLY(float, "f32", "f", float)
WP_READ_ONLY(double, "f64", "d", double)
WP_READ_ONLY_2(char2, signed char, "s8", "r", int)
WP_READ_ONLY_4(char4, signed char, "s8", "r", int)
WP_READ_ONLY_2(uchar2, unsigned char, "u8", "r", unsigned int)
WP_READ_ONLY_4(uchar4, unsigned char, "u8", "r", unsigned int)
WP_READ_ONLY_2(short2, short, "s16", "h", short)
WP_READ_ONLY_4(short4, short, "s16", "h", short)
WP_READ_ONLY_2(ushort2, unsigned short, "u16", "h", unsigned short)
WP_READ_ONLY_4(ushort4, unsigned short, "u16", "h", unsigned short)
WP_READ_ONLY_2(int2, int, "s32", "r", int)
WP_READ_ONLY_4(int4, int, "s32", "r", int)
WP_READ_ONLY_2(uint2, unsigned int, "u32", "r", unsigned int)
WP_READ_ONLY_4(uint4, unsigned int, "u32", "r", unsigned int)
WP_READ_ONLY_2(longlong2, long long, "s64", "l", long long)
WP_READ_ONLY_2(ulonglong2, unsigned long long, "u64", "l", unsigned long long)
WP_READ_ONLY_2(float2, float, "f32", "f", float)
WP_READ_ONLY_4(float4, float, "f32", "f", float)
WP_READ_ONLY_2(double2, double, "f64", "d", double)
#undef WP_READ_ONLY
#undef WP_READ_ONLY_2
#undef WP_READ_ONLY_4
// Of other types in words as wide as their alignment.
template <unsigned long alignment>
struct wp_read_only_word {
  typedef unsigned long long type;
};
template <>
struct wp_read_only_word<1> {
  typedef unsigned char type;
};
template <>
struct wp_read_only_word<2> {
  typedef unsigned short type;
};
template <>
struct wp_read_only_word<4> {
  typedef unsigned int type;
};
template <class T>
WP_FN T wp_read_only(const T* p) {
  typedef typename wp_read_only_word<__alignof__(T)>::type word;
  T out;
  for (unsigned int i = 0; i < sizeof(T) / sizeof(word); ++i)
    reinterpret_cast<word*>(&out)[i] = wp_read_only(reinterpret_cast<const word*>(p) + i);
  return out;
}
template <class T>
WP_FN T __ldg(const T* p) {
  return wp_read_only(p);
}
// The type is that of what is stored to: what is given may be converted to it.
template <class T>
struct wp_same {
  typedef T type;
};
#define WP_STORE(name)                              \
  template <class T>                                \
  WP_FN void name(T* p, typename wp_same<T>::type v) { \
    *p = v;                                         \
  }
WP_STORE(__stwb)
WP_STORE(__stcg)
WP_STORE(__stcs)
WP_STORE(__stwt)
#undef WP_STORE

WP_FN void __trap() { asm volatile("trap;"); }
WP_FN void __brkpt() { asm volatile("brkpt;"); }
WP_FN void __nanosleep(unsigned int ns) { asm volatile("nanosleep.u32 %0;" ::"r"(ns)); }
WP_FN clock_t clock() {
  int r;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(r)::"memory");
  return r;
}
WP_FN long long clock64() {
  long long r;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(r)::"memory");
  return r;
}
WP_FN unsigned long long __globaltimer() {
  unsigned long long r;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(r)::"memory");
  return r;
}
#define __assume(e) __builtin_assume(e)

// Address spaces.
#define WP_IS_SPACE(name, space)                                                                 \
  WP_FN unsigned int name(const void* p) {                                                       \
    unsigned int r;                                                                              \
    asm("{ .reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "l"(p)); \
    return r;                                                                                    \
  }
WP_IS_SPACE(__isGlobal, "global")
WP_IS_SPACE(__isShared, "shared")
WP_IS_SPACE(__isLocal, "local")
WP_IS_SPACE(__isConstant, "const")
#undef WP_IS_SPACE
#define WP_CVTA(space)                                        \
  WP_FN size_t __cvta_generic_to_##space(const void* p) {     \
    size_t r;                                                 \
    asm("cvta.to." #space ".u64 %0, %1;" : "=l"(r) : "l"(p)); \
    return r;                                                 \
  }                                                           \
  WP_FN void* __cvta_##space##_to_generic(size_t a) {         \
    void* r;                                                  \
    asm("cvta." #space ".u64 %0, %1;" : "=l"(r) : "l"(a));    \
    return r;                                                 \
  }
WP_CVTA(global)
WP_CVTA(shared)
WP_CVTA(local)
#undef WP_CVTA

// Calls that the device run time answers.
extern "C" {
__attribute__((device)) int printf(const char*, ...);
__attribute__((device)) int vprintf(const char*, const char*);
__attribute__((device)) void* malloc(size_t);
__attribute__((device)) void free(void*);
// clang takes a function of the C library for the builtin of that name, which it expands in place, only where
// a host function may be meant too.
__attribute__((host)) __attribute__((device)) void* memcpy(void*, const void*, size_t) noexcept;
__attribute__((host)) __attribute__((device)) void* memmove(void*, const void*, size_t) noexcept;
__attribute__((host)) __attribute__((device)) void* memset(void*, int, size_t) noexcept;
}
namespace std {
using ::memcpy;
using ::memmove;
using ::memset;
}  // namespace std

// What a program promises its compiler (CUDA C++ Programming Guide 13.0, "Compiler Optimization Hint Functions"): undefined where it
// is false. Without optimisation clang keeps nothing of it.
#ifdef __CUDA_ARCH__
extern "C" __attribute__((host)) __attribute__((device)) void __warpproof_assume(bool);
#define __builtin_assume(...) __warpproof_assume(static_cast<bool>(__VA_ARGS__))
#define __builtin_unreachable() __builtin_trap()
#endif

extern "C" __attribute__((device)) __attribute__((noreturn)) void __warpproof_assertfail();
WP_FN void wp_assert(bool holds) {
  if (!holds) __warpproof_assertfail();
}
// On the host; nothing of it is compiled.
__attribute__((host)) void wp_assert(bool holds);
