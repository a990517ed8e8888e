// What nvcc has read of the C++ library before every file.
#pragma once

// exit, malloc, strcmp, clock for host code. The C library's own headers: those of the C++ library would bring their
// overloads of abs and the like along.
#if __has_include(<stdlib.h>) && __has_include(<time.h>) && __has_include(<string.h>)
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <stdlib.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <string.h>
#include <time.h>
#endif

// `for (int n : {1, 2})` of host code.
#if __has_include(<initializer_list>)
#include <initializer_list>
#endif

#if defined(WARPPROOF_USES_STD) && __has_include(<cmath>)
#include <type_traits>
// The constraints of a kernel's template are looked at as device code, and the library's own declval is a host function.
// Before the headers whose concepts name it: they see what is declared before them.
namespace std {
template <class T>
__attribute__((device)) typename add_rvalue_reference<T>::type declval() noexcept;
}
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#endif
