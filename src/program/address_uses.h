// Where a program looks at the place of a variable: at bits of its address, or at how it compares with another one's.
//
// Where variables lie is for the machine to say. A program that only adds to an address, goes through it, and compares
// pointers into one variable, or with null, comes to the same wherever that is.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

struct AddressUse {
  std::uint32_t place = 0;            // index into Program::places
  std::set<std::uint32_t> variables;  // whose address it may be
};

// In the functions that are reached, by place. An address is followed through registers, private variables, calls, and
// what is stored and loaded elsewhere; where it goes is not told by order or by conditions. Side condition: accesses stay
// inside their variables, which is judged or an assumption of the verdict.
std::vector<AddressUse> uses_of_addresses(const Program& program, const std::vector<bool>& is_reached);

// Variables of shared and private memory that are accessed at an index: at a byte that the text does not tell, or that is
// not in them. Of a frame that a compiler made, which holds several arrays, each access at an index is one.
std::set<std::uint32_t> indexed_variables(const Program& program, const std::vector<bool>& is_reached);

// Those of shared memory that these functions name.
std::set<std::uint32_t> shared_variables(const Program& program, const std::vector<bool>& is_reached);

}  // namespace warpproof
