// The grammar of PTX text. Statements are generic: an opcode is whatever stands before the operands, so that
// every instruction is read whether or not lowering knows it.
//
// The grammar is flat over statements (braces are statements of their own) and decides on one token, so that
// no action runs for text that is read again in another way. Actions are in actions.h, messages in
// grammar_messages.h.
//
// Source: PTX ISA 9.x, sections 4.1 to 4.4 (lexical), 4.5 (constants), 5.4 (variables), 11 (directives).
#pragma once

#include <tao/pegtl.hpp>

namespace warpproof::ptx::grammar {

namespace p = tao::pegtl;

// --- Lexical
// -----------------------------------------------------------------------------------------------------
struct comment_end : p::string<'*', '/'> {};
struct block_comment : p::if_must<p::string<'/', '*'>, p::until<comment_end>> {};
struct line_comment : p::seq<p::string<'/', '/'>, p::star<p::not_one<'\n'>>> {};
struct blank : p::plus<p::one<' ', '\t', '\r', '\n', '\v', '\f'>> {};
struct s : p::star<p::sor<blank, line_comment, block_comment>> {};  // what may stand between tokens

struct name_char : p::ranges<'a', 'z', 'A', 'Z', '0', '9', '_', '_', '$'> {};
struct name_start : p::ranges<'a', 'z', 'A', 'Z', '_', '_', '$', '$', '%'> {};
struct name : p::seq<name_start, p::star<name_char>> {};
template <char... C>
struct keyword : p::seq<p::string<'.', C...>, p::not_at<name_char>> {};
struct word : p::plus<p::sor<name_char, p::string<':', ':'>>> {};
struct string_body : p::star<p::sor<p::seq<p::one<'\\'>, p::any>, p::not_one<'"', '\n', '\\'>>> {};
struct quote_end : p::one<'"'> {};
struct quoted : p::if_must<p::one<'"'>, string_body, quote_end> {};

struct comma : p::seq<s, p::one<','>, s> {};
struct expect_comma : comma {};
struct semicolon : p::one<';'> {};
struct expect_semicolon : p::seq<s, semicolon> {};
template <char C>
struct expect : p::seq<s, p::one<C>> {};

// --- Constants
// ---------------------------------------------------------------------------------------------------
struct exponent : p::seq<p::one<'e', 'E'>, p::opt<p::one<'+', '-'>>, p::plus<p::digit>> {};
struct fraction : p::seq<p::one<'.'>, p::star<p::digit>, p::opt<exponent>> {};
struct decimal_float : p::seq<p::plus<p::digit>, p::sor<fraction, exponent>, p::not_at<p::alnum>> {};
struct number : p::sor<decimal_float, p::seq<p::digit, p::star<p::alnum>>> {};
struct warp_size : p::seq<p::string<'W', 'A', 'R', 'P', '_', 'S', 'Z'>, p::not_at<name_char>> {};
struct unary_operator : p::one<'-', '+', '~', '!'> {};
struct binary_operator
    : p::sor<p::string<'<', '<'>, p::string<'>', '>'>, p::string<'<', '='>, p::string<'>', '='>,
             p::string<'=', '='>, p::string<'!', '='>, p::string<'&', '&'>, p::string<'|', '|'>,
             p::one<'*', '/', '%', '+', '-', '<', '>', '&', '^', '|'>> {};
struct open_parenthesis : p::one<'('> {};
struct close_parenthesis : p::one<')'> {};
struct expression;
struct parenthesised : p::if_must<open_parenthesis, s, expression, s, close_parenthesis> {};
struct signed_primary : p::seq<p::star<unary_operator, s>, p::sor<number, warp_size, parenthesised>> {};
struct expression : p::seq<signed_primary, p::star<s, p::if_must<binary_operator, s, signed_primary>>> {};
struct value : p::seq<expression> {};  // a finished constant expression
struct expect_value : p::seq<s, value> {};
struct integer : p::seq<p::plus<p::digit>, p::not_at<name_char>> {};  // of directives
struct expect_integer : p::seq<s, integer> {};

// --- Operands
// ----------------------------------------------------------------------------------------------------
struct symbol : p::seq<name, p::star<p::one<'.'>, p::plus<name_char>>> {};
struct offset : p::seq<s, p::at<p::one<'+', '-'>>, p::must<value>> {};
struct negation : p::seq<p::one<'!'>, s, p::at<name_start>> {};
struct leaf_symbol : p::seq<p::opt<negation>, symbol, p::opt<offset>> {};
struct leaf_value : p::seq<value> {};
struct leaf : p::sor<leaf_symbol, leaf_value> {};
struct pair_bar : p::seq<s, p::one<'|'>> {};
struct second_of_pair : p::seq<s, leaf_symbol> {};
struct pair_end : p::success {};
struct symbol_or_pair : p::seq<leaf_symbol, p::opt<p::if_must<pair_bar, second_of_pair, pair_end>>> {};

struct open_vector : p::one<'{'> {};
struct open_address : p::one<'['> {};
struct open_tuple : p::one<'('> {};
struct close_composite : p::success {};
struct vector_inside : p::if_must<p::one<'{'>, s, p::list_must<leaf, comma>, expect<'}'>> {};
struct address_item : p::sor<vector_inside, leaf> {};
struct vector : p::if_must<open_vector, s, p::list_must<leaf, comma>, expect<'}'>, close_composite> {};
struct address
    : p::if_must<open_address, s, p::list_must<address_item, comma>, expect<']'>, close_composite> {};
struct tuple_items : p::opt<p::not_at<p::one<')'>>, p::list_must<leaf, comma>> {};
struct tuple : p::if_must<open_tuple, s, tuple_items, expect<')'>, close_composite> {};
struct operand : p::sor<symbol_or_pair, address, vector, tuple, leaf_value> {};
struct operands : p::list_must<operand, comma> {};

// --- Labels and instructions
// -------------------------------------------------------------------------------------
struct guard_not : p::one<'!'> {};
struct guard_name : p::seq<name> {};
struct opcode_name : p::seq<name> {};
struct opcode_word : p::seq<word> {};
struct expect_word : opcode_word {};
struct opcode_words : p::star<s, p::if_must<p::one<'.'>, opcode_word>> {};
struct label_end : p::seq<s, p::one<':'>, p::not_at<p::one<':'>>> {};
struct instruction_end : p::seq<s, semicolon> {};
struct instruction_rest : p::seq<opcode_words, s, p::opt<operands>, p::must<instruction_end>> {};
struct guarded : p::if_must<p::seq<p::one<'@'>, p::not_at<p::one<'@'>>>, s, p::opt<guard_not>, s, guard_name,
                            s, opcode_name, instruction_rest> {};
struct label_or_instruction : p::seq<opcode_name, p::sor<label_end, p::must<instruction_rest>>> {};
struct open_scope : p::one<'{'> {};
struct close_scope : p::one<'}'> {};

// --- Declarations
// ------------------------------------------------------------------------------------------------
struct linkage : p::seq<p::one<'.'>,
                        p::sor<TAO_PEGTL_STRING("visible"), TAO_PEGTL_STRING("extern"),
                               TAO_PEGTL_STRING("weak"), TAO_PEGTL_STRING("common")>,
                        p::not_at<name_char>> {};
struct space : p::seq<p::one<'.'>,
                      p::sor<TAO_PEGTL_STRING("reg"), TAO_PEGTL_STRING("param"), TAO_PEGTL_STRING("global"),
                             TAO_PEGTL_STRING("shared"), TAO_PEGTL_STRING("local"), TAO_PEGTL_STRING("const"),
                             TAO_PEGTL_STRING("tex")>,
                      p::not_at<name_char>> {};
struct align_value : p::seq<s, value> {};
struct align : p::if_must<TAO_PEGTL_KEYWORD(".align"), align_value> {};
struct attribute_inner : p::if_must<p::one<'('>, p::star<p::not_one<'(', ')'>>, p::one<')'>> {};
struct attribute : p::if_must<TAO_PEGTL_KEYWORD(".attribute"), s, p::one<'('>,
                              p::star<p::sor<p::not_one<'(', ')'>, attribute_inner>>, p::one<')'>> {};
struct type_word : p::if_must<p::one<'.'>, word> {};
struct declaration_item : p::sor<align, attribute, type_word> {};

struct declared_name : p::seq<name> {};
struct range_count : p::seq<integer> {};
struct register_range : p::if_must<p::one<'<'>, s, range_count, expect<'>'>> {};
struct open_dimension : p::one<'['> {};
struct dimension_value : p::seq<value> {};
struct dimension : p::if_must<open_dimension, s, p::opt<dimension_value>, expect<']'>> {};

struct initial_open : p::one<'{'> {};
struct initial_close : p::seq<s, p::one<'}'>> {};
struct initial_item;
struct initial_list
    : p::opt<p::not_at<p::one<'}'>>, initial_item, p::star<comma, initial_item>, p::opt<comma>> {};
struct initial_braces : p::if_must<initial_open, s, initial_list, initial_close> {};
struct initial_name : p::seq<name> {};
struct initial_generic : p::seq<p::string<'g', 'e', 'n', 'e', 'r', 'i', 'c'>, s, p::one<'('>> {};
struct initial_offset : p::opt<offset> {};
struct initial_address
    : p::sor<p::if_must<initial_generic, s, initial_name, initial_offset, expect<')'>, initial_offset>,
             p::seq<initial_name, initial_offset>> {};
struct initial_field : p::seq<name, s, p::one<'='>, s, p::sor<name, p::plus<p::digit>>> {
};  // of a .samplerref
struct initial_symbol : p::seq<initial_address> {};
struct mask_open : p::seq<s, p::one<'('>> {};
struct initial_number : p::seq<value> {};
struct initial_mask : p::if_must<mask_open, s, initial_address, expect<')'>> {};
struct initial_item
    : p::sor<initial_braces, initial_field, initial_symbol, p::seq<initial_number, p::opt<initial_mask>>> {};
struct initialiser_start : p::seq<s, p::one<'='>, p::not_at<p::one<'='>>> {};
struct initialiser : p::if_must<initialiser_start, s, initial_item> {};

struct declarator
    : p::seq<declared_name, p::opt<s, register_range>, p::star<s, dimension>, p::opt<initialiser>> {};
struct declaration_head : p::seq<space, s, p::star<declaration_item, s>> {};
struct declaration_end : p::seq<s, semicolon> {};
struct declaration : p::if_must<declaration_head, p::list_must<declarator, comma>, declaration_end> {};

// --- Functions
// ---------------------------------------------------------------------------------------------------
struct parameter : p::if_must<declaration_head, declarator> {};
struct parameter_list
    : p::if_must<p::one<'('>, s, p::opt<p::not_at<p::one<')'>>, p::list_must<parameter, comma>>,
                 expect<')'>> {};
struct open_results : p::at<p::one<'('>> {};
struct results : p::seq<open_results, parameter_list> {};
struct open_parameters : p::at<p::one<'('>> {};
struct parameters : p::seq<open_parameters, parameter_list> {};
struct function_name : p::seq<name> {};
struct pragma_text : p::seq<quoted> {};
struct pragma
    : p::if_must<TAO_PEGTL_KEYWORD(".pragma"), s, p::list_must<pragma_text, comma>, expect_semicolon> {};
struct attribute_name : p::seq<p::one<'.'>, word> {};
struct attribute_value : p::seq<p::at<p::digit>, value> {};
struct function_attribute
    : p::sor<attribute, pragma, p::seq<attribute_name, p::opt<s, p::list<attribute_value, comma>>>> {};
struct attributes : p::star<s, function_attribute> {};
struct no_body : p::one<';'> {};
struct body_open : p::one<'{'> {};
struct body_or_end : p::seq<s, p::sor<body_open, no_body>> {};
struct entry_start : TAO_PEGTL_KEYWORD(".entry") {};
struct func_start : TAO_PEGTL_KEYWORD(".func") {};
struct entry : p::if_must<entry_start, s, function_name, s, p::opt<parameters>, attributes, body_or_end> {};
struct func : p::if_must<func_start, attributes, s, p::opt<results>, attributes, s, function_name, s,
                         p::opt<parameters>, attributes, body_or_end> {};
struct entity : p::sor<declaration, entry, func> {};
struct linked_entity : p::if_must<linkage, s, p::star<linkage, s>, entity> {};

// --- Other directives
// --------------------------------------------------------------------------------------------
struct version_major : p::plus<p::digit> {};
struct version_minor : p::plus<p::digit> {};
struct version : p::if_must<TAO_PEGTL_KEYWORD(".version"), s, version_major, p::one<'.'>, version_minor> {};
struct target_name : p::plus<name_char> {};
struct target : p::if_must<TAO_PEGTL_KEYWORD(".target"), s, p::list_must<target_name, comma>> {};
struct address_size : p::if_must<TAO_PEGTL_KEYWORD(".address_size"), s, integer> {};

struct file_path : p::seq<quoted> {};
struct file_extra : p::if_must<comma, integer> {};
struct file_directory : p::seq<quoted> {};
struct file_end : p::success {};
struct file : p::if_must<TAO_PEGTL_KEYWORD(".file"), expect_integer, s, file_path, p::opt<p::seq<s, file_directory>>,
                         p::star<file_extra>, file_end> {};

struct inlined_name : p::seq<name, p::opt<offset>> {};
struct inlined_keyword : p::seq<TAO_PEGTL_STRING("inlined_at"), p::not_at<name_char>> {};
struct inlined
    : p::if_must<p::seq<comma, TAO_PEGTL_STRING("function_name"), p::not_at<name_char>>, s, inlined_name,
                 expect_comma, inlined_keyword, expect_integer, expect_integer, expect_integer> {};
struct loc_start : TAO_PEGTL_KEYWORD(".loc") {};
struct loc_end : p::success {};
struct loc : p::if_must<loc_start, expect_integer, expect_integer, expect_integer, p::opt<inlined>, loc_end> {
};

// Debug sections hold nothing that a run depends on.
struct section_skip
    : p::star<
          p::sor<p::plus<p::not_one<'{', '}', '"', '/'>>, line_comment, block_comment, quoted, p::one<'/'>>> {
};
struct section_name : p::plus<p::sor<name_char, p::one<'.'>>> {};
struct section
    : p::if_must<TAO_PEGTL_KEYWORD(".section"), s, section_name, expect<'{'>, section_skip, p::one<'}'>> {};
struct old_dwarf : p::seq<TAO_PEGTL_STRING("@@DWARF"), p::star<p::not_one<'\n'>>> {};

struct alias_name : p::seq<name> {};
struct alias_target : p::seq<name> {};
struct alias
    : p::if_must<TAO_PEGTL_KEYWORD(".alias"), s, alias_name, expect_comma, alias_target, expect_semicolon> {};
struct target_list_start
    : p::seq<p::one<'.'>, p::sor<TAO_PEGTL_STRING("branchtargets"), TAO_PEGTL_STRING("calltargets")>,
             p::not_at<name_char>> {};
struct target_list_end : p::seq<s, semicolon> {};
struct target_list : p::if_must<target_list_start, s, p::list_must<leaf_symbol, comma>, target_list_end> {};
struct prototype_text : p::star<p::sor<blank, line_comment, block_comment, p::not_one<';', '{', '}'>>> {};
struct prototype_end : p::one<';'> {};
struct prototype : p::if_must<TAO_PEGTL_KEYWORD(".callprototype"), prototype_text, prototype_end> {};
struct unknown_directive : p::seq<p::one<'.'>, p::star<name_char>> {};

struct directive : p::sor<loc, declaration, linked_entity, entry, func, pragma, version, target, address_size,
                          file, section, alias, target_list, prototype, unknown_directive> {};
struct statement : p::sor<p::if_must<p::at<p::one<'.'>>, directive>, label_or_instruction, guarded,
                          open_scope, close_scope, old_dwarf> {};
struct file_over : p::eof {};
struct module : p::seq<s, p::star<statement, s>, p::must<file_over>> {};

}  // namespace warpproof::ptx::grammar
