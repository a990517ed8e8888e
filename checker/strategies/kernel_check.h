// The check of one kernel for one block, all sizes of a row, or all shapes, with parameters as they are
// given: random runs, then the portfolio, then what is said of the result.
#pragma once

#include <optional>
#include <set>

#include "checker/strategies/kernel_report.h"
#include "checker/strategies/question.h"
#include "checker/strategies/random_runs.h"
#include "checker/strategies/situation.h"

namespace warpproof::strategies {

class KernelCheck {
 public:
  // All have to live as long as this.
  KernelCheck(const Program& program, std::uint32_t function, const CheckOptions& options);
  KernelCheck(const KernelCheck&) = delete;

  report::Kernel run();

  // What was proved by another check, with more freedom, is said of the launches of this one: there has to be
  // one. `other` is that check, `proved` what it gave.
  void require_witness_of(const KernelCheck& other, report::Kernel& proved);

 private:
  void check();
  void check_shape();
  void check_all_shapes();
  void check_all_sizes();
  void describe_sizes(Attempt& decided, const symbolic::Shape& shape);
  std::set<random_runs::LineOfFile> lines_of_errors();
  void suggest(double seconds);  // of effort

  Question question_;
  Situation situation_;
  KernelReport report_;
};

}  // namespace warpproof::strategies
