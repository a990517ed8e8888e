// The inputs of a finding in the words of the source: floats as floats, `in[7] = 3`, equal values as one range.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/cli/element_names.h"

namespace warpproof::cli {

// Parameters of a kernel, as the source has them; each list may be empty where nothing is known.
struct ParameterWords {
  std::vector<std::string> names, types;
};

// What a finding needs of its inputs (needed_inputs.h).
struct NeededInputs {
  std::set<std::string> not_needed;  // values of --arg, as in the command
  bool zeros_of_memory = false;      // that the rest of memory is 0
};

// Read from the command that makes the run again (report::Finding::rerun), which holds all inputs. A value each, by name:
// {"n", "16"}, {"in[0..31]", "1.5"}; first numbers, then memory, last {"all others", "0"}. What is 0 is left out, but where
// nothing else would be left: then the numbers are given, if they are few, or {"all of them", "0"}. Launches, and what the run
// reads of the hardware's registers, are not among them. Where it is known what is needed, only that is given: if nothing is,
// {"all of them", "any"}.
std::vector<std::pair<std::string, std::string>> typed_inputs(const std::vector<std::string>& rerun,
                                                              const ParameterWords& parameters,
                                                              const ElementNames& elements,
                                                              const NeededInputs* needed = nullptr);

}  // namespace warpproof::cli
