// Where in a program threads go around a barrier: the blocks that every way from an aligned barrier leads to.
//
// A thread that comes to such a block while others of its block of threads still have to complete the
// barrier, in no earlier iteration of a loop that both are in, went around the barrier: barrier.divergent. It
// does not matter which of the two comes first. Shared by the evaluator and the symbolic executor.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "src/cfg/cfg.h"
#include "src/program/program.h"

namespace warpproof {

class BarrierSites {
 public:
  using GraphOf = std::function<const FunctionGraph&(std::uint32_t function)>;
  BarrierSites(const Program& program, GraphOf graph_of)
      : program_(program), graph_of_(std::move(graph_of)) {}

  // Is there an aligned barrier without a thread count in this function, or in one that it calls?
  bool holds_barrier(std::uint32_t function);
  // Does the block strictly post-dominate such a barrier, or a call that leads to one? Not for a trivial
  // exit: ending early is no way around a barrier.
  bool is_past_barrier(std::uint32_t function, std::uint32_t block);

 private:
  struct Facts {
    std::vector<std::uint32_t> barrier_blocks;
    std::vector<char> past;  // by block
  };
  const Facts& facts(std::uint32_t function);
  bool search(std::uint32_t function, std::vector<char>& seen);

  const Program& program_;
  GraphOf graph_of_;
  std::map<std::uint32_t, bool> holds_;
  std::map<std::uint32_t, Facts> facts_;
};

// A blocking aligned barrier without a thread count.
bool is_barrier_of_everyone(const Instruction& instruction);

}  // namespace warpproof
