// Collects what the grammar recognises into a Module: one part for each kind of thing. Used by actions.h only.
#pragma once

#include <string_view>

#include "src/ptx/declaration_builder.h"
#include "src/ptx/directive_builder.h"
#include "src/ptx/function_builder.h"
#include "src/ptx/module.h"
#include "src/ptx/operand_builder.h"
#include "src/ptx/tokens.h"

namespace warpproof::ptx {

struct Builder {
  Builder(const Builder&) = delete;
  explicit Builder(Module& m)
      : module(m),
        tokens(m),
        operands(m, tokens),
        declarations(m, tokens),
        functions(m, tokens),
        directives(m, tokens) {}

  void start_function(bool is_entry, std::string_view token) {
    functions.start(is_entry, token);
    declarations.end_linkage();
  }
  void finish(std::string_view end) const {
    functions.finish(end);
    if (module.version_major == 0)
      throw InputError({module.file, 1, 1}, "no .version directive: this is no PTX module");
  }

  Module& module;
  Tokens tokens;
  OperandBuilder operands;
  DeclarationBuilder declarations;
  FunctionBuilder functions;
  DirectiveBuilder directives;
};

}  // namespace warpproof::ptx
