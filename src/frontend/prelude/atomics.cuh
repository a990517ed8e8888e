// Atomic functions over generic addresses; _block and _system narrow or widen the scope.
#pragma once

#define WP_ATOM_2(name, scope, op, T, type, bits, out_bits)                                                 \
  WP_FN T name(T* a, T v) {                                                                                 \
    T r;                                                                                                    \
    asm volatile("atom" scope "." op "." type " %0, [%1], %2;" : out_bits(r) : "l"(a), bits(v) : "memory"); \
    return r;                                                                                               \
  }
#define WP_ATOM_SCOPES(name, op, T, type, bits, out_bits)      \
  WP_ATOM_2(name, "", op, T, type, bits, out_bits)             \
  WP_ATOM_2(name##_block, ".cta", op, T, type, bits, out_bits) \
  WP_ATOM_2(name##_system, ".sys", op, T, type, bits, out_bits)
#define WP_ATOM_R(name, op, T, type) WP_ATOM_SCOPES(name, op, T, type, "r", "=r")
#define WP_ATOM_L(name, op, T, type) WP_ATOM_SCOPES(name, op, T, type, "l", "=l")

WP_ATOM_R(atomicAdd, "add", int, "s32")
WP_ATOM_R(atomicAdd, "add", unsigned int, "u32")
WP_ATOM_L(atomicAdd, "add", unsigned long long, "u64")
WP_ATOM_SCOPES(atomicAdd, "add", float, "f32", "f", "=f")
WP_ATOM_SCOPES(atomicAdd, "add", double, "f64", "d", "=d")
WP_ATOM_R(atomicExch, "exch", int, "b32")
WP_ATOM_R(atomicExch, "exch", unsigned int, "b32")
WP_ATOM_L(atomicExch, "exch", unsigned long long, "b64")
WP_ATOM_SCOPES(atomicExch, "exch", float, "b32", "f", "=f")
WP_ATOM_R(atomicMin, "min", int, "s32")
WP_ATOM_R(atomicMin, "min", unsigned int, "u32")
WP_ATOM_L(atomicMin, "min", long long, "s64")
WP_ATOM_L(atomicMin, "min", unsigned long long, "u64")
WP_ATOM_R(atomicMax, "max", int, "s32")
WP_ATOM_R(atomicMax, "max", unsigned int, "u32")
WP_ATOM_L(atomicMax, "max", long long, "s64")
WP_ATOM_L(atomicMax, "max", unsigned long long, "u64")
WP_ATOM_R(atomicAnd, "and", int, "b32")
WP_ATOM_R(atomicAnd, "and", unsigned int, "b32")
WP_ATOM_L(atomicAnd, "and", unsigned long long, "b64")
WP_ATOM_R(atomicOr, "or", int, "b32")
WP_ATOM_R(atomicOr, "or", unsigned int, "b32")
WP_ATOM_L(atomicOr, "or", unsigned long long, "b64")
WP_ATOM_R(atomicXor, "xor", int, "b32")
WP_ATOM_R(atomicXor, "xor", unsigned int, "b32")
WP_ATOM_L(atomicXor, "xor", unsigned long long, "b64")
WP_ATOM_R(atomicInc, "inc", unsigned int, "u32")
WP_ATOM_R(atomicDec, "dec", unsigned int, "u32")
#undef WP_ATOM_L
#undef WP_ATOM_R
#undef WP_ATOM_SCOPES
#undef WP_ATOM_2

// There is no atom.sub: subtraction adds the negated value.
#define WP_ATOM_SUB(suffix)                                                                                \
  WP_FN int atomicSub##suffix(int* a, int v) { return atomicAdd##suffix(a, (int)(0u - (unsigned int)v)); } \
  WP_FN unsigned int atomicSub##suffix(unsigned int* a, unsigned int v) {                                  \
    return atomicAdd##suffix(a, 0u - v);                                                                   \
  }
WP_ATOM_SUB()
WP_ATOM_SUB(_block)
WP_ATOM_SUB(_system)
#undef WP_ATOM_SUB

#define WP_ATOM_CAS(name, scope, T, type, bits, out_bits)       \
  WP_FN T name(T* a, T compare, T v) {                          \
    T r;                                                        \
    asm volatile("atom" scope ".cas." type " %0, [%1], %2, %3;" \
                 : out_bits(r)                                  \
                 : "l"(a), bits(compare), bits(v)               \
                 : "memory");                                   \
    return r;                                                   \
  }
#define WP_ATOM_CAS_SCOPES(T, type, bits, out_bits)             \
  WP_ATOM_CAS(atomicCAS, "", T, type, bits, out_bits)           \
  WP_ATOM_CAS(atomicCAS_block, ".cta", T, type, bits, out_bits) \
  WP_ATOM_CAS(atomicCAS_system, ".sys", T, type, bits, out_bits)
WP_ATOM_CAS_SCOPES(int, "b32", "r", "=r")
WP_ATOM_CAS_SCOPES(unsigned int, "b32", "r", "=r")
WP_ATOM_CAS_SCOPES(unsigned long long, "b64", "l", "=l")
WP_ATOM_CAS_SCOPES(unsigned short, "b16", "h", "=h")
#undef WP_ATOM_CAS_SCOPES
#undef WP_ATOM_CAS
