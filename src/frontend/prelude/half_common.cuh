// What the types of 16 bits share that does not depend on which one it is.
#pragma once

// A float with which rounding to 16 bits gives what rounding the value at once does: cut off, and odd if anything was.
WP_FN float wp_odd_if(float f, bool is_cut) { return __uint_as_float(__float_as_uint(f) | is_cut); }
WP_FN float wp_to_odd(double a) {
  const float f = __double2float_rz(a);
  return wp_odd_if(f, (double)f != a);
}
WP_FN float wp_to_odd(long long a) {
  const float f = __ll2float_rz(a);
  return wp_odd_if(f, (long long)f != a);
}
WP_FN float wp_to_odd(unsigned long long a) {
  const float f = __ull2float_rz(a);
  return wp_odd_if(f, (unsigned long long)f != a);
}
// On the host, where __half has constructors too; nothing of it is compiled.
__attribute__((host)) float wp_to_odd(double a);
__attribute__((host)) float wp_to_odd(long long a);
__attribute__((host)) float wp_to_odd(unsigned long long a);

// To 16 bits, the nearest there is beyond them; NaN becomes 0.
#define WP_TO_SHORT(mode)                                                                                      \
  WP_FN short wp_float2short_##mode(float a) { return (short)max(min(__float2int_##mode(a), 32767), -32768); } \
  WP_FN unsigned short wp_float2ushort_##mode(float a) { return (unsigned short)umin(__float2uint_##mode(a), 65535u); }
WP_TO_SHORT(rn)
WP_TO_SHORT(rz)
WP_TO_SHORT(ru)
WP_TO_SHORT(rd)
#undef WP_TO_SHORT
