// What is asked of one kernel: which launches, after what is assumed (--assume) has narrowed them. Strategies
// read it and change nothing of it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/attempt/check_options.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/launch/condition.h"
#include "checker/report/report.h"
#include "checker/symbolic/shape.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof::strategies {

// "64", "8,8,2"
std::string shape_text(const std::array<std::uint32_t, 3>& shape);

class Question {
 public:
  // `options` as they are asked; they have to live as long as this.
  Question(const Program& program, std::uint32_t root, const CheckOptions& options);

  const Program& program() const { return program_; }
  const Function& function() const { return program_.functions[root_]; }
  std::uint32_t root() const { return root_; }
  const CheckOptions& asked() const { return asked_; }
  const CheckOptions& options() const { return options_; }  // with what follows from the assumptions
  const BlockRequest& request() const { return request_; }
  std::uint32_t largest() const { return largest_; }        // threads, of the sizes asked for
  // The largest that is a multiple of what is asked for; 0 for none.
  std::uint32_t largest_multiple() const { return largest_ / request_.multiple * request_.multiple; }

  // Why no launch is asked for: the block is none that the kernel allows (.reqntid, .maxntid).
  std::optional<std::string> why_no_launch() const;
  // The conditions of --assume narrow what is asked for before anything is executed: a parameter with one
  // value left is fixed, sizes of blocks that cannot be are left out. What is said of them is added to
  // `assumptions`. A reason: nothing is proved of no launch.
  std::optional<std::string> take_conditions(std::vector<std::string>& assumptions);

  // Does a launch with this size satisfy what is assumed?
  bool is_allowed(std::uint32_t n) const;
  std::map<std::uint32_t, std::uint64_t> fixed_parameters() const;
  bool dynamic_shared_is_open() const;
  // What is taken for granted of runs: conditions, and which grids. Out of bounds nothing is judged.
  counterexample::Granted granted() const;

  // What the executor follows: every thread of this block, until a strategy says otherwise.
  symbolic::Shape shape(std::array<std::uint32_t, 3> block) const;
  symbolic::Shape requested_shape() const { return shape(request_.shape); }
  // All sizes, the size being a variable.
  symbolic::Shape shape_of_any_size() const;
  bool any_size() const { return request_.any && !request_.axes; }

  // Runs on numbers: all but the size, and the sizes where any is asked for, those that are launched most
  // first.
  Launch launch_of_runs() const;
  std::vector<std::uint32_t> sizes_of_runs() const;

 private:
  void narrow_sizes(const launch::Assumptions& all);

  const Program& program_;
  const std::uint32_t root_;
  const CheckOptions& asked_;
  CheckOptions options_;
  BlockRequest request_;
  std::uint32_t largest_;
  std::array<std::uint32_t, 3> run_grid_{1, 1, 1};  // of runs, where any grid is asked for
};

}  // namespace warpproof::strategies
