// Functions, and the statements of their bodies.
#pragma once

#include <cstdint>
#include <string_view>

#include "src/ptx/module.h"
#include "src/ptx/tokens.h"

namespace warpproof::ptx {

class FunctionBuilder {
 public:
  FunctionBuilder(Module& module, Tokens& tokens) : m_(module), tokens_(tokens) {}

  // What stands before a body.
  void start(bool is_entry, std::string_view token);
  void name(std::string_view token) { function_.name = token; }
  void open_list();
  void close_list(bool results);
  void attribute_name(std::string_view token);
  void attribute_value(std::string_view token);
  void open_body();
  void no_body();

  // Statements.
  void start_instruction(std::string_view name);
  void word(std::string_view token) { m_.words.push_back(token); }
  void instruction();
  void label();
  void open_scope(std::string_view token);
  void close_scope(std::string_view token);
  void declarations(std::string_view token, Range items);
  void loc_start(std::string_view token) { loc_token_ = token; }
  void inlined() { is_inlined_ = true; }
  void loc();
  void pragma(std::string_view text);
  void start_target_list() { first_operand_ = size_of(m_.operands); }
  void target_list();
  void prototype(std::string_view token);
  Statement current;  // name, guard

  // The text ends here.
  void finish(std::string_view end) const;

 private:
  Statement& add(Statement::Kind kind, std::string_view token);

  Module& m_;
  Tokens& tokens_;
  Function function_;
  bool in_body_ = false, is_inlined_ = false;
  int depth_ = 0;
  std::uint32_t first_word_ = 0, first_operand_ = 0, list_start_ = 0;
  std::string_view loc_token_;
};

}  // namespace warpproof::ptx
