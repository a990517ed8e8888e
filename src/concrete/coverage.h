// Which instructions have a meaning here: a table made from the opcode table and from the functions that say
// what each machine supports, so that it cannot disagree with them.
#pragma once

#include <string>
#include <vector>

#include "src/program/forms.h"
#include "src/program/program.h"

namespace warpproof {

enum class Coverage : std::uint8_t {
  Exact,
  Bounded,      // the manual bounds the result's error, and ours is within the bound
  AnyValue,     // nothing is proved from the result
  NoEffect,     // changes no value
  Unsupported,  // reported by name when reached
};

// One instruction of the form for each type, pair of types and word that its row allows, without the optional
// words and with operands of no particular register.
std::vector<Instruction> instances(const Form& form);

Coverage evaluator_coverage(const Instruction& instruction);
Coverage checker_coverage(const Instruction& instruction);

// One row of the table by what its instructions look like, its operands included.
std::string row_key(const Form& form);

// How many programs recorded on a GPU hold an instruction of the row and left, bit for bit, what the
// evaluator computes (tests/hardware; recorded_programs.inc holds the numbers).
std::uint32_t recorded_programs(const Form& form);

// The whole table, and the names of what has no meaning here, as Markdown. src/concrete/INSTRUCTIONS.md holds
// it.
std::string coverage_page();

// Mnemonics that exist in PTX and are unsupported by name, with what they belong to.
struct UnsupportedFamily {
  std::string_view what;
  std::vector<std::string_view> mnemonics;
};
const std::vector<UnsupportedFamily>& unsupported_families();

}  // namespace warpproof
