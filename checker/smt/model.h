// A satisfying assignment.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

// Values of the variables of a query and of the initial memory that it reads.
struct SmtModel {
  struct Cell {
    std::uint32_t allocation;
    std::uint64_t offset;  // bytes
    int bytes;
    std::uint64_t value;  // little endian
  };                      // cells do not overlap
  // Of a variable of the query or of an assumption; throws std::out_of_range for others (any value will do
  // for them).
  std::uint64_t value(Term var) const { return values.at(var.id); }
  bool has(Term var) const { return values.contains(var.id); }

  std::unordered_map<std::uint32_t, std::uint64_t> values;  // by term id
  std::vector<Cell> cells;
  // An approximate float operation (.approx, ex2, sin..) was evaluated; the hardware may compute other last
  // bits.
  bool approximate = false;
};

}  // namespace warpproof
