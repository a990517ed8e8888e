// What of half.cuh the host has too, where data is prepared and results are compared: since CUDA 12.2 all of the conversions
// and the arithmetic (CUDA Math API 13.0, half precision: "host device"). Declarations only: nothing of it is compiled. No
// guard: included once for each type, as half.cuh is.
#define WP_HOST __attribute__((host))

#define WP_HOST_CONVERSIONS(name, T)              \
  WP_HOST T WP_HN(__, 2##name##_rn)(WP_H a);      \
  WP_HOST T WP_HN(__, 2##name##_rz)(WP_H a);      \
  WP_HOST T WP_HN(__, 2##name##_ru)(WP_H a);      \
  WP_HOST T WP_HN(__, 2##name##_rd)(WP_H a);      \
  WP_HOST WP_H WP_HN(__##name##2, _rn)(T i);
WP_HOST_CONVERSIONS(int, int)
WP_HOST_CONVERSIONS(uint, unsigned int)
WP_HOST_CONVERSIONS(ll, long long)
WP_HOST_CONVERSIONS(ull, unsigned long long)
WP_HOST_CONVERSIONS(short, short)
WP_HOST_CONVERSIONS(ushort, unsigned short)
#undef WP_HOST_CONVERSIONS
WP_HOST float WP_HN(__, 2float)(WP_H a);
WP_HOST WP_H WP_HN(__float2, )(float f);
WP_HOST WP_H WP_HN(__float2, _rn)(float f);
WP_HOST WP_H WP_HN(__double2, )(double f);
WP_HOST WP_H WP_HN(__ushort_as_, )(unsigned short bits);
WP_HOST WP_H WP_HN(__short_as_, )(short bits);
WP_HOST unsigned short WP_HN(__, _as_ushort)(WP_H a);
WP_HOST short WP_HN(__, _as_short)(WP_H a);

WP_HOST WP_H2 WP_HN(__float2, 2_rn)(float f);
WP_HOST WP_H2 WP_HN(__floats2, 2_rn)(float f, float g);
WP_HOST WP_H2 WP_HN(__float22, 2_rn)(float2 f);
WP_HOST float2 WP_HN(__, 22float2)(WP_H2 a);
WP_HOST WP_H2 WP_HNN5(__, WP_HW, 2, WP_HW, 2)(WP_H a);
WP_HOST WP_H2 WP_HN(__halves2, 2)(WP_H a, WP_H b);
WP_HOST WP_H WP_HN(__low2, )(WP_H2 a);
WP_HOST WP_H WP_HN(__high2, )(WP_H2 a);
WP_HOST WP_H2 WP_HN(__low2, 2)(WP_H2 a);
WP_HOST WP_H2 WP_HN(__high2, 2)(WP_H2 a);
WP_HOST WP_H2 WP_HN(__lows2, 2)(WP_H2 a, WP_H2 b);
WP_HOST WP_H2 WP_HN(__highs2, 2)(WP_H2 a, WP_H2 b);
WP_HOST WP_H2 __lowhigh2highlow(WP_H2 a);
WP_HOST WP_H2 WP_HN(make_, 2)(WP_H a, WP_H b);
WP_HOST float __low2float(WP_H2 a);
WP_HOST float __high2float(WP_H2 a);

#define WP_HOST_ARITHMETIC(name)            \
  WP_HOST WP_H __h##name(WP_H a, WP_H b);   \
  WP_HOST WP_H2 __h##name##2(WP_H2 a, WP_H2 b);
WP_HOST_ARITHMETIC(add)
WP_HOST_ARITHMETIC(add_rn)
WP_HOST_ARITHMETIC(add_sat)
WP_HOST_ARITHMETIC(sub)
WP_HOST_ARITHMETIC(sub_rn)
WP_HOST_ARITHMETIC(sub_sat)
WP_HOST_ARITHMETIC(mul)
WP_HOST_ARITHMETIC(mul_rn)
WP_HOST_ARITHMETIC(mul_sat)
WP_HOST_ARITHMETIC(min)
WP_HOST_ARITHMETIC(max)
#undef WP_HOST_ARITHMETIC
WP_HOST WP_H __hdiv(WP_H a, WP_H b);
WP_HOST WP_H2 __h2div(WP_H2 a, WP_H2 b);
WP_HOST WP_H __hfma(WP_H a, WP_H b, WP_H c);
WP_HOST WP_H2 __hfma2(WP_H2 a, WP_H2 b, WP_H2 c);
WP_HOST WP_H __hneg(WP_H a);
WP_HOST WP_H __habs(WP_H a);
WP_HOST WP_H2 __hneg2(WP_H2 a);
WP_HOST WP_H2 __habs2(WP_H2 a);
WP_HOST bool __hisnan(WP_H a);
WP_HOST int __hisinf(WP_H a);

#define WP_HOST_RELATION(name, op)               \
  WP_HOST bool __h##name(WP_H a, WP_H b);        \
  WP_HOST bool __hb##name##2(WP_H2 a, WP_H2 b);  \
  WP_HOST bool operator op(WP_H a, WP_H b);      \
  WP_HOST bool operator op(WP_H2 a, WP_H2 b);
WP_HOST_RELATION(eq, ==)
WP_HOST_RELATION(ne, !=)
WP_HOST_RELATION(lt, <)
WP_HOST_RELATION(le, <=)
WP_HOST_RELATION(gt, >)
WP_HOST_RELATION(ge, >=)
#undef WP_HOST_RELATION
#define WP_HOST_OPERATOR(op)                          \
  WP_HOST WP_H operator op(WP_H a, WP_H b);           \
  WP_HOST WP_H2 operator op(WP_H2 a, WP_H2 b);        \
  WP_HOST WP_H& operator op##=(WP_H& a, WP_H b);      \
  WP_HOST WP_H2& operator op##=(WP_H2& a, WP_H2 b);
WP_HOST_OPERATOR(+)
WP_HOST_OPERATOR(-)
WP_HOST_OPERATOR(*)
WP_HOST_OPERATOR(/)
#undef WP_HOST_OPERATOR
WP_HOST WP_H operator-(WP_H a);
WP_HOST WP_H2 operator-(WP_H2 a);

#undef WP_HOST
