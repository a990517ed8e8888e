// Blocks of a function are copied, left out, and set after others.
#pragma once

#include <cstdint>

#include "src/program/program.h"

namespace warpproof {

// Whoever goes from the block to `from` goes to `to`.
void redirect(Function& f, std::uint32_t block, std::uint32_t from, std::uint32_t to);

// A copy of a block, after all others; nothing goes there yet.
std::uint32_t copy_block(Function& f, std::uint32_t block);

// What stands in the block from instruction `at` on gets a block of its own; the code stays where it is.
void split_block(Function& f, std::uint32_t block, std::uint32_t at);

// Does the block end with a branch by a condition, and go on by two ways?
bool branches(const Function& f, std::uint32_t block);

// Such a branch is taken to the target, whatever its condition.
void always_go_to(Function& f, std::uint32_t block, std::uint32_t target);

// Blocks that are not reached from the first one go; the others get new numbers.
void drop_unreached(Function& f);

}  // namespace warpproof
