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
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
               : "=r"(r)
               : "r"(p)
               : "memory");
  return r;
}
#define WP_BAR_RED(name, op)                                            \
  WP_FN int name(int p) {                                               \
    int r;                                                              \
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." op \
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
WP_LOAD(__ldg)
WP_LOAD(__ldca)
WP_LOAD(__ldcg)
WP_LOAD(__ldcs)
WP_LOAD(__ldlu)
WP_LOAD(__ldcv)
#undef WP_LOAD
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

extern "C" __attribute__((device)) __attribute__((noreturn)) void __warpproof_assertfail();
WP_FN void wp_assert(bool holds) {
  if (!holds) __warpproof_assertfail();
}
// On the host; nothing of it is compiled.
__attribute__((host)) void wp_assert(bool holds);
