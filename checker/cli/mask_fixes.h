// Edits for masks that name other lanes than those that take part in an operation of a warp.
//
//  * the full mask, or an identifier that the source has for it;
//  * a ballot of the conditions that part the lanes: before a branch once, before each iteration of a loop again;
//  * for shuffles under `x < 16` the width that keeps them among these lanes;
//  * the lowest lane of the mask as the leader, in place of a fixed one;
//  * the whole warp in place of a part of it, where the lanes that were left out can give 0: to sums, votes and reductions.
//
// The last two change what the kernel computes where it was undefined before.
#pragma once

#include <functional>
#include <string>

#include "checker/cli/fix_source.h"

namespace warpproof::cli {

using AddFix = std::function<void(std::string what, SourceText lines)>;

// For the operation at a line and a column, both from 0.
void mask_fixes(const FixSource& source, std::size_t line, std::size_t column, const AddFix& add);

}  // namespace warpproof::cli
