// What nvcc has read of the C++ library before every file.
#pragma once

#if defined(WARPPROOF_USES_STD) && __has_include(<cmath>)
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#endif
