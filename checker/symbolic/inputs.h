// What an execution is for all values of: parameters, sizes and numbers of the launch, values that the program
// leaves open.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "src/program/program.h"
#include "src/term/term.h"

namespace warpproof::symbolic {

// A variable of the analysis and what it stands for; a model of it becomes an input of the replay.
struct Input {
  enum class Kind {
    Parameter,
    LaneParameter,
    BlockSize,
    WarpIndex,
    GridSize,
    BlockIndex,
    Group,
    Choice,
    Special
  };
  Kind kind = Kind::Parameter;
  Term term;
  std::uint32_t index =
      0;  // parameter; Special; axis of a grid size or block index; Group: number of the visit
  std::uint32_t offset = 0;  // bytes into the parameter; of a Special: Operand::index
  int thread = -1;           // LaneParameter, Group, Choice
  Term guard;                // Group, Choice: when the thread gets there
  std::uint32_t place = 0;
  std::optional<Term> canonical;  // Choice: its value under the canonical schedule
  std::optional<Special> clock = std::nullopt;  // Choice: what a thread read of this counter of the hardware
};

// Inputs that several executions over one term graph have in common: what is asked for again is the same
// variable. Groups and choices are each execution's own.
class SharedInputs {
 public:
  Term variable(TermGraph& graph, Input::Kind kind, std::uint32_t index, std::uint32_t offset, int thread,
                int width, const std::string& name);

 private:
  std::map<std::tuple<Input::Kind, std::uint32_t, std::uint32_t, int, int>, Term> known_;
};

}  // namespace warpproof::symbolic
