// Variables and their initial values.
// Source: PTX ISA 9.x, 5.4.1 to 5.4.5 (declarations, arrays, initialisers, alignment).
#include <algorithm>

#include "src/program/context.h"
#include "src/program/forms.h"
#include "src/program/literals.h"

namespace warpproof::lowering {
namespace {

using ptx::InitialiserItem;

// Bounds the memory that initialisers of one module may ask for.
constexpr std::uint64_t kMaxInitialBytes = std::uint64_t{256} << 20;

Space space_of(const Context& context, const ptx::Declaration& d) {
  if (d.space == "global" || d.space == "tex") return Space::Global;
  if (d.space == "shared") return Space::Shared;
  if (d.space == "local") return Space::Local;
  if (d.space == "const") return Space::Const;
  if (d.space == "param") return Space::Param;
  context.fail(d.name, "'" + std::string(d.name) + "' cannot be declared in space ." + std::string(d.space));
}

// Opaque handles (.texref and the like) take 8 bytes and have no element type.
std::uint64_t element_bytes(const ptx::Declaration& d) {
  const Type type = type_of_word(d.type);
  return (type == Type::None ? 8 : static_cast<std::uint64_t>(bits_of(type)) / 8) * d.vector;
}

class Initialiser {
 public:
  Initialiser(Context& context, const ptx::Declaration& d, Variable& variable)
      : context_(context),
        d_(d),
        variable_(variable),
        bytes_(*variable.initial),
        type_(type_of_word(d.type)) {
    scalar_ = element_bytes(d) / d.vector;
    // Bytes of what stands inside the braces of each level, from the outermost in.
    std::uint64_t inner = element_bytes(d);
    if (d.vector > 1) child_bytes_.push_back(scalar_);
    for (std::uint32_t i = d.dimensions.count; i-- > 0;) {
      child_bytes_.push_back(inner);
      inner *= context.module.dimensions[d.dimensions.first + i];
    }
    std::reverse(child_bytes_.begin(), child_bytes_.end());
    const bool unsized = d.is_array && context.module.dimensions[d.dimensions.first] == 0;
    end_ = unsized ? ~std::uint64_t{0} : variable.size;
  }

  void run() {
    for (std::uint32_t i = 0; i < d_.initialiser.count; ++i) {
      const InitialiserItem& item = context_.module.initialisers[d_.initialiser.first + i];
      if (item.kind == InitialiserItem::Kind::Open)
        open(item);
      else if (item.kind == InitialiserItem::Kind::Close)
        close();
      else if (item.kind == InitialiserItem::Kind::Symbol)
        address(item);
      else
        value(item);
    }
    if (variable_.size == 0) {
      const std::uint64_t row = child_bytes_.front();
      variable_.size = (bytes_.size() + row - 1) / row * row;
    }
    // What no value is given for is 0. Compilers leave such bytes out, also of the last element of a table, which is to be
    // looked up as a whole; of large variables they stay out.
    constexpr std::uint64_t kMostFilledUp = 4096;
    if (variable_.size <= kMostFilledUp && bytes_.size() < variable_.size) {
      context_.initial_bytes += variable_.size - bytes_.size();
      bytes_.resize(variable_.size);
    }
  }

 private:
  struct Level {
    std::uint64_t position, end;
  };

  void open(const InitialiserItem& item) {
    if (levels_.size() >= child_bytes_.size()) context_.fail(item.text, "too many braces for this variable");
    if (levels_.empty()) {
      levels_.push_back({0, end_});
      return;
    }
    const std::uint64_t size = child_bytes_[levels_.size() - 1];
    Level& outer = levels_.back();
    const std::uint64_t start = outer.position;
    if (start > outer.end || size > outer.end - start)
      context_.fail(item.text, "more values than the variable holds");
    outer.position += size;
    levels_.push_back({start, start + size});
  }

  void close() { levels_.pop_back(); }

  // Makes room for the next scalar and returns its place.
  std::uint64_t next(const InitialiserItem& item) {
    if (d_.is_array && levels_.empty()) context_.fail(item.text, "the initialiser of an array needs braces");
    Level scalar_level{0, end_};
    Level& level = levels_.empty() ? scalar_level : levels_.back();
    const std::uint64_t at = level.position;
    if (at > level.end || scalar_ > level.end - at)
      context_.fail(item.text, "more values than the variable holds");
    level.position += scalar_;
    if (at + scalar_ > bytes_.size()) {
      context_.initial_bytes += at + scalar_ - bytes_.size();
      if (at > kMaxInitialBytes || context_.initial_bytes > kMaxInitialBytes)
        context_.fail(item.text, "the initial values are larger than this tool reads");
      bytes_.resize(at + scalar_);
    }
    return at;
  }

  void value(const InitialiserItem& item) {
    const auto kind = item.kind == InitialiserItem::Kind::Integer   ? ptx::Operand::Kind::Integer
                      : item.kind == InitialiserItem::Kind::Float32 ? ptx::Operand::Kind::Float32
                                                                    : ptx::Operand::Kind::Float64;
    std::string error;
    const auto bits = immediate_bits(kind, item.bits, type_, error);
    if (!bits) context_.fail(item.text, error);
    const std::uint64_t at = next(item);
    for (std::uint64_t i = 0; i < scalar_; ++i) bytes_[at + i] = static_cast<std::uint8_t>(*bits >> (8 * i));
  }

  void address(const InitialiserItem& item) {
    std::vector<Register> none;
    if (!context_.symbols.find(item.text, none))
      context_.fail(item.text, "'" + std::string(item.text) + "' is undeclared");
    variable_.has_pointers = true;
    next(item);
  }

  Context& context_;
  const ptx::Declaration& d_;
  Variable& variable_;
  std::vector<std::uint8_t>& bytes_;
  Type type_;
  std::uint64_t scalar_ = 0, end_ = 0;
  std::vector<std::uint64_t> child_bytes_;
  std::vector<Level> levels_;
};

}  // namespace

Variable lower_variable(const Context& context, const ptx::Declaration& d, int function) {
  Variable out;
  out.name = d.name;
  out.space = space_of(context, d);
  out.element = type_of_word(d.type);
  out.is_extern = d.is_extern;
  out.function = function;
  if (d.is_pointer) out.holds = Variable::Holds::Pointer;
  if (out.element == Type::Pred || d.is_range)
    context.fail(d.name, "'" + std::string(d.name) + "' must be a register");
  const std::uint64_t element = element_bytes(d);
  out.align = static_cast<std::uint32_t>(d.align != 0 ? d.align : element);
  out.size = element;
  for (std::uint32_t i = 0; i < d.dimensions.count; ++i) {
    const std::uint64_t n = context.module.dimensions[d.dimensions.first + i];
    if (n != 0 && out.size > (std::uint64_t{1} << 62) / n) context.fail(d.name, "the array is too large");
    out.size *= n;  // 0 for []
  }
  return out;
}

void lower_initialiser(Context& context, const ptx::Declaration& d, Variable& variable) {
  if (!d.has_initialiser) return;
  // The fields of a sampler are not memory.
  if (variable.element == Type::None) return;
  if (d.is_extern)
    context.fail(d.name, "'" + std::string(d.name) + "' is external, its value is given elsewhere");
  if (variable.space != Space::Global && variable.space != Space::Const)
    context.fail(d.name, "only .global and .const variables can be initialised");
  variable.initial.emplace();
  Initialiser(context, d, variable).run();
}

void declare(Context& context, std::string_view name, Symbol symbol) {
  if (!context.symbols.add(name, symbol))
    context.fail(name, "'" + std::string(name) + "' is already declared");
}

std::uint32_t declare_variable(Context& context, const ptx::Declaration& d, int function) {
  const auto index = static_cast<std::uint32_t>(context.program.variables.size());
  declare(context, d.name, {Symbol::Kind::Variable, index});
  context.program.variables.push_back(lower_variable(context, d, function));
  return index;
}

}  // namespace warpproof::lowering
