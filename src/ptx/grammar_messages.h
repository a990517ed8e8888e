// What is said when a rule of the grammar that must match does not; rules without a message are reported as unexpected
// text.
#pragma once

#include "src/ptx/grammar.h"

namespace warpproof::ptx::grammar {

template <typename Rule>
inline constexpr const char* kMessage = nullptr;
#define WARPPROOF_MESSAGE(rule, text) \
  template <>                         \
  inline constexpr const char* kMessage<rule> = text
WARPPROOF_MESSAGE(p::until<comment_end>, "comment without an end");
WARPPROOF_MESSAGE(quote_end, "string without an end");
WARPPROOF_MESSAGE(expect_comma, "expected ','");
WARPPROOF_MESSAGE(expect_semicolon, "expected ';' at the end of the directive");
WARPPROOF_MESSAGE(instruction_end, "expected an operand, ',' or ';'");
WARPPROOF_MESSAGE(declaration_end, "expected ',' or ';' after the declaration");
WARPPROOF_MESSAGE(expect<'}'>, "expected ',' or '}'");
WARPPROOF_MESSAGE(expect<']'>, "expected ',' or ']'");
WARPPROOF_MESSAGE(expect<')'>, "expected ',' or ')'");
WARPPROOF_MESSAGE(expect<'{'>, "expected '{'");
WARPPROOF_MESSAGE(expect<'>'>, "expected '>'");
WARPPROOF_MESSAGE(close_parenthesis, "expected ')'");
WARPPROOF_MESSAGE(expression, "expected a constant expression");
WARPPROOF_MESSAGE(signed_primary, "expected a constant after the operator");
WARPPROOF_MESSAGE(value, "expected a constant");
WARPPROOF_MESSAGE(expect_value, "expected a constant");
WARPPROOF_MESSAGE(align_value, "expected the alignment");
WARPPROOF_MESSAGE(integer, "expected a number");
WARPPROOF_MESSAGE(expect_integer, "expected a number");
WARPPROOF_MESSAGE(range_count, "expected the number of registers");
WARPPROOF_MESSAGE(operand, "expected an operand");
WARPPROOF_MESSAGE(leaf, "expected a register, name or constant");
WARPPROOF_MESSAGE(leaf_symbol, "expected a name");
WARPPROOF_MESSAGE(second_of_pair, "expected a register after '|'");
WARPPROOF_MESSAGE(address_item, "expected an address");
WARPPROOF_MESSAGE(guard_name, "expected a predicate register after '@'");
WARPPROOF_MESSAGE(opcode_name, "expected an instruction after the guard");
WARPPROOF_MESSAGE(opcode_word, "expected a name after '.'");
WARPPROOF_MESSAGE(instruction_rest, "expected an operand, ',' or ';'");
WARPPROOF_MESSAGE(word, "expected a name after '.'");
WARPPROOF_MESSAGE(declarator, "expected a name to declare");
WARPPROOF_MESSAGE(parameter, "expected a parameter declaration");
WARPPROOF_MESSAGE(initial_item, "expected a value or '{'");
WARPPROOF_MESSAGE(initial_name, "expected a name");
WARPPROOF_MESSAGE(initial_address, "expected a name");
WARPPROOF_MESSAGE(initial_close, "expected ',' or '}' in the initialiser");
WARPPROOF_MESSAGE(function_name, "expected the function's name");
WARPPROOF_MESSAGE(body_or_end, "expected a directive, '{' or ';' after the function's header");
WARPPROOF_MESSAGE(entity, "expected .entry, .func or a variable");
WARPPROOF_MESSAGE(pragma_text, "expected a string");
WARPPROOF_MESSAGE(file_path, "expected a string");
WARPPROOF_MESSAGE(version_major, "expected a version such as 8.0");
WARPPROOF_MESSAGE(p::one<'.'>, "expected '.'");
WARPPROOF_MESSAGE(version_minor, "expected a version such as 8.0");
WARPPROOF_MESSAGE(target_name, "expected a target such as sm_80");
WARPPROOF_MESSAGE(inlined_name, "expected a name");
WARPPROOF_MESSAGE(inlined_keyword, "expected inlined_at");
WARPPROOF_MESSAGE(section_name, "expected a section's name");
WARPPROOF_MESSAGE(p::one<'}'>, "expected '}' at the end of the section");
WARPPROOF_MESSAGE(p::one<'('>, "expected '('");
WARPPROOF_MESSAGE(p::one<')'>, "expected ')'");
WARPPROOF_MESSAGE(alias_name, "expected a name");
WARPPROOF_MESSAGE(alias_target, "expected a name");
WARPPROOF_MESSAGE(target_list_end, "expected ',' or ';'");
WARPPROOF_MESSAGE(prototype_end, "expected ';' at the end of the prototype");
WARPPROOF_MESSAGE(file_over, "expected a directive, label or instruction");
#undef WARPPROOF_MESSAGE

}  // namespace warpproof::ptx::grammar
