// A kernel that is followed, as the parts of an attempt that judge it see it.
#pragma once

#include <fmt/format.h>

#include <cstdint>

#include "checker/attempt/check_options.h"
#include "checker/attempt/limits.h"
#include "checker/attempt/outcome.h"
#include "checker/attempt/questions.h"
#include "checker/symbolic/executor.h"
#include "src/program/program.h"
#include "src/term/term.h"

namespace warpproof {

struct Followed {
  const Program& program;
  const std::uint32_t root;
  const CheckOptions& options;
  const LoopTreatment& loops;
  TermGraph& graph;
  symbolic::Executor& executor;
  const Limits& limits;
  Questions& questions;
  Outcome& outcome;

  bool wants_exact() const { return options.assumed != nullptr && options.assumed->wants_exact(); }
  void tell_progress(std::size_t left) const {
    if (options.progress)
      options.progress(
          fmt::format("{}: {} obligation{} left", program.functions[root].name, left, left == 1 ? "" : "s"));
  }
};

}  // namespace warpproof
