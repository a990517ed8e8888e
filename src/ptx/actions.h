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

// One line a rule: `t` is the matched text, `b` the builder.
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
WARPPROOF_ACTION(number, b.number(t))
WARPPROOF_ACTION(warp_size, b.expression.push({Literal::Kind::Integer, 32, false}))
WARPPROOF_ACTION(unary_operator, b.check(t, b.expression.unary(t[0])))
WARPPROOF_ACTION(binary_operator, b.check(t, b.expression.binary(t)))
WARPPROOF_ACTION(open_parenthesis, b.check(t, b.expression.open()))
WARPPROOF_ACTION(close_parenthesis, b.check(t, b.expression.close()))
WARPPROOF_ACTION(value, b.finish_value(t))
WARPPROOF_ACTION(integer, b.directive_integer(t))

// Operands.
WARPPROOF_ACTION(negation, b.negated = true)
WARPPROOF_ACTION(symbol, b.symbol = t)
WARPPROOF_ACTION(offset, b.offset = b.take_integer(t))
WARPPROOF_ACTION(leaf_symbol, b.leaf_symbol(t))
WARPPROOF_ACTION(leaf_value, b.leaf_value(t))
WARPPROOF_ACTION(open_vector, b.open_composite(Operand::Kind::Vector, t))
WARPPROOF_ACTION(open_address, b.open_composite(Operand::Kind::Address, t))
WARPPROOF_ACTION(open_tuple, b.open_composite(Operand::Kind::Tuple, t))
WARPPROOF_ACTION(close_composite, b.close_composite())
WARPPROOF_ACTION(pair_bar, b.start_pair(t))
WARPPROOF_ACTION(pair_end, b.close_composite())

// Statements.
WARPPROOF_ACTION(guard_not, b.current.guard_negated = true)
WARPPROOF_ACTION(guard_name, b.current.guard = t)
WARPPROOF_ACTION(opcode_name, b.start_instruction(t))
WARPPROOF_ACTION(opcode_word, b.word(t))
WARPPROOF_ACTION(instruction_rest, b.instruction(t))
WARPPROOF_ACTION(label_end, b.label())
WARPPROOF_ACTION(open_scope, b.open_scope(t))
WARPPROOF_ACTION(close_scope, b.close_scope(t))
WARPPROOF_ACTION(loc_start, b.loc_start(t))
WARPPROOF_ACTION(inlined, b.inlined())
WARPPROOF_ACTION(inlined_name, b.offset = 0)
WARPPROOF_ACTION(loc_end, b.loc(t))
WARPPROOF_ACTION(pragma_text, b.pragma(t.substr(1, t.size() - 2)))
WARPPROOF_ACTION(target_list_start, b.start_target_list())
WARPPROOF_ACTION(target_list_end, b.target_list())
WARPPROOF_ACTION(prototype_end, b.prototype(t))

// Declarations.
WARPPROOF_ACTION(linkage, b.is_extern = b.is_extern || t == ".extern")
WARPPROOF_ACTION(space, b.start_declaration(t))
WARPPROOF_ACTION(type_word, b.type_word(t))
WARPPROOF_ACTION(align_value, b.alignment(t))
WARPPROOF_ACTION(declared_name, b.declare(t))
WARPPROOF_ACTION(range_count, b.range_count())
WARPPROOF_ACTION(open_dimension, b.sized = false)
WARPPROOF_ACTION(dimension_value, b.sized = true)
WARPPROOF_ACTION(dimension, b.dimension(t))
WARPPROOF_ACTION(declarator, b.finish_declarator())
WARPPROOF_ACTION(declaration_end, b.declarations(t))
WARPPROOF_ACTION(initial_open, b.initial_open(t))
WARPPROOF_ACTION(initial_close, b.initial_close(t))
WARPPROOF_ACTION(initial_generic, b.is_generic = true)
WARPPROOF_ACTION(initial_name, b.symbol = t)
WARPPROOF_ACTION(initial_symbol, b.initial_symbol())
WARPPROOF_ACTION(initial_number, b.initial_number(t))
WARPPROOF_ACTION(initial_mask, b.initial_mask())

// Functions.
WARPPROOF_ACTION(entry_start, b.start_function(true, t))
WARPPROOF_ACTION(func_start, b.start_function(false, t))
WARPPROOF_ACTION(function_name, b.function_name(t))
WARPPROOF_ACTION(open_results, b.open_list())
WARPPROOF_ACTION(open_parameters, b.open_list())
WARPPROOF_ACTION(results, b.close_list(true))
WARPPROOF_ACTION(parameters, b.close_list(false))
WARPPROOF_ACTION(attribute_name, b.attribute_name(t))
WARPPROOF_ACTION(attribute_value, b.attribute_value(t))
WARPPROOF_ACTION(body_open, b.open_body())
WARPPROOF_ACTION(no_body, b.no_body())

// Other directives.
WARPPROOF_ACTION(version_major, b.version_major(t))
WARPPROOF_ACTION(version_minor, b.version_minor(t))
WARPPROOF_ACTION(target_name, b.target(t))
WARPPROOF_ACTION(address_size, b.address_size(t))
WARPPROOF_ACTION(file_path, b.path = t)
WARPPROOF_ACTION(file_directory, b.directory = t)
WARPPROOF_ACTION(file_end, b.file())
WARPPROOF_ACTION(alias_name, b.symbol = t)
WARPPROOF_ACTION(alias_target, b.alias(t))
WARPPROOF_ACTION(unknown_directive, b.fail(t, "unknown directive '" + std::string(t.substr(0, 40)) + "'"))
#undef WARPPROOF_ACTION

}  // namespace warpproof::ptx
