// Lowering of one function's body. Used by body.cpp, instruction.cpp and calls.cpp only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/program/blocks.h"
#include "src/program/context.h"
#include "src/program/forms.h"
#include "src/program/operands.h"
#include "src/program/places.h"

namespace warpproof::lowering {

class BodyLowering {
 public:
  BodyLowering(Context& context, const ptx::Function& text, std::uint32_t index, Places& places);
  void run();

 private:
  struct LabelScope {
    std::uint32_t parent = 0;
    std::unordered_map<std::string_view, std::uint32_t> labels;
    std::unordered_map<std::string_view, ptx::Range> lists;  // .branchtargets by the label before them
  };

  // body.cpp
  void collect_labels();
  void collect_uses(const ptx::Statement& st);
  template <typename Value>
  using Names = std::unordered_map<std::string_view, Value>;
  // Looks a name up in one of LabelScope's maps, from the current scope outwards.
  template <typename Value>
  std::optional<Value> find_in_scopes(Names<Value> LabelScope::*map, const ptx::Operand& text) const;
  std::uint32_t label(const ptx::Operand& text) const;
  ptx::Range target_list(const ptx::Operand& text) const;
  void declarations(const ptx::Statement& st);
  void declare_register(const ptx::Declaration& d);
  std::string opcode_text(const ptx::Statement& st) const;
  void add_unsupported(const ptx::Statement& st, const Instruction& head, const std::string& what);
  void instruction(const ptx::Statement& st);

  // instruction.cpp
  PartSelection take_part(ptx::Operand& text, const Instruction& in);
  const Form* choose_form(const ptx::Statement& st, Instruction& in, const Words& words);
  std::uint32_t operand_count(const ptx::Statement& st, const Words& words) const;
  void read_operands(const ptx::Statement& st, const Form& form, const Words& words, Instruction& in);
  void read_move_parts(const ptx::Statement& st, Instruction& in);
  void read_destination(const ptx::Operand& text, std::string_view layout, Instruction& in);
  void read_source(const ptx::Operand& text, char letter, Instruction& in);
  void read_copy_operand(const ptx::Operand& text, char letter, Instruction& in);
  void finish_copy(const ptx::Statement& st, Instruction& in) const;
  void read_vector(const ptx::Operand& text, bool is_source, Instruction& in);
  void finish_instruction(const ptx::Statement& st, Instruction& in);
  void finish_barrier(const ptx::Statement& st, Instruction& in) const;
  void finish_branch(Instruction& in);

  // matrix_lowering.cpp
  struct FragmentAccess;
  void matrix(const ptx::Statement& st, Instruction in, std::span<const std::string_view> words);
  Operand temporary(Type type);
  Operand compute(const Instruction& head, Opcode op, Type type, std::vector<Operand> sources);
  std::vector<ptx::Operand> matrix_list(const ptx::Operand& text) const;
  std::vector<Operand> matrix_registers_of(const ptx::Operand& text, Type type, int count, bool written,
                                           bool may_repeat);
  Operand matrix_address(const ptx::Operand& text, Instruction& in);
  void matrix_access(const Instruction& head, Opcode op, Type type, const Operand& address,
                     const Operand& value);
  void move_halves(const Instruction& head, const Operand& word, const Operand& low, const Operand& high,
                   bool packs);
  void rows_of_eight(const ptx::Operand* operands, Instruction in);
  void product(const ptx::Operand* operands, Instruction in);
  void fragment(const ptx::Operand* operands, std::uint32_t count, Instruction in);
  std::vector<FragmentAccess> fragment_accesses(const MatrixModifiers& m, int reg) const;
  std::pair<Operand, Operand> fragment_base(const Instruction& in, const Operand& stride);
  Operand fragment_address(const Instruction& head, const std::pair<Operand, Operand>& base,
                           const FragmentAccess& access);
  Operand move_fragment(const Instruction& head, Type type, const Operand& source,
                        const Operand& destination);
  void join_bytes(const Instruction& head, const Operand& word, const std::vector<Operand>& bytes);

  // calls.cpp
  struct PassedRegister {
    std::uint32_t index = 0, variable = 0;
  };
  struct Passed {  // what a call gives or receives in a register
    std::uint32_t variable = 0;
    Type type = Type::None;
    Operand value;
  };
  Operand byte_register();
  void store_param(std::uint32_t variable, Type type, const Operand& value, Guard guard, std::uint32_t place);
  void load_param(std::uint32_t variable, Type type, const Operand& target, std::uint32_t place);
  void declare_register_parameters(const ptx::Range& texts, const std::vector<std::uint32_t>& variables,
                                   std::vector<PassedRegister>& out);
  void take_parameters();
  void pass_results(Guard guard, std::uint32_t place);
  std::vector<std::uint32_t> call_variables(const ptx::Operand& tuple,
                                            const std::vector<std::uint32_t>& formals, bool are_results,
                                            std::vector<Passed>& passed);
  void call(const ptx::Statement& st, Instruction& in);
  void call_function(Instruction in, std::uint32_t function, const ptx::Operand& name,
                     const ptx::Operand* arguments, const ptx::Operand* results);
  void indirect_call(const Instruction& in, const Operand& address, const ptx::Operand* arguments,
                     const ptx::Operand* results);
  void add_call(Instruction in, const std::vector<Passed>& given, const std::vector<Passed>& received);

  Context& context_;
  const ptx::Module& m_;
  const ptx::Function& text_;
  std::uint32_t index_;
  Function& function_;
  OperandReader operands_;
  Places& places_;
  BlockBuilder blocks_;
  std::vector<LabelScope> scopes_;
  std::vector<std::uint32_t> scope_stack_;
  std::unordered_set<std::string_view> used_labels_;
  std::uint64_t list_targets_ = 0;  // of all brx.idx so far
  std::vector<PassedRegister> parameter_registers_, result_registers_;
  std::optional<std::uint32_t> byte_register_;
};

}  // namespace warpproof::lowering
