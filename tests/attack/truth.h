// What is true of a kernel: the evaluator on every assignment of its inputs, and on schedules besides the
// canonical one.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "spec/rules.h"
#include "src/program/program.h"
#include "tests/generated/kernel.h"

namespace warpproof::attack {

// A rule broken, of level error, in a line of the kernel's text.
struct Fault {
  spec::Rule rule{};
  int line = 0;
  auto operator<=>(const Fault&) const = default;
};

struct Truth {
  std::set<Fault> errors;   // of the first run that has any; empty: none was found
  std::string run;          // that run's inputs and schedule, for readers
  bool all_inputs = false;  // every assignment of the inputs was tried
  bool any_within = false;  // some run kept every assumption of the kernel
  std::uint64_t runs = 0, too_long = 0;
  std::string unknown;         // a run that could not be judged
  std::set<Fault> misaligned;  // accesses whose address is no multiple of their size; such runs add no errors
};

struct TruthLimits {
  std::uint64_t runs = 1500;        // in the canonical order of threads
  std::uint64_t random_runs = 400;  // in random ones
  bool sample = false;              // inputs are always picked at random
  bool all_or_none = false;         // no run in the canonical order unless every assignment of the inputs gets one
};

// Ends at the first error. A run in which a thread finds an assumption false does not count, nor does one
// that goes on for very long: proofs assume that loops end.
Truth find_truth(const Program& program, const generated::Settings& settings, const TruthLimits& limits = {});

}  // namespace warpproof::attack
