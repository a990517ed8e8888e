// The program that is executed: its functions with their control flow, where its variables lie, and the positions of
// strands in it.
#pragma once

#include <cstdint>
#include <map>

#include "checker/claims/claims.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/parts.h"
#include "src/cfg/cfg.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class Code {
 public:
  // `root`: the kernel, or the function that is executed as one.
  Code(const Program& program, std::uint32_t root);

  const Program& program() const { return program_; }
  std::uint32_t root() const { return root_; }
  const Layout& layout() const { return layout_; }

  Position position_of(const Strand& s) const;
  const FunctionGraph& graph_of(std::uint32_t function) const;
  std::uint32_t place_of_block(std::uint32_t function, std::uint32_t block) const;
  static std::uint64_t param_address_base(std::size_t depth) {
    return kParamBase + (static_cast<std::uint64_t>(depth) << 32);
  }
  std::uint64_t param_address(std::size_t depth, std::uint32_t variable) const {
    return param_address_base(depth) + layout_.address[variable];
  }
  std::uint64_t local_base(const Strand& s) const;
  Position head_position(const Strand& s, std::size_t depth, std::uint32_t head) const;
  const Instruction& instruction_at(const Strand& s) const;
  static std::vector<LoopFrame> frames_of(const Position& at);
  // The one of that place, in the function where the strand is.
  claims::InstructionAt instruction_at(const Strand& s, std::uint32_t place) const;

 private:

  mutable std::map<std::uint32_t, FunctionGraph> graphs_;
  const Program& program_;
  const std::uint32_t root_;
  const Layout layout_;
};

}  // namespace warpproof::symbolic
