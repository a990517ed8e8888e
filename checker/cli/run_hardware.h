// What else a run of `warpproof run` begins with: memory that no parameter's buffer holds, and what the hardware
// decides. Findings of `check` list these, so that the same run can be made again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/concrete/evaluator.h"

namespace warpproof::cli {

struct HardwareArguments {
  bool unsized = false;                 // --unsized: what no --arg gives a size is as large as the accesses need
  std::vector<std::string> memory;      // --bytes ADDRESS=HEX: generic address (src/machine/address_map.h), bytes
  std::vector<std::string> registers;   // --register NAME[INDEX]=VALUE: one of the block, without its %
  std::vector<std::string> clocks;      // --clock THREAD=VALUE,..: what its readings of clocks give, in order
  std::vector<std::string> activemask;  // --activemask WARP=GROUPS,..: of each activemask; a group's number for each
                                        // lane, two hexadecimal digits
};

// Bytes of hexadecimal digits, two each. Throws OptionError.
std::vector<std::uint8_t> parse_hex(std::string_view digits);

// "4=0a0b": a number and what follows its equals sign. Throws OptionError; `option` is named there.
std::pair<std::uint64_t, std::string> parse_numbered(const std::string& text, std::string_view option);

// Adds them to the inputs of a run. Throws OptionError.
void add_hardware(const HardwareArguments& arguments, RunInputs& inputs);

}  // namespace warpproof::cli
