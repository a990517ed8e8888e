#include "src/ptx/builder.h"

#include <algorithm>
#include <array>

#include "src/base/quoted_text.h"
#include "src/ptx/limits.h"

namespace warpproof::ptx {
namespace {

constexpr std::array kTypes = {
    std::string_view("pred"),       std::string_view("b8"),     std::string_view("b16"),
    std::string_view("b32"),        std::string_view("b64"),    std::string_view("b128"),
    std::string_view("u8"),         std::string_view("u16"),    std::string_view("u32"),
    std::string_view("u64"),        std::string_view("s8"),     std::string_view("s16"),
    std::string_view("s32"),        std::string_view("s64"),    std::string_view("f16"),
    std::string_view("f16x2"),      std::string_view("bf16"),   std::string_view("bf16x2"),
    std::string_view("f32"),        std::string_view("f64"),    std::string_view("texref"),
    std::string_view("samplerref"), std::string_view("surfref")};

// Words that only qualify the pointer a parameter holds.
constexpr std::array kPointees = {std::string_view("global"),         std::string_view("shared"),
                                  std::string_view("local"),          std::string_view("const"),
                                  std::string_view("param"),          std::string_view("shared::cta"),
                                  std::string_view("shared::cluster")};

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

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <typename T>
std::uint32_t size_of(const std::vector<T>& pool) {
  return static_cast<std::uint32_t>(pool.size());
}

// Without the quotes of a string.
std::string unquoted(std::string_view quoted) { return unescaped(quoted.substr(1, quoted.size() - 2)); }

}  // namespace

void Builder::fail(std::string_view where, const std::string& message) const {
  // Whoever hands over something else than PTX should learn that first.
  const bool is_ptx = m.version_major != 0;
  throw InputError(m.locate(where),
                   is_ptx ? message : message + " (is this PTX? no .version directive stands before)");
}

// --- Constants
// ---------------------------------------------------------------------------------------------------

void Builder::number(std::string_view token) {
  std::string error;
  const auto literal = read_literal(token, error);
  if (!literal) fail(token, error);
  check(token, expression.push(*literal));
}

void Builder::finish_value(std::string_view token) { check(token, expression.finish(value)); }

std::uint64_t Builder::take_integer(std::string_view where) {
  if (value.kind != Literal::Kind::Integer) fail(where, "expected an integer constant");
  return value.bits;
}

void Builder::directive_integer(std::string_view token) {
  std::string error;
  const auto literal = read_literal(token, error);
  if (!literal) fail(token, error);
  if (integers.size() < 16) integers.push_back(literal->bits);
}

// --- Operands
// ----------------------------------------------------------------------------------------------------

void Builder::add_leaf(const Operand& leaf) {
  if (in_composite_) {
    m.elements.push_back(leaf);
    ++composite_.elements.count;
  } else {
    m.operands.push_back(leaf);
  }
}

void Builder::leaf_symbol(std::string_view) {
  add_leaf({Operand::Kind::Symbol, negated, symbol, offset, {}});
  negated = false;
  offset = 0;
}

void Builder::leaf_value(std::string_view token) {
  const auto kind = value.kind == Literal::Kind::Integer   ? Operand::Kind::Integer
                    : value.kind == Literal::Kind::Float32 ? Operand::Kind::Float32
                                                           : Operand::Kind::Float64;
  add_leaf({kind, false, token, value.bits, {}});
}

void Builder::open_composite(Operand::Kind kind, std::string_view token) {
  composite_ = {kind, false, token, 0, {size_of(m.elements), 0}};
  in_composite_ = true;
}

void Builder::close_composite() {
  in_composite_ = false;
  m.operands.push_back(composite_);
}

void Builder::start_pair(std::string_view) {
  const Operand first = m.operands.back();
  m.operands.pop_back();
  open_composite(Operand::Kind::Pair, first.text);
  add_leaf(first);
}

// --- Statements
// --------------------------------------------------------------------------------------------------

Statement& Builder::add(Statement::Kind kind, std::string_view token) {
  if (!in_body_) fail(token, "only directives may stand outside a function");
  if (m.statements.size() >= kMaxStatements) fail(token, "more statements than this tool reads");
  Statement& out = m.statements.emplace_back();
  out.kind = kind;
  return out;
}

void Builder::start_instruction(std::string_view name) {
  current.name = name;
  first_word_ = size_of(m.words);
  first_operand_ = size_of(m.operands);
}

void Builder::instruction(std::string_view) {
  Statement& out = add(Statement::Kind::Instruction, current.name);
  out.name = current.name;
  out.guard = current.guard;
  out.guard_negated = current.guard_negated;
  out.words = {first_word_, size_of(m.words) - first_word_};
  out.items = {first_operand_, size_of(m.operands) - first_operand_};
  current.guard = {};
  current.guard_negated = false;
}

void Builder::label() { add(Statement::Kind::Label, current.name).name = current.name; }

void Builder::open_scope(std::string_view token) {
  add(Statement::Kind::Open, token).name = token;
  if (++depth_ > kMaxNesting) fail(token, "braces nested more than " + std::to_string(kMaxNesting) + " deep");
}

void Builder::close_scope(std::string_view token) {
  if (!in_body_) fail(token, "'}' without a '{'");
  if (depth_ > 0) {
    --depth_;
    add(Statement::Kind::Close, token).name = token;
    return;
  }
  in_body_ = false;
  function_.body.count = size_of(m.statements) - function_.body.first;
  m.functions.push_back(std::move(function_));
}

void Builder::declarations(std::string_view token) {
  const Range items = {first_declaration_, size_of(m.declarations) - first_declaration_};
  if (in_body_) {
    Statement& out = add(Statement::Kind::Declarations, token);
    out.name = token;
    out.items = items;
  } else {
    m.variables.push_back(items);
  }
  is_extern = false;
}

void Builder::loc(std::string_view) {
  Loc out{integers[0], integers[1], integers[2], is_inlined_, 0, 0, 0};
  if (is_inlined_) {
    out.call_file = integers[3];
    out.call_line = integers[4];
    out.call_column = integers[5];
  }
  is_inlined_ = false;
  integers.clear();
  if (!in_body_) return;
  Statement& statement = add(Statement::Kind::Location, loc_token_);
  statement.name = loc_token_;
  statement.items = {size_of(m.locs), 1};
  m.locs.push_back(out);
}

void Builder::pragma(std::string_view text) {
  if (in_body_) add(Statement::Kind::Pragma, text).name = text;
  m.pragmas.push_back(text);
}

void Builder::target_list() {
  Statement& out = add(Statement::Kind::Targets, current.name);
  out.items = {first_operand_, size_of(m.operands) - first_operand_};
}

void Builder::prototype(std::string_view token) { add(Statement::Kind::Prototype, token).name = token; }

// --- Declarations
// ------------------------------------------------------------------------------------------------

void Builder::start_declaration(std::string_view space_word) {
  pattern_ = {};
  pattern_.space = space_word.substr(1);
  in_pointer_ = false;
  first_declaration_ = size_of(m.declarations);
}

void Builder::type_word(std::string_view word) {
  const std::string_view bare = word.substr(1);
  if (bare == "v2" || bare == "v4" || bare == "v8") {
    pattern_.vector = static_cast<std::uint8_t>(bare[1] - '0');
  } else if (bare == "ptr") {
    in_pointer_ = true;
  } else if (in_pointer_ && is_one_of(kPointees, bare)) {
    return;
  } else if (is_one_of(kTypes, bare)) {
    pattern_.type = bare;
  } else {
    fail(word, "unknown type or qualifier '" + std::string(word.substr(0, 40)) + "'");
  }
}

void Builder::alignment(std::string_view where) {
  const std::uint64_t align = take_integer(where);
  if (align == 0 || (align & (align - 1)) != 0 || align > (std::uint64_t{1} << 31))
    fail(where, "the alignment must be a power of two");
  // After .ptr it is the alignment of what the parameter points to.
  if (!in_pointer_) pattern_.align = align;
}

void Builder::declare(std::string_view name) {
  if (pattern_.type.empty()) fail(name, "the declaration of '" + std::string(name) + "' has no type");
  Declaration d = pattern_;
  d.name = name;
  d.is_extern = is_extern;
  d.is_pointer = in_pointer_;
  d.dimensions.first = size_of(m.dimensions);
  d.initialiser.first = size_of(m.initialisers);
  m.declarations.push_back(d);
}

void Builder::range_count() {
  Declaration& d = m.declarations.back();
  d.is_range = true;
  d.count = integers.back();
  integers.clear();
}

void Builder::dimension(std::string_view where) {
  Declaration& d = m.declarations.back();
  d.is_array = true;
  const std::uint64_t n = sized ? take_integer(where) : 0;  // [0] means []
  if (n >> 48) fail(where, "the array's size is out of range");
  if (n == 0 && d.dimensions.count > 0) fail(where, "only the first dimension may be empty");
  if (d.dimensions.count >= 16) fail(where, "too many dimensions");
  m.dimensions.push_back(n);
  ++d.dimensions.count;
}

void Builder::finish_declarator() {
  Declaration& d = m.declarations.back();
  d.initialiser.count = size_of(m.initialisers) - d.initialiser.first;
  d.has_initialiser = d.initialiser.count > 0;
}

InitialiserItem& Builder::add_initial(InitialiserItem::Kind kind, std::string_view token) {
  InitialiserItem& item = m.initialisers.emplace_back();
  item.kind = kind;
  item.text = token;
  return item;
}

void Builder::initial_open(std::string_view token) {
  if (++initial_depth_ > kMaxNesting)
    fail(token, "braces nested more than " + std::to_string(kMaxNesting) + " deep");
  add_initial(InitialiserItem::Kind::Open, token);
}

void Builder::initial_close(std::string_view token) {
  --initial_depth_;
  add_initial(InitialiserItem::Kind::Close, token);
}

void Builder::initial_symbol() {
  InitialiserItem& item = add_initial(InitialiserItem::Kind::Symbol, symbol);
  item.bits = offset;
  item.generic = is_generic;
  offset = 0;
  is_generic = false;
}

void Builder::initial_number(std::string_view token) {
  const auto kind = value.kind == Literal::Kind::Integer   ? InitialiserItem::Kind::Integer
                    : value.kind == Literal::Kind::Float32 ? InitialiserItem::Kind::Float32
                                                           : InitialiserItem::Kind::Float64;
  add_initial(kind, token).bits = value.bits;
}

// M(symbol): the number before the parenthesis selects bytes of the address.
void Builder::initial_mask() {
  InitialiserItem& number = m.initialisers.back();
  number.kind = InitialiserItem::Kind::Symbol;
  number.mask = number.bits;
  number.text = symbol;
  number.bits = offset;
  number.generic = is_generic;
  offset = 0;
  is_generic = false;
}

// --- Functions
// ---------------------------------------------------------------------------------------------------

void Builder::start_function(bool is_entry, std::string_view token) {
  if (in_body_) fail(token, "a function inside a function");
  function_ = {};
  function_.is_entry = is_entry;
  is_extern = false;
}

void Builder::open_list() { list_start_ = size_of(m.declarations); }

void Builder::close_list(bool results) {
  (results ? function_.results : function_.parameters) = Range{list_start_, size_of(m.declarations) - list_start_};
}

void Builder::attribute_name(std::string_view token) {
  if (!is_one_of(kAttributes, token.substr(1)))
    fail(token, "unknown directive '" + std::string(token.substr(0, 40)) + "'");
  function_.attributes.push_back({token.substr(1), {}});
}

void Builder::attribute_value(std::string_view token) {
  std::vector<std::uint64_t>& values = function_.attributes.back().values;
  if (values.size() >= 8) fail(token, "too many values");
  values.push_back(take_integer(token));
}

void Builder::open_body() {
  function_.has_body = true;
  function_.body = {size_of(m.statements), 0};
  in_body_ = true;
  depth_ = 0;
}

void Builder::no_body() { m.functions.push_back(std::move(function_)); }

// --- The rest
// ----------------------------------------------------------------------------------------------------

int Builder::small_number(std::string_view token) {
  if (token.size() > 4) fail(token, "version number out of range");
  return std::stoi(std::string(token));
}

void Builder::address_size(std::string_view token) {
  if (integers.empty() || (integers.back() != 32 && integers.back() != 64))
    fail(token, "the address size must be 32 or 64");
  m.address_size = static_cast<int>(integers.back());
  integers.clear();
}

// `.file 1 "dir" "name"`: the second string is the name.
void Builder::file() {
  if (integers.empty()) return;
  std::string full = unquoted(path);
  if (!directory.empty()) full += "/" + unquoted(directory);
  m.files[integers[0]] = std::move(full);
  directory = {};
  integers.clear();
}

void Builder::finish(std::string_view end) {
  if (in_body_) fail(end, "the file ends inside function '" + std::string(function_.name) + "'");
  if (m.version_major == 0) throw InputError({m.file, 1, 1}, "no .version directive: this is no PTX module");
}

}  // namespace warpproof::ptx
