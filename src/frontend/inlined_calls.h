// Where code was inlined that nvcc -G inlines without saying so in its `.loc` lines.
#pragma once

#include <string>
#include <string_view>

namespace warpproof {

// The text with `inlined_at` in the `.loc` lines of code that its `.debug_info` knows to be inlined (DWARF
// version 2 to 4, 3.3.8: DW_TAG_inlined_subroutine). Debug sections that are not as expected change nothing.
std::string with_inlined_calls(std::string_view ptx);

}  // namespace warpproof
