#include "src/ptx/declaration_builder.h"

#include <string>

#include "src/ptx/limits.h"
#include "src/ptx/one_of.h"

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

}  // namespace

void DeclarationBuilder::start(std::string_view space_word) {
  pattern_ = {};
  pattern_.space = space_word.substr(1);
  in_pointer_ = false;
  first_ = size_of(m_.declarations);
}

void DeclarationBuilder::type_word(std::string_view word) {
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
    tokens_.fail(word, "unknown type or qualifier '" + std::string(word.substr(0, 40)) + "'");
  }
}

void DeclarationBuilder::alignment(std::string_view where) {
  const std::uint64_t align = tokens_.take_integer(where);
  if (align == 0 || (align & (align - 1)) != 0 || align > (std::uint64_t{1} << 31))
    tokens_.fail(where, "the alignment must be a power of two");
  // After .ptr it is the alignment of what the parameter points to.
  if (!in_pointer_) pattern_.align = align;
}

void DeclarationBuilder::declare(std::string_view name) {
  if (pattern_.type.empty()) tokens_.fail(name, "the declaration of '" + std::string(name) + "' has no type");
  Declaration d = pattern_;
  d.name = name;
  d.is_extern = is_extern_;
  d.is_pointer = in_pointer_;
  d.dimensions.first = size_of(m_.dimensions);
  d.initialiser.first = size_of(m_.initialisers);
  m_.declarations.push_back(d);
}

void DeclarationBuilder::range_count() {
  Declaration& d = m_.declarations.back();
  d.is_range = true;
  d.count = tokens_.integers.back();
  tokens_.integers.clear();
}

void DeclarationBuilder::dimension(std::string_view where) {
  Declaration& d = m_.declarations.back();
  d.is_array = true;
  const std::uint64_t n = is_sized_ ? tokens_.take_integer(where) : 0;  // [0] means []
  if (n >> 48) tokens_.fail(where, "the array's size is out of range");
  if (n == 0 && d.dimensions.count > 0) tokens_.fail(where, "only the first dimension may be empty");
  if (d.dimensions.count >= 16) tokens_.fail(where, "too many dimensions");
  m_.dimensions.push_back(n);
  ++d.dimensions.count;
}

void DeclarationBuilder::finish_declarator() {
  Declaration& d = m_.declarations.back();
  d.initialiser.count = size_of(m_.initialisers) - d.initialiser.first;
  d.has_initialiser = d.initialiser.count > 0;
}

InitialiserItem& DeclarationBuilder::add_initial(InitialiserItem::Kind kind, std::string_view token) {
  InitialiserItem& item = m_.initialisers.emplace_back();
  item.kind = kind;
  item.text = token;
  return item;
}

void DeclarationBuilder::initial_open(std::string_view token) {
  if (++initial_depth_ > kMaxNesting)
    tokens_.fail(token, "braces nested more than " + std::to_string(kMaxNesting) + " deep");
  add_initial(InitialiserItem::Kind::Open, token);
}

void DeclarationBuilder::initial_close(std::string_view token) {
  --initial_depth_;
  add_initial(InitialiserItem::Kind::Close, token);
}

void DeclarationBuilder::initial_symbol() {
  InitialiserItem& item = add_initial(InitialiserItem::Kind::Symbol, tokens_.symbol);
  item.bits = tokens_.offset;
  item.generic = is_generic_;
  tokens_.offset = 0;
  is_generic_ = false;
}

void DeclarationBuilder::initial_number(std::string_view token) {
  const auto kind = tokens_.value.kind == Literal::Kind::Integer   ? InitialiserItem::Kind::Integer
                    : tokens_.value.kind == Literal::Kind::Float32 ? InitialiserItem::Kind::Float32
                                                                   : InitialiserItem::Kind::Float64;
  add_initial(kind, token).bits = tokens_.value.bits;
}

// M(symbol): the number before the parenthesis selects bytes of the address.
void DeclarationBuilder::initial_mask() {
  InitialiserItem& number = m_.initialisers.back();
  number.kind = InitialiserItem::Kind::Symbol;
  number.mask = number.bits;
  number.text = tokens_.symbol;
  number.bits = tokens_.offset;
  number.generic = is_generic_;
  tokens_.offset = 0;
  is_generic_ = false;
}

Range DeclarationBuilder::finish() {
  end_linkage();
  return {first_, size_of(m_.declarations) - first_};
}

}  // namespace warpproof::ptx
