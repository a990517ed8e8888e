// What each grammar rule does to the Builder.
#pragma once

#include <string_view>

#include "src/ptx/builder.h"
#include "src/ptx/grammar.h"

namespace warpproof::ptx {

template <typename Rule>
struct Action {};

template <typename Input>
std::string_view view_of(const Input& in) {
  return {in.begin(), in.size()};
}

// One line a rule: `t` is the matched text, `b` the Builder.
#define WARPPROOF_ACTION(rule, ...)                            \
  template <>                                                  \
  struct Action<grammar::rule> {                               \
    template <typename Input>                                  \
    static void apply(const Input& in, Builder& b) {           \
      [[maybe_unused]] const std::string_view t = view_of(in); \
      __VA_ARGS__;                                             \
    }                                                          \
  };

// Constants.
WARPPROOF_ACTION(number, b.tokens.number(t))
WARPPROOF_ACTION(warp_size, b.tokens.expression.push({Literal::Kind::Integer, 32, false}))
WARPPROOF_ACTION(unary_operator, b.tokens.check(t, b.tokens.expression.unary(t[0])))
WARPPROOF_ACTION(binary_operator, b.tokens.check(t, b.tokens.expression.binary(t)))
WARPPROOF_ACTION(open_parenthesis, b.tokens.check(t, b.tokens.expression.open()))
WARPPROOF_ACTION(close_parenthesis, b.tokens.check(t, b.tokens.expression.close()))
WARPPROOF_ACTION(value, b.tokens.finish_value(t))
WARPPROOF_ACTION(integer, b.tokens.directive_integer(t))

// Operands.
WARPPROOF_ACTION(negation, b.operands.negated = true)
WARPPROOF_ACTION(symbol, b.tokens.symbol = t)
WARPPROOF_ACTION(offset, b.tokens.offset = b.tokens.take_integer(t))
WARPPROOF_ACTION(leaf_symbol, b.operands.leaf_symbol())
WARPPROOF_ACTION(leaf_value, b.operands.leaf_value(t))
WARPPROOF_ACTION(open_vector, b.operands.open_composite(Operand::Kind::Vector, t))
WARPPROOF_ACTION(open_address, b.operands.open_composite(Operand::Kind::Address, t))
WARPPROOF_ACTION(open_tuple, b.operands.open_composite(Operand::Kind::Tuple, t))
WARPPROOF_ACTION(close_composite, b.operands.close_composite())
WARPPROOF_ACTION(pair_bar, b.operands.start_pair())
WARPPROOF_ACTION(pair_end, b.operands.close_composite())

// Statements.
WARPPROOF_ACTION(guard_not, b.functions.current.guard_negated = true)
WARPPROOF_ACTION(guard_name, b.functions.current.guard = t)
WARPPROOF_ACTION(opcode_name, b.functions.start_instruction(t))
WARPPROOF_ACTION(opcode_word, b.functions.word(t))
WARPPROOF_ACTION(instruction_rest, b.functions.instruction())
WARPPROOF_ACTION(label_end, b.functions.label())
WARPPROOF_ACTION(open_scope, b.functions.open_scope(t))
WARPPROOF_ACTION(close_scope, b.functions.close_scope(t))
WARPPROOF_ACTION(loc_start, b.functions.loc_start(t))
WARPPROOF_ACTION(inlined, b.functions.inlined())
WARPPROOF_ACTION(inlined_name, b.tokens.offset = 0)
WARPPROOF_ACTION(loc_end, b.functions.loc())
WARPPROOF_ACTION(pragma_text, b.functions.pragma(t.substr(1, t.size() - 2)))
WARPPROOF_ACTION(target_list_start, b.functions.start_target_list())
WARPPROOF_ACTION(target_list_end, b.functions.target_list())
WARPPROOF_ACTION(prototype_end, b.functions.prototype(t))

// Declarations.
WARPPROOF_ACTION(linkage, b.declarations.linkage(t))
WARPPROOF_ACTION(space, b.declarations.start(t))
WARPPROOF_ACTION(type_word, b.declarations.type_word(t))
WARPPROOF_ACTION(align_value, b.declarations.alignment(t))
WARPPROOF_ACTION(declared_name, b.declarations.declare(t))
WARPPROOF_ACTION(range_count, b.declarations.range_count())
WARPPROOF_ACTION(open_dimension, b.declarations.open_dimension())
WARPPROOF_ACTION(dimension_value, b.declarations.dimension_value())
WARPPROOF_ACTION(dimension, b.declarations.dimension(t))
WARPPROOF_ACTION(declarator, b.declarations.finish_declarator())
WARPPROOF_ACTION(declaration_end, b.functions.declarations(t, b.declarations.finish()))
WARPPROOF_ACTION(initial_open, b.declarations.initial_open(t))
WARPPROOF_ACTION(initial_close, b.declarations.initial_close(t))
WARPPROOF_ACTION(initial_generic, b.declarations.initial_generic())
WARPPROOF_ACTION(initial_name, b.tokens.symbol = t)
WARPPROOF_ACTION(initial_symbol, b.declarations.initial_symbol())
WARPPROOF_ACTION(initial_number, b.declarations.initial_number(t))
WARPPROOF_ACTION(initial_mask, b.declarations.initial_mask())

// Functions.
WARPPROOF_ACTION(entry_start, b.start_function(true, t))
WARPPROOF_ACTION(func_start, b.start_function(false, t))
WARPPROOF_ACTION(function_name, b.functions.name(t))
WARPPROOF_ACTION(open_results, b.functions.open_list())
WARPPROOF_ACTION(open_parameters, b.functions.open_list())
WARPPROOF_ACTION(results, b.functions.close_list(true))
WARPPROOF_ACTION(parameters, b.functions.close_list(false))
WARPPROOF_ACTION(attribute_name, b.functions.attribute_name(t))
WARPPROOF_ACTION(attribute_value, b.functions.attribute_value(t))
WARPPROOF_ACTION(body_open, b.functions.open_body())
WARPPROOF_ACTION(no_body, b.functions.no_body())

// Other directives.
WARPPROOF_ACTION(version_major, b.directives.version_major(t))
WARPPROOF_ACTION(version_minor, b.directives.version_minor(t))
WARPPROOF_ACTION(target_name, b.directives.target(t))
WARPPROOF_ACTION(address_size, b.directives.address_size(t))
WARPPROOF_ACTION(file_path, b.directives.path = t)
WARPPROOF_ACTION(file_directory, b.directives.directory = t)
WARPPROOF_ACTION(file_end, b.directives.file())
WARPPROOF_ACTION(alias_name, b.tokens.symbol = t)
WARPPROOF_ACTION(alias_target, b.directives.alias(t))
WARPPROOF_ACTION(unknown_directive, b.tokens.fail(t, "unknown directive '" + std::string(t.substr(0, 40)) + "'"))
#undef WARPPROOF_ACTION

}  // namespace warpproof::ptx
