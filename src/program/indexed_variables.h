// Which variables of shared and private memory a program accesses at an index.
//
// Variables lie one after the other, in proofs and in runs: neither tells where an index leaves one and reaches the next.
// A verdict lists that none does, for those named here.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

// Variables of shared and private memory that are accessed at an index: at a byte that the text does not tell, or that is
// not in them. Of a frame that a compiler made, which holds several arrays, each access at an index is one. An address is
// followed through registers, private variables, calls, and what is stored and loaded elsewhere, whatever the order and the
// conditions; one that goes into another computation counts as an index. Where following takes long, all of them count.
std::set<std::uint32_t> indexed_variables(const Program& program, const std::vector<bool>& is_reached);

// Variables of the module, in global or constant memory, that these functions name; none of the compiler's own.
std::set<std::uint32_t> module_variables(const Program& program, const std::vector<bool>& is_reached);

}  // namespace warpproof
