#include "src/frontend/host_multiples.h"

#include <algorithm>
#include <bit>
#include <string>

#include "src/frontend/host_counters.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_mention.h"

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false};
constexpr TextRange kAlways{0, ~std::size_t{0}};

int zeros_of(std::uint64_t value, int bits) { return value == 0 ? bits : std::min(bits, std::countr_zero(value)); }

int zeros_of_operation(const std::string& op, int bits, const HostInteger& a, const HostInteger& b) {
  const int x = low_zeros(a), y = low_zeros(b);
  if (op == "+" || op == "|" || op == "^") return std::min(x, y);
  if (op == "%") return b.value() && *b.value() != 0 ? std::min(x, y) : 0;
  if (op == "*") return std::min(bits, x + y);
  if (op == "&") return std::max(x, y);
  // A shift by all the bits or more is not defined; one by what is not known leaves the zeros that are there.
  if (op == "<<") return !b.value() ? x : *b.value() < static_cast<std::uint64_t>(bits) ? std::min(bits, x + static_cast<int>(*b.value())) : 0;
  if (op != "-") return 0;
  // n - n % 32
  const bool is_rest = b.kind() == HostInteger::Kind::Binary && b.op() == "%" && b.operands()[0]->same_as(a) && b.operands()[1]->value().value_or(0) != 0;
  return std::max(std::min(x, y), is_rest ? low_zeros(*b.operands()[1]) : 0);
}

void named_in(const HostAst& ast, const AstNode& e, std::vector<const AstNode*>& out) {
  const AstNode* v = e.kind == "DeclRefExpr" ? ast.find(e.refers_to) : nullptr;
  const bool is_variable = v != nullptr && (v->kind == "VarDecl" || v->kind == "ParmVarDecl");
  if (is_variable && std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
  for (const auto& child : e.inner) named_in(ast, *child, out);
}

// `n % 32`, of the variable's own type.
bool is_rest_of(const AstNode& e, const AstNode& v) {
  if (e.kind != "BinaryOperator" || e.op != "%" || e.inner.size() != 2 || bare_type(e.type) != bare_type(v.type)) return false;
  return reads_variable(*e.inner[0], v);
}

// What the last change of the variable leaves zero of its low bits, whatever it was before.
int zeros_left(HostValues& values, const AstNode& v, IntegerType type) {
  const HostPlace& place = values.place();
  if (const HostUses::Definition d = place.uses.definition(v, place.use); d.value != nullptr) {
    const HostIntegerPtr value = values.at(*d.value, place.since(d, {}), 0);
    return value == nullptr ? 0 : low_zeros(*HostInteger::cast(type, value));
  }
  const HostUses::LatestChange last = place.uses.latest_change(v, "", place.use);
  const AstNode* by = last.node == nullptr ? nullptr : last.node->parent;
  if (by == nullptr || by->kind != "CompoundAssignOperator" || by->inner.size() != 2 || by->inner[0].get() != last.node) return 0;
  const AstNode& operand = without_parentheses(*by->inner[1]);
  const TextRange since{by->order - 1, last.block->last};
  if (by->op == "-=") {
    const HostIntegerPtr c = is_rest_of(operand, v) ? values.at(*operand.inner[1], since, 0) : nullptr;
    return c != nullptr && c->value().value_or(0) != 0 ? low_zeros(*c) : 0;
  }
  if (by->op != "&=" && by->op != "*=" && by->op != "<<=") return 0;
  const HostIntegerPtr given = values.at(operand, since, 0);
  if (given == nullptr) return 0;
  if (by->op == "<<=") return given->value() && *given->value() < static_cast<std::uint64_t>(type.bits) ? static_cast<int>(*given->value()) : 0;
  return given->type().bits < type.bits ? 0 : low_zeros(*given);  // the other operand is converted to the type that it is computed in
}

// How many low bits that are zero one change of a variable leaves zero; all that were, if it is that many or less.
int zeros_kept(const HostStep& step, int bits) {
  if (step.op == "*" || step.op == "&" || (step.op == "<<" && step.number < static_cast<std::uint64_t>(bits))) return bits;
  const bool combines = step.op == "=" || step.op == "+" || step.op == "-" || step.op == "|" || step.op == "^" || (step.op == "%" && step.number != 0);
  return combines ? zeros_of(step.number, bits) : 0;
}

// for (int size = 32; size < n; size *= 2): what it begins with has those zeros, and each change leaves them. Side conditions:
// each change is seen and has one of the forms above (HostUses::all_changes), and it has a value from the start.
int zeros_always(HostValues& values, const AstNode& v, IntegerType type) {
  const AstNode* given = value_of(v);
  const auto changes = given != nullptr ? values.place().uses.all_changes(v) : std::nullopt;
  if (!changes) return 0;
  const HostIntegerPtr first = values.at(*given, kAlways, 0);
  int zeros = first == nullptr ? 0 : low_zeros(*HostInteger::cast(type, first));
  for (const AstNode* change : *changes) zeros = std::min(zeros, zeros_kept(step_of(values, v, *change), type.bits));
  return zeros;
}

// int b = 256; .. b = 64; ..: it is one of these numbers, wherever it is read. Side conditions as those of zeros_always().
HostIntegerPtr written_fact(HostValues& values, const AstNode& v, const HostIntegerPtr& number) {
  constexpr std::size_t kMost = 8;
  const AstNode* given = value_of(v);
  const auto changes = given != nullptr ? values.place().uses.all_changes(v) : std::nullopt;
  const HostIntegerPtr first = changes ? values.at(*given, kAlways, 0) : nullptr;
  if (first == nullptr || !first->value() || changes->size() >= kMost) return nullptr;
  const IntegerType type = number->type();
  std::vector<std::uint64_t> all{*HostInteger::cast(type, first)->value()};
  for (const AstNode* change : *changes) {
    const HostStep step = step_of(values, v, *change);
    if (step.op != "=") return nullptr;
    if (std::find(all.begin(), all.end(), step.number) == all.end()) all.push_back(step.number);
  }
  HostIntegerPtr out;
  for (const std::uint64_t one : all) {
    HostIntegerPtr is_one = HostInteger::binary("==", kBool, number, HostInteger::constant(type, one));
    out = out == nullptr ? is_one : HostInteger::binary("||", kBool, out, is_one);
    if (out == nullptr) return nullptr;
  }
  return out;
}

}  // namespace

int low_zeros(const HostInteger& n) {
  const int bits = n.type().bits;
  if (const auto value = n.value()) return zeros_of(*value, bits);
  switch (n.kind()) {
    case HostInteger::Kind::Constant:
    case HostInteger::Kind::Variable:
      return 0;
    case HostInteger::Kind::Unary:
      return n.op() == "-" || n.op() == "+" ? std::min(bits, low_zeros(*n.operands()[0])) : 0;
    case HostInteger::Kind::Cast:
      return bits < 8 ? 0 : std::min(bits, low_zeros(*n.operands()[0]));
    case HostInteger::Kind::Choice:
      return std::min(low_zeros(*n.operands()[1]), low_zeros(*n.operands()[2]));
    case HostInteger::Kind::Binary:
      return bits < 8 || n.operands().size() != 2 ? 0 : zeros_of_operation(n.op(), bits, *n.operands()[0], *n.operands()[1]);
  }
  return 0;
}

HostIntegerPtr multiple_fact(const HostIntegerPtr& number, int zeros) {
  const IntegerType type = number->type();
  if (zeros <= 0 || type.bits < 32 || number->value()) return nullptr;
  const std::uint64_t by = std::uint64_t{1} << std::min(zeros, type.bits - 2);
  return HostInteger::binary("==", kBool, HostInteger::binary("%", type, number, HostInteger::constant(type, by)), HostInteger::constant(type, 0));
}

void multiple_facts(HostValues& values, std::vector<HostIntegerPtr>& out) {
  std::vector<const AstNode*> named;
  named_in(values.place().ast, values.place().use, named);
  for (const AstNode* v : named) {
    const auto type = host_integer_type(bare_type(v->type));
    if (!type || type->bits < 32 || v->type.find_first_of("*&") != std::string::npos) continue;
    const HostIntegerPtr value = values.of_variable(*v, *type, {}, 0);
    if (value == nullptr || value->kind() != HostInteger::Kind::Variable || value->has_unknown()) continue;
    if (HostIntegerPtr fact = written_fact(values, *v, value)) {
      out.push_back(std::move(fact));
      continue;
    }
    if (HostIntegerPtr fact = multiple_fact(value, std::max(zeros_left(values, *v, *type), zeros_always(values, *v, *type)))) out.push_back(std::move(fact));
  }
}

}  // namespace warpproof
