// Builds a function's blocks in text order and resolves its branches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/program/program.h"

namespace warpproof::lowering {

class BlockBuilder {
 public:
  explicit BlockBuilder(Function& function) : f_(function) {}

  // Labels are numbers; every one used as a target must be placed before finish().
  std::uint32_t new_label();
  void place(std::uint32_t label, const std::string& name);

  // An instruction that neither waits nor leaves.
  void add(Instruction instruction);
  // A branch; Instruction::targets are labels. Its guard makes it conditional.
  void add_branch(Instruction branch);
  // A rendezvous or call alone in its block, or (stops) a ret, exit or trap; a guard becomes a branch around.
  void add_alone(Instruction instruction, bool stops);

  // Adds the ret that falling off the end means (`place` is its Instruction::place), resolves the branches
  // and drops unreachable blocks.
  void finish(std::uint32_t place);

 private:
  enum class End : std::uint8_t { Open, Falls, Jumps, Stops };  // Falls: may go on to the next block
  void open(const std::string& name);
  void close(End end);
  void set_successors();
  void drop_unreachable();

  Function& f_;
  std::vector<End> ends_;
  std::vector<std::int64_t> label_block_;  // -1: not placed yet
};

}  // namespace warpproof::lowering
