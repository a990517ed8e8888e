#include "src/ptx/function_builder.h"

#include <string>
#include <utility>

#include "src/ptx/limits.h"
#include "src/ptx/one_of.h"

namespace warpproof::ptx {
namespace {

// Function directives that are read; lowering gives a meaning to some, the rest steer the compiler only.
constexpr std::array kAttributes = {std::string_view("maxntid"),
                                    std::string_view("reqntid"),
                                    std::string_view("minnctapersm"),
                                    std::string_view("maxnctapersm"),
                                    std::string_view("maxnreg"),
                                    std::string_view("reqnctapercluster"),
                                    std::string_view("maxclusterrank"),
                                    std::string_view("explicitcluster"),
                                    std::string_view("noreturn"),
                                    std::string_view("abi_preserve"),
                                    std::string_view("abi_preserve_control"),
                                    std::string_view("blocksareclusters")};

}  // namespace

void FunctionBuilder::start(bool is_entry, std::string_view token) {
  if (in_body_) tokens_.fail(token, "a function inside a function");
  function_ = {};
  function_.is_entry = is_entry;
}

void FunctionBuilder::open_list() { list_start_ = size_of(m_.declarations); }

void FunctionBuilder::close_list(bool results) {
  (results ? function_.results : function_.parameters) =
      Range{list_start_, size_of(m_.declarations) - list_start_};
}

void FunctionBuilder::attribute_name(std::string_view token) {
  if (!is_one_of(kAttributes, token.substr(1)))
    tokens_.fail(token, "unknown directive '" + std::string(token.substr(0, 40)) + "'");
  function_.attributes.push_back({token.substr(1), {}});
}

void FunctionBuilder::attribute_value(std::string_view token) {
  std::vector<std::uint64_t>& values = function_.attributes.back().values;
  if (values.size() >= 8) tokens_.fail(token, "too many values");
  values.push_back(tokens_.take_integer(token));
}

void FunctionBuilder::open_body() {
  function_.has_body = true;
  function_.body = {size_of(m_.statements), 0};
  in_body_ = true;
  depth_ = 0;
}

void FunctionBuilder::no_body() { m_.functions.push_back(std::move(function_)); }

Statement& FunctionBuilder::add(Statement::Kind kind, std::string_view token) {
  if (!in_body_) tokens_.fail(token, "only directives may stand outside a function");
  if (m_.statements.size() >= kMaxStatements) tokens_.fail(token, "more statements than this tool reads");
  Statement& out = m_.statements.emplace_back();
  out.kind = kind;
  return out;
}

void FunctionBuilder::start_instruction(std::string_view name) {
  current.name = name;
  first_word_ = size_of(m_.words);
  first_operand_ = size_of(m_.operands);
}

void FunctionBuilder::instruction() {
  Statement& out = add(Statement::Kind::Instruction, current.name);
  out.name = current.name;
  out.guard = current.guard;
  out.guard_negated = current.guard_negated;
  out.words = {first_word_, size_of(m_.words) - first_word_};
  out.items = {first_operand_, size_of(m_.operands) - first_operand_};
  current.guard = {};
  current.guard_negated = false;
}

void FunctionBuilder::label() { add(Statement::Kind::Label, current.name).name = current.name; }

void FunctionBuilder::open_scope(std::string_view token) {
  add(Statement::Kind::Open, token).name = token;
  if (++depth_ > kMaxNesting)
    tokens_.fail(token, "braces nested more than " + std::to_string(kMaxNesting) + " deep");
}

void FunctionBuilder::close_scope(std::string_view token) {
  if (!in_body_) tokens_.fail(token, "'}' without a '{'");
  if (depth_ > 0) {
    --depth_;
    add(Statement::Kind::Close, token).name = token;
    return;
  }
  in_body_ = false;
  function_.body.count = size_of(m_.statements) - function_.body.first;
  m_.functions.push_back(std::move(function_));
}

void FunctionBuilder::declarations(std::string_view token, Range items) {
  if (in_body_) {
    Statement& out = add(Statement::Kind::Declarations, token);
    out.name = token;
    out.items = items;
  } else {
    m_.variables.push_back(items);
  }
}

void FunctionBuilder::loc() {
  Loc out{tokens_.integers[0], tokens_.integers[1], tokens_.integers[2], is_inlined_, 0, 0, 0};
  if (is_inlined_) {
    out.call_file = tokens_.integers[3];
    out.call_line = tokens_.integers[4];
    out.call_column = tokens_.integers[5];
  }
  is_inlined_ = false;
  tokens_.integers.clear();
  if (!in_body_) return;
  Statement& statement = add(Statement::Kind::Location, loc_token_);
  statement.name = loc_token_;
  statement.items = {size_of(m_.locs), 1};
  m_.locs.push_back(out);
}

void FunctionBuilder::pragma(std::string_view text) {
  if (in_body_) add(Statement::Kind::Pragma, text).name = text;
  m_.pragmas.push_back(text);
}

void FunctionBuilder::target_list() {
  Statement& out = add(Statement::Kind::Targets, current.name);
  out.items = {first_operand_, size_of(m_.operands) - first_operand_};
}

void FunctionBuilder::prototype(std::string_view token) {
  add(Statement::Kind::Prototype, token).name = token;
}

void FunctionBuilder::finish(std::string_view end) const {
  if (in_body_) tokens_.fail(end, "the file ends inside function '" + std::string(function_.name) + "'");
}

}  // namespace warpproof::ptx
