// The weakest condition of a launch, of a few simple forms, under which a broken kernel is proved.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/counterexample/counterexample.h"
#include "checker/launch/assumptions.h"
#include "src/program/parameter_uses.h"

namespace warpproof::strategies {

struct SuggestQuestion {
  // The result of a check under one more condition; `example`: the run that breaks a rule there; `assumptions`: of the proof.
  struct Answer {
    bool proved = false;
    std::optional<counterexample::Replay> example;
    std::vector<std::string> assumptions;
  };
  std::function<Answer(const launch::Condition&)> check;
  std::function<bool()> out_of_time;
  std::optional<counterexample::Replay> example;  // a run that is known to break a rule
  bool any_block = false;                         // sizes are open: multiples of `multiple` up to `largest`
  std::uint32_t multiple = 1, largest = 1024;
  std::map<std::string, launch::Quantity> scalars;  // parameters by name
  std::map<std::uint32_t, ParameterUse> uses;       // by index: only what a kernel compares them with is suggested
  int warp_size = 32;
};

// "blockDim.x % 32 == 0", "n % blockDim.x == 0", "mode != 3"; an empty text where none was proved in the time. What is returned
// was proved by `check`, under `assumptions`; that a weaker condition would not do is not shown, the forms are tried from weak to
// strong.
struct Suggestion {
  std::string condition;
  std::vector<std::string> assumptions;
};
Suggestion suggest_condition(const SuggestQuestion& question);

}  // namespace warpproof::strategies
