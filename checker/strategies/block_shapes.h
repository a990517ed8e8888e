// Blocks of two and three dimensions, where any block is asked for.
//
// A thread's place in a row of its block (threadIdx.x) and its number in the block are one thing in blocks of
// one dimension only: what is proved of those says nothing of others. A kernel that reads threadIdx or blockDim
// along y or z is looked at in each shape with as many dimensions as it reads: sizes along x as one question
// (the check of any size), other shapes one after the other, those that are launched most first. A kernel that
// reads neither is meant for one dimension, and its verdict names it.
#pragma once

#include <functional>
#include <optional>

#include "checker/attempt/check_options.h"
#include "checker/launch/shapes.h"
#include "checker/report/report.h"
#include "src/program/program.h"

namespace warpproof::strategies {

// The shapes that are asked for; nothing where one shape or one dimension is.
std::optional<launch::ShapeSpace> several_dimensions(const Program& program, std::uint32_t function,
                                                     const std::optional<BlockRequest>& request);

// `check`: of the kernel with other options.
report::Kernel check_shapes(const Program& program, std::uint32_t function, const CheckOptions& options,
                            const launch::ShapeSpace& space,
                            const std::function<report::Kernel(const CheckOptions&)>& check);

}  // namespace warpproof::strategies
