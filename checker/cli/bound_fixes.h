// Edits for accesses out of bounds: a guard of the one access, so that barriers stay outside of it.
//
//  * `if (i < n) out[i] = x;` where the statement is one line that calls no operation of a warp or block;
//  * `i < n ? in[i] : 0` where a value is read.
//
// The bound is the size that the array declares, or an integer parameter of the function. Whether it is the right one is
// for the proof to say.
#pragma once

#include "checker/cli/fix_source.h"
#include "checker/cli/mask_fixes.h"

namespace warpproof::cli {

// For the access at a line and a column, both from 0.
void bound_fixes(const FixSource& source, std::size_t line, std::size_t column, const AddFix& add);

}  // namespace warpproof::cli
