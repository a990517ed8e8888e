#include "src/program/matrix.h"

#include <algorithm>
#include <charconv>

namespace warpproof {
namespace {

using spec::MatrixElement;
using spec::MatrixRole;
using spec::MatrixShape;
using Word = std::string_view;

struct NamedElement {
  Word name;
  MatrixElement element;
};
constexpr NamedElement kElements[] = {
    {"f16", MatrixElement::F16},   {"bf16", MatrixElement::BF16}, {"tf32", MatrixElement::TF32},
    {"f32", MatrixElement::F32},   {"f64", MatrixElement::F64},   {"e4m3", MatrixElement::E4M3},
    {"e5m2", MatrixElement::E5M2}, {"s8", MatrixElement::S8},     {"u8", MatrixElement::U8},
    {"s4", MatrixElement::S4},     {"u4", MatrixElement::U4},     {"b1", MatrixElement::B1},
    {"s32", MatrixElement::S32},
};

std::optional<MatrixElement> element_of(Word word) {
  for (const auto& [name, element] : kElements) {
    if (name == word) return element;
  }
  return std::nullopt;
}

Word name_of(MatrixElement element) {
  return std::find_if(std::begin(kElements), std::end(kElements),
                      [&](const auto& e) { return e.element == element; })
      ->name;
}

// m16n8k16
std::optional<MatrixShape> shape_of(Word word) {
  MatrixShape out;
  const char* at = word.data();
  const char* const end = at + word.size();
  for (const auto& [letter, size] :
       {std::pair{'m', &out.m}, std::pair{'n', &out.n}, std::pair{'k', &out.k}}) {
    if (at == end || *at != letter) return std::nullopt;
    const auto [next, error] = std::from_chars(at + 1, end, *size);
    if (error != std::errc() || *size < 4 || *size > 256) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(out) : std::nullopt;
}

std::string text_of(MatrixShape s) {
  return "m" + std::to_string(s.m) + "n" + std::to_string(s.n) + "k" + std::to_string(s.k);
}

// The words of one instruction, taken off one by one.
class Words {
 public:
  explicit Words(std::span<const Word> words) : left_(words.begin(), words.end()) {}
  bool take(Word word) {
    const auto it = std::find(left_.begin(), left_.end(), word);
    if (it == left_.end()) return false;
    left_.erase(it);
    return true;
  }
  bool take_one_of(std::initializer_list<Word> words) {
    return std::any_of(words.begin(), words.end(), [&](Word word) { return take(word); });
  }
  // The first that `read` makes something of.
  template <class Read>
  auto take_first(Read read) -> decltype(read(Word{})) {
    for (auto it = left_.begin(); it != left_.end(); ++it) {
      if (const auto found = read(*it)) {
        left_.erase(it);
        return found;
      }
    }
    return std::nullopt;
  }
  bool done() const { return left_.empty(); }

 private:
  std::vector<Word> left_;
};

bool read_rows_of_eight(Opcode op, Words& words, Modifiers& mod) {
  MatrixModifiers& m = mod.matrix;
  m.count = words.take("x1") ? 1 : words.take("x2") ? 2 : words.take("x4") ? 4 : 0;
  m.transposed = words.take("trans");
  if (words.take_one_of({"shared", "shared::cta"})) mod.space = Space::Shared;
  return (op == Opcode::Ldmatrix || op == Opcode::Stmatrix) && m.count != 0 && words.take("m8n8") &&
         words.take("b16");
}

// Signed and unsigned ones may be multiplied with each other, and the two of eight-bit floats.
bool may_multiply(MatrixElement a, MatrixElement b) {
  const auto is_short_float = [](MatrixElement e) {
    return e == MatrixElement::E4M3 || e == MatrixElement::E5M2;
  };
  return spec::product_family(a) == spec::product_family(b) || (is_short_float(a) && is_short_float(b));
}

bool may_sum(MatrixElement product, MatrixElement sum) {
  if (spec::is_integer(product)) return sum == MatrixElement::S32;
  if (product == MatrixElement::F64) return sum == MatrixElement::F64;
  return sum == MatrixElement::F32 || (product == MatrixElement::F16 && sum == MatrixElement::F16);
}

bool read_product(Opcode op, Words& words, Modifiers& mod) {
  MatrixModifiers& m = mod.matrix;
  const auto shape = words.take_first(shape_of);
  const bool has_layouts = words.take_one_of({"row", "col"});
  const bool has_both = words.take_one_of({"col", "row"});
  m.saturates = words.take("satfinite");
  if (words.take("popc"))
    m.bits = words.take("xor") ? BoolOp::Xor : words.take("and") ? BoolOp::And : BoolOp::None;
  std::vector<MatrixElement> elements;
  while (const auto e = words.take_first(element_of)) elements.push_back(*e);
  if (!shape || !has_layouts || !has_both) return false;
  m.shape = *shape;
  // wmma leaves those of .f16 out.
  if (op == Opcode::WmmaMma && elements.size() == 2)
    elements.insert(elements.begin() + 1, {MatrixElement::F16, MatrixElement::F16});
  if (elements.size() != 4) return false;
  m.d = elements[0], m.a = elements[1], m.b = elements[2], m.c = elements[3];
  const int sm = op == Opcode::Mma ? spec::minimum_target(spec::kMatrixProducts, m.shape, m.a)
                                   : spec::minimum_target(spec::kWmmaProducts, m.shape, m.a);
  if (m.a == MatrixElement::F64) words.take_one_of({"rn"});  // rounding of each sum
  return sm != 0 && may_multiply(m.a, m.b) && may_sum(m.a, m.c) && may_sum(m.a, m.d) &&
         (m.bits != BoolOp::None) == (m.a == MatrixElement::B1) && (!m.saturates || spec::is_integer(m.a));
}

bool read_access(Opcode op, Words& words, Modifiers& mod) {
  MatrixModifiers& m = mod.matrix;
  const bool loads = op == Opcode::WmmaLoad;
  m.role = loads && words.take("a")   ? MatrixRole::A
           : loads && words.take("b") ? MatrixRole::B
                                      : MatrixRole::C;
  if (m.role == MatrixRole::C && !words.take(loads ? "c" : "d")) return false;
  m.by_rows = words.take("row");
  if (!m.by_rows && !words.take("col")) return false;
  if (words.take("global"))
    mod.space = Space::Global;
  else if (words.take_one_of({"shared", "shared::cta"}))
    mod.space = Space::Shared;
  const auto shape = words.take_first(shape_of);
  const auto element = words.take_first(element_of);
  if (!shape || !element) return false;
  m.shape = *shape;
  m.a = *element;
  return std::any_of(spec::kWmmaProducts.begin(), spec::kWmmaProducts.end(), [&](const auto& p) {
    if (!(p.shape == m.shape)) return false;
    return m.role == MatrixRole::C ? may_sum(p.a, m.a) : p.a == spec::product_family(m.a);
  });
}

}  // namespace

std::optional<Modifiers> read_matrix_words(Opcode op, std::span<const std::string_view> all) {
  Words words(all);
  Modifiers mod;
  mod.sync = words.take("sync");
  mod.aligned = words.take("aligned");
  if (!mod.sync || !mod.aligned) return std::nullopt;
  bool known = false;
  switch (op) {
    case Opcode::Ldmatrix:
    case Opcode::Stmatrix:
      known = read_rows_of_eight(op, words, mod);
      break;
    case Opcode::Mma:
    case Opcode::WmmaMma:
      known = read_product(op, words, mod);
      break;
    case Opcode::WmmaLoad:
    case Opcode::WmmaStore:
      known = read_access(op, words, mod);
      break;
    default:
      known = words.take_one_of({"inc", "dec"}) && words.take("u32");
  }
  return known && words.done() ? std::optional(mod) : std::nullopt;
}

int matrix_registers(MatrixRole role, MatrixShape shape, MatrixElement element) {
  return spec::fragment_elements(role, shape) / spec::elements_in_register(element);
}

Type matrix_register_type(MatrixElement element) {
  switch (element) {
    case MatrixElement::F64:
      return Type::F64;
    case MatrixElement::F32:
      return Type::F32;
    case MatrixElement::S32:
      return Type::S32;
    default:
      return Type::B32;
  }
}

int minimum_target_of_matrix(const Instruction& in) {
  const MatrixModifiers& m = in.mod.matrix;
  switch (in.op) {
    case Opcode::Ldmatrix:
      return 75;
    case Opcode::Stmatrix:
    case Opcode::Setmaxnreg:
      return 90;
    case Opcode::Mma:
      return spec::minimum_target(spec::kMatrixProducts, m.shape, m.a);
    case Opcode::WmmaMma:
      return spec::minimum_target(spec::kWmmaProducts, m.shape, m.a);
    default:
      break;
  }
  // Of an accumulator, the first shape that has it.
  for (const auto& p : spec::kWmmaProducts) {
    const bool fits = m.role == MatrixRole::C ? may_sum(p.a, m.a) : p.a == spec::product_family(m.a);
    if (p.shape == m.shape && fits) return p.sm;
  }
  return 70;
}

std::string matrix_operation_name(const Instruction& in) {
  const MatrixModifiers& m = in.mod.matrix;
  std::string out(info(in.op).mnemonic);
  switch (in.op) {
    case Opcode::Ldmatrix:
    case Opcode::Stmatrix:
      return out + ".sync.aligned.m8n8.x" + std::to_string(m.count) + (m.transposed ? ".trans" : "");
    case Opcode::Mma:
    case Opcode::WmmaMma:
      return out + ".sync.aligned." + text_of(m.shape) + "." + std::string(name_of(m.d)) + "." +
             std::string(name_of(m.a));
    case Opcode::WmmaLoad:
    case Opcode::WmmaStore:
      out += m.role == MatrixRole::A     ? ".a"
             : m.role == MatrixRole::B   ? ".b"
             : in.op == Opcode::WmmaLoad ? ".c"
                                         : ".d";
      return out + ".sync.aligned." + text_of(m.shape) + "." + std::string(name_of(m.a));
    default:
      return out + ".sync.aligned";
  }
}

bool is_product_of_reals(std::string_view operation_name) {
  return operation_name.starts_with("mma.") || operation_name.starts_with("wmma.mma.");
}

std::vector<MatrixForms> matrix_forms() {
  std::vector<MatrixForms> out;
  const auto add_products = [&](Opcode op, const auto& products) {
    for (const auto& p : products) {
      const bool is_byte = p.a == MatrixElement::S8, is_nibble = p.a == MatrixElement::S4;
      std::string words = "`.sync .aligned " + ("." + text_of(p.shape)) + "`";
      if (p.a == MatrixElement::B1) words += ", `.and.popc` or `.xor.popc`";
      if (is_byte || is_nibble) words += ", optional `.satfinite`";
      out.push_back({op, is_byte ? "s8 u8" : is_nibble ? "s4 u4" : std::string(name_of(p.a)), words});
    }
  };
  const std::string rows = "`.sync .aligned .m8n8`, one of `.x1 .x2 .x4`, optional `.trans .shared`";
  out.push_back({Opcode::Ldmatrix, "b16", rows});
  out.push_back({Opcode::Stmatrix, "b16", rows});
  add_products(Opcode::Mma, spec::kMatrixProducts);
  const std::string access =
      "`.sync .aligned`, one of `.row .col`, optional `.global .shared`, the shapes of wmma.mma";
  out.push_back({Opcode::WmmaLoad, "", access});
  out.push_back({Opcode::WmmaStore, "", access});
  add_products(Opcode::WmmaMma, spec::kWmmaProducts);
  out.push_back({Opcode::Setmaxnreg, "u32", "`.sync .aligned`, one of `.inc .dec`"});
  return out;
}

}  // namespace warpproof
