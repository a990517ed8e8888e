// Copies of 16-byte types in LLVM IR.
//
// At -O0 clang writes `float4 v = *p;` as a memcpy, and its PTX backend makes that two accesses of 8 bytes, which may be at any
// multiple of 8. What the type asks for is lost: nvcc, and clang when it optimises, make one access of 16 bytes, which fails at an
// address that is no multiple of 16 (CUDA Programming Guide 13.0, 5.3.2, "Size and Alignment Requirement").
#pragma once

#include <string>
#include <string_view>

namespace warpproof {

// The module with loads and stores of 16 bytes in place of copies of up to kLargestWideCopy bytes whose source or destination is
// aligned to 16. Copies in another form than clang's stay as they are.
inline constexpr std::size_t kLargestWideCopy = 1024;
std::string with_wide_copies(std::string_view ir);

}  // namespace warpproof
