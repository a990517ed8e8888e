// Declarations of registers, variables and parameters, with their initial values.
#pragma once

#include <cstdint>
#include <string_view>

#include "src/ptx/module.h"
#include "src/ptx/tokens.h"

namespace warpproof::ptx {

class DeclarationBuilder {
 public:
  DeclarationBuilder(Module& module, Tokens& tokens) : m_(module), tokens_(tokens) {}

  // What precedes the declarators.
  void linkage(std::string_view word) { is_extern_ = is_extern_ || word == ".extern"; }
  void start(std::string_view space_word);
  void type_word(std::string_view word);
  void alignment(std::string_view where);

  // One declarator.
  void declare(std::string_view name);
  void range_count();
  void open_dimension() { is_sized_ = false; }
  void dimension_value() { is_sized_ = true; }
  void dimension(std::string_view where);
  void finish_declarator();

  // Its initial value.
  void initial_open(std::string_view token);
  void initial_close(std::string_view token);
  void initial_generic() { is_generic_ = true; }
  void initial_symbol();
  void initial_number(std::string_view token);
  void initial_mask();

  // The declarations since start(); linkage ends with them, and where a function begins.
  Range finish();
  void end_linkage() { is_extern_ = false; }

 private:
  InitialiserItem& add_initial(InitialiserItem::Kind kind, std::string_view token);

  Module& m_;
  Tokens& tokens_;
  bool is_extern_ = false, is_generic_ = false, is_sized_ = false, in_pointer_ = false;
  int initial_depth_ = 0;
  std::uint32_t first_ = 0;
  Declaration pattern_;  // what precedes the declarators
};

}  // namespace warpproof::ptx
