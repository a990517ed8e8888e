// Operands, scalar instructions and the passage of undefined values through them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class ScalarInstructions {
 public:
  explicit ScalarInstructions(const Parts& parts);

  Value read(Strand& s, const Operand& o, Type type, std::uint32_t place);
  Lanes variable_address(const Strand& s, std::uint32_t variable, std::uint64_t offset) const;
  void write(Strand& s, const Instruction& ins, const Operand& destination, Value value,
             const Lanes* active = nullptr);
  void execute_alu_instruction(Strand& s, const Instruction& ins);
  Lanes guard_of(Strand& s, const Instruction& ins);
  void use(const Lanes& guard, const Value& v, std::uint32_t place, const std::string& how);
  Lanes fresh_choices(const Strand& s, int width, std::uint32_t place, const std::string& what,
                      const std::vector<Term>* canonical = nullptr);
  void load_parameters(Strand& s);

  // Elements of a fragment of wmma, one after the other: in memory or registers which of them is undefined is known by a
  // mapping to lanes that is open. So all elements of it are as undefined as any.
  void note_element(const Instruction& ins, const Lanes& active, const Value& value);
  void undefine_as_fragment(Value& value) const;

 private:
  Lanes special(Strand& s, const Operand& o, int width, std::uint32_t place);
  Lanes read_clock(Strand& s, Special which, int width, std::uint32_t place);
  Value carry_of(Strand& s, std::uint32_t place);
  Lanes result_taint(const Instruction& ins, const std::vector<Value>& sources, Origins& origins);
  // Null: nothing is known.
  const launch::Facts* facts_of(ParameterPart part, int bytes) const;
  std::set<std::uint32_t> ends_of_parts(std::uint32_t index, std::uint32_t size) const;
  Lanes parameter_part(ParameterPart part, int bytes);
  void mark_float(Term t, Type type);

  const Program& program_;
  const std::uint32_t root_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  LaunchNumbers& numbers_;
  Pointers& pointers_;
  const Layout& layout_;
  Obligations& obligations_;
  std::vector<Input>& inputs_;
  std::set<std::string>& approximations_;
  std::map<ParameterPart, Lanes>& parameter_lanes_;
  bool& uses_block_size_;
  std::set<std::string>& assumed_;
  Code& code_;
  Record& record_;
  Division& division_;

  std::vector<Term> fragment_taint_;  // by thread, of the latest fragment
  Origins fragment_origins_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, int>, Term> special_terms_;  // register, number, width
};

}  // namespace warpproof::symbolic
