// Collects what the grammar recognises into a Module. Used by actions.h only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/ptx/literal.h"
#include "src/ptx/module.h"

namespace warpproof::ptx {

class Builder {
 public:
  explicit Builder(Module& module) : m(module) {}

  // Throws InputError at `where`, a view into the module's text.
  [[noreturn]] void fail(std::string_view where, const std::string& message) const;
  void check(std::string_view where, const std::string& error) const {
    if (!error.empty()) fail(where, error);
  }

  // Constant expressions.
  void number(std::string_view token);
  void finish_value(std::string_view token);
  std::uint64_t take_integer(std::string_view where);  // the finished value, which must be an integer
  void directive_integer(std::string_view token);
  ExpressionStack expression;
  Literal value;
  std::uint64_t offset = 0;
  std::vector<std::uint64_t> integers;  // of the directive being read

  // Operands.
  void leaf_symbol(std::string_view token);
  void leaf_value(std::string_view token);
  void open_composite(Operand::Kind kind, std::string_view token);
  void close_composite();
  void start_pair(std::string_view bar);
  std::string_view symbol;
  bool negated = false;

  // Statements.
  void start_instruction(std::string_view name);
  void word(std::string_view token) { m.words.push_back(token); }
  void instruction(std::string_view token);
  void label();
  void open_scope(std::string_view token);
  void close_scope(std::string_view token);
  void declarations(std::string_view token);
  void loc_start(std::string_view token) { loc_token_ = token; }
  void inlined() { is_inlined_ = true; }
  void loc(std::string_view token);
  void pragma(std::string_view text);
  void start_target_list() { first_operand_ = static_cast<std::uint32_t>(m.operands.size()); }
  void target_list();
  void prototype(std::string_view token);
  Statement current;  // name, guard

  // Declarations.
  void start_declaration(std::string_view space_word);
  void type_word(std::string_view word);
  void alignment(std::string_view where);
  void declare(std::string_view name);
  void range_count();
  void dimension(std::string_view where);
  void finish_declarator();
  void initial_open(std::string_view token);
  void initial_close(std::string_view token);
  void initial_symbol();
  void initial_number(std::string_view token);
  void initial_mask();
  bool is_extern = false, is_generic = false, sized = false;

  // Functions.
  void start_function(bool is_entry, std::string_view token);
  void function_name(std::string_view token) { function_.name = token; }
  void open_list();
  void close_list(bool results);
  void attribute_name(std::string_view token);
  void attribute_value(std::string_view token);
  void open_body();
  void no_body();

  // The rest.
  void version_major(std::string_view token) { m.version_major = small_number(token); }
  void version_minor(std::string_view token) { m.version_minor = small_number(token); }
  void target(std::string_view token) {
    if (m.target.empty()) m.target = token;
  }
  void address_size(std::string_view token);
  void alias(std::string_view target) { m.aliases.push_back({symbol, target}); }
  void file();
  std::string_view path, directory;  // with their quotes
  void finish(std::string_view end);

 private:
  int small_number(std::string_view token);
  Statement& add(Statement::Kind kind, std::string_view token);
  void add_leaf(const Operand& leaf);
  InitialiserItem& add_initial(InitialiserItem::Kind kind, std::string_view token);

  Module& m;
  Function function_;
  bool in_body_ = false, in_pointer_ = false, is_inlined_ = false, in_composite_ = false;
  int depth_ = 0, initial_depth_ = 0;
  std::uint32_t first_word_ = 0, first_operand_ = 0, first_declaration_ = 0, list_start_ = 0;
  Declaration pattern_;  // what precedes the declarators
  Operand composite_;
  std::string_view loc_token_;
};

}  // namespace warpproof::ptx
