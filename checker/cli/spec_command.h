// `warpproof spec`.
#pragma once

#include <string>
#include <vector>

#include "checker/cli/check_command.h"
#include "spec/policies.h"
#include "spec/targets.h"

namespace warpproof::cli {

struct SpecArguments {
  std::string name;  // rule or policy; with `prove` part of theorems' names; empty: all
  bool prove = false;
  bool instructions = false;  // prints the table of instructions instead
  unsigned prove_budget_ms = 20000;  // each theorem
  spec::Target target;
  spec::Policies policies;
};

// Prints the catalogue, one rule, the table of instructions, or the outcome of proving the theorems. Exit status: 0; with `prove` 1 when
// a theorem is refuted and 2 when one is not decided; 3 for an unknown name.
int run_spec(const SpecArguments& arguments, const Console& console);

}  // namespace warpproof::cli
