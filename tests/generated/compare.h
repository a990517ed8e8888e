// The symbolic side against the concrete one, on a kernel whose inputs can all be tried.
//
// The oracle is the evaluator, run on every assignment of the inputs. Two things are held against it:
//   compare_verdict     check_kernel with the real solver: proved exactly when no input gives an error, and every error
//                       it reports is one that some input gives, by rule and line
//   compare_each_input  the executor alone, its questions answered by enumeration: its obligations, evaluated under one
//                       assignment, break the rules that the evaluator finds broken under that assignment
// The second needs no solver, looks at every input even where there is an error, and so finds far more.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "spec/rules.h"
#include "src/program/program.h"
#include "tests/generated/kernel.h"

namespace warpproof::generated {

// A rule broken in a line of the kernel's text.
struct Fault {
  spec::Rule rule{};
  int line = 0;
  auto operator<=>(const Fault&) const = default;
};

// One assignment of the inputs. Of the rules at least at level warning; `errors` are those at level error.
struct Outcome {
  std::set<Fault> faults, errors;
  std::string unknown;  // why the run could not be judged, empty if it could
};

// Lowers the kernel's text. Throws InputError for text that is no valid PTX (a defect of the generator).
warpproof::Program lower_kernel(const Kernel& kernel);
std::uint32_t entry_of(const warpproof::Program& program);  // the kernel's index in its functions

// What is tried for every assignment besides one run: a sample of activemask's outcomes, of schedules.
struct Also {
  bool groupings = false, schedules = false;
};

// By assignment, thread 0's input in the lowest bits.
std::vector<Outcome> run_all_inputs(const warpproof::Program& program, const Settings& settings, Also also);

struct Comparison {
  std::string difference;      // empty: they agree
  bool unsound = false;        // proved, or no obligation broken, where the evaluator finds an error
  std::string admitted;        // the checker does not know, for a reason that is let pass
  report::Kernel report;       // of compare_verdict
  bool violation = false;      // what the oracle says
  std::set<spec::Rule> rules;  // of the errors the oracle finds
};

Comparison compare_verdict(const Kernel& kernel, bool groupings, double budget_seconds = 20);

// What differs, first difference only; empty where they agree. Not for kernels with activemask.
Comparison compare_each_input(const Kernel& kernel);

}  // namespace warpproof::generated
