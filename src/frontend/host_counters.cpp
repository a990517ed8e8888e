// Of host values: bounds of variables that only grow, or only shrink, `for (int bit = 0; bit < 32; ++bit)`.
//
// A variable whose every change adds something positive is at least what it began with, and one that is divided is at most
// that, whichever way the program goes: nothing has to be known of loops. Side conditions.
// - Every change is seen (HostUses::all_changes) and has a form that is listed here, with a constant.
// - Sums and products of signed numbers do not overflow where C++ defines the run; so what is added is of the variable's
//   own type, of 32 bits or more, as smaller ones and conversions wrap around (ISO C++20 [expr.pre]/4, [conv.integral]).
// - Unsigned numbers, and shifts to the left, wrap around. Such a variable is bounded only by the condition of the loop that
//   counts it: where that holds, the next value is no larger than the type's largest.
// - What a variable began with is the same value still: it is read from there to the end of the variable's scope.
#include "src/frontend/host_counters.h"

#include <algorithm>
#include <limits>

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false};
constexpr TextRange kAlways{0, ~std::size_t{0}};

IntegerType type_of(const AstNode& variable) {
  return host_integer_type(variable.type.starts_with("const ") ? variable.type.substr(6) : variable.type)
      .value_or(IntegerType{0, false});
}

void variables_in(const HostAst& ast, const AstNode& e, std::vector<const AstNode*>& out) {
  if (e.kind == "DeclRefExpr" && e.refers_kind == "VarDecl")
    if (const AstNode* v = ast.find(e.refers_to); v != nullptr && std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
  for (const auto& child : e.inner) variables_in(ast, *child, out);
}

}  // namespace

const AstNode& without_parentheses(const AstNode& e) {
  const AstNode* x = &e;
  while (x->kind == "ParenExpr" && x->inner.size() == 1) x = x->inner[0].get();
  return *x;
}

bool reads_variable(const AstNode& e, const AstNode& variable) {
  const AstNode* x = &without_parentheses(e);
  if (x->kind != "ImplicitCastExpr" || x->op != "LValueToRValue" || x->inner.size() != 1) return false;
  x = &without_parentheses(*x->inner[0]);
  return x->kind == "DeclRefExpr" && x->refers_to == variable.id;
}

// A part of the expression that is computed no more than once with it: GNU C++ has statements in expressions.
bool is_once(const AstNode& part, const AstNode& whole) {
  for (const AstNode* p = &part; p != nullptr; p = p->parent) {
    if (p->kind == "StmtExpr" || p->kind == "LambdaExpr") return false;
    if (p == &whole) return true;
  }
  return false;
}

// What one change does; `node` names the variable. None: it is no such change.
HostStep step_of(HostValues& values, const AstNode& v, const AstNode& node) {
  const AstNode *child = &node, *p = node.parent;
  while (p != nullptr && p->kind == "ParenExpr") child = p, p = p->parent;
  if (p == nullptr) return {};
  const auto constant = [&](const AstNode& e) -> HostIntegerPtr {
    const HostIntegerPtr value = values.at(e, kAlways, 0);
    return value != nullptr && value->value() ? value : nullptr;
  };
  const auto step = [&](std::string op, const AstNode& by, bool is_own_type) -> HostStep {
    const HostIntegerPtr c = constant(by);
    if (c == nullptr) return {};
    const auto number = static_cast<std::int64_t>(*c->value());
    if (number < 0) return {};
    return {std::move(op), static_cast<std::uint64_t>(number), is_own_type && c->type() == type_of(v)};
  };
  if (p->kind == "UnaryOperator" && (p->op == "++" || p->op == "--")) return {p->op.substr(0, 1), 1, true};
  if (p->inner.size() != 2 || p->inner[0].get() != child) return {};
  if (p->kind == "CompoundAssignOperator") return step(p->op.substr(0, p->op.size() - 1), *p->inner[1], true);
  if (p->kind != "BinaryOperator" || p->op != "=") return {};
  const AstNode& given = without_parentheses(*p->inner[1]);
  if (given.kind == "BinaryOperator" && given.inner.size() == 2 && reads_variable(*given.inner[0], v))
    return step(given.op, *given.inner[1], host_integer_type(given.type) == type_of(v));
  if (const HostIntegerPtr c = constant(given)) return {"=", *HostInteger::cast(type_of(v), c)->value(), true};
  return {};
}

namespace {

void counter_fact(HostValues& values, const AstNode& v, std::vector<HostIntegerPtr>& out) {
  const IntegerType type = type_of(v);
  if (type.bits < 32 || v.parent == nullptr || v.parent->kind != "DeclStmt" || v.parent->parent == nullptr ||
      HostUses::lambda_of(v) != HostUses::lambda_of(values.place().use) || !values.place().is_settled(v))
    return;
  const auto changes = values.place().uses.all_changes(v);
  if (!changes || changes->empty()) return;
  bool grows = true, shrinks = true, keeps_sign = true;
  std::vector<HostIntegerPtr> starts;
  if (!v.inner.empty()) {
    const AstNode& first = *v.inner.front();
    const HostIntegerPtr start = values.at(first, TextRange{first.order - 1, v.parent->parent->last}, 0);
    if (start == nullptr || start->has_unknown()) return;
    starts.push_back(HostInteger::cast(type, start));
  }
  for (const AstNode* node : *changes) {
    const HostStep s = step_of(values, v, *node);
    const bool no_wrap = type.is_signed && s.is_own_type;
    if (s.op == "=") {
      starts.push_back(HostInteger::constant(type, s.number));
      continue;
    }
    grows &= no_wrap && (s.op == "+" || (s.op == "*" && s.number > 0)) && s.number != 0;
    // Of a negative number both go up. A signed number divided by an unsigned one is another one.
    const bool divides = (s.op == "/" && s.number > 0 && (s.is_own_type || !type.is_signed)) || s.op == ">>";
    shrinks &= divides || (no_wrap && s.op == "-");
    keeps_sign &= s.op == "+" || s.op == "-";
  }
  if (starts.empty() || grows == shrinks) return;
  HostIntegerPtr start = starts.front();
  const auto as_signed = [](const HostIntegerPtr& c) { return static_cast<std::int64_t>(*c->value()); };
  for (const HostIntegerPtr& other : starts) {
    if (starts.size() == 1) break;
    if (!start->value() || !other->value()) return;
    const bool less = type.is_signed ? as_signed(other) < as_signed(start) : *other->value() < *start->value();
    if (less == grows && other != start) start = other;
  }
  const HostIntegerPtr value = values.of_variable(v, type, {}, 0);
  if (value == nullptr || value->value() || value->same_as(*start)) return;
  HostIntegerPtr holds = HostInteger::binary(grows ? ">=" : "<=", kBool, value, start);
  // From `i + 1` on, or from `n - 1` down, says more without the sum, which does not overflow.
  const auto is_one = [&](const char* op) {
    return type.is_signed && start->kind() == HostInteger::Kind::Binary && start->op() == op && start->type() == type &&
           start->operands()[1]->value() == std::uint64_t{1};
  };
  if (keeps_sign && is_one(grows ? "+" : "-")) holds = HostInteger::binary(grows ? ">" : "<", kBool, value, start->operands()[0]);
  if (!keeps_sign && type.is_signed && start->value()) {
    if (as_signed(start) < 0) return;
  } else if (!keeps_sign && type.is_signed) {
    holds = HostInteger::binary("||", kBool, HostInteger::binary("<", kBool, start, HostInteger::constant(type, 0)), holds);
  }
  if (holds != nullptr && !holds->value()) out.push_back(holds);
}

}  // namespace

// The variables that the use names are all that a fact can be about.
void counter_facts(HostValues& values, std::vector<HostIntegerPtr>& out) {
  std::vector<const AstNode*> named;
  variables_in(values.place().ast, values.place().use, named);
  for (const AstNode* v : named) counter_fact(values, *v, out);
}

// for (unsigned s = 1; s < 256; s *= 2): from s < 256 follows that 2 * s is a number.
void counted_fact(HostValues& values, const AstNode& loop, std::vector<HostIntegerPtr>& out) {
  const AstNode &begin = *loop.inner[0], &advance = *loop.inner[3];
  if (begin.kind != "DeclStmt") return;
  for (const auto& variable : begin.inner) {
    const AstNode& v = *variable;
    const IntegerType type = type_of(v);
    if (v.kind != "VarDecl" || type.bits < 32 || v.inner.empty() || HostUses::lambda_of(v) != HostUses::lambda_of(values.place().use)) continue;
    const AstNode* change = values.place().uses.only_change(v);
    if (change == nullptr || !is_once(*change, advance) || !values.place().is_settled(v)) continue;
    const HostStep s = step_of(values, v, *change);
    const bool grows = (s.op == "+" || s.op == "*" || s.op == "<<") && s.number > 0;
    if (!grows || (type.is_signed && s.op != "<<")) continue;
    const HostIntegerPtr start = values.at(*v.inner.front(), kAlways, 0);
    if (start == nullptr || !start->value() || static_cast<std::int64_t>(*start->value()) <= 0) continue;
    const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max() >> (64 - type.bits + (type.is_signed ? 1 : 0));
    if (!stays_below(values, *loop.inner[2], v, s, largest)) continue;
    const HostIntegerPtr value = values.of_variable(v, type, {}, 0);
    if (value == nullptr || value->value()) continue;
    if (const auto holds = HostInteger::binary(">=", kBool, value, HostInteger::cast(type, start)); holds != nullptr && !holds->value())
      out.push_back(holds);
  }
}

// The largest value with which the condition may hold, where a part of it says so.
std::optional<std::uint64_t> last_of(HostValues& values, const AstNode& condition, const AstNode& v) {
  const AstNode& c = without_parentheses(condition);
  if (c.kind != "BinaryOperator" || c.inner.size() != 2) return std::nullopt;
  if (c.op == "&&") {
    const auto first = last_of(values, *c.inner[0], v);
    return first ? first : last_of(values, *c.inner[1], v);
  }
  if ((c.op != "<" && c.op != "<=") || !reads_variable(*c.inner[0], v)) return std::nullopt;
  const HostIntegerPtr bound = values.at(*c.inner[1], kAlways, 0);
  if (bound == nullptr || !bound->value() || static_cast<std::int64_t>(*bound->value()) <= 0) return std::nullopt;
  return *bound->value() - (c.op == "<" ? 1 : 0);
}

// Where the condition holds, the variable's next value is a number of its type.
bool stays_below(HostValues& values, const AstNode& condition, const AstNode& v, const HostStep& s, std::uint64_t largest) {
  const AstNode& c = without_parentheses(condition);
  if (c.kind != "BinaryOperator" || c.inner.size() != 2) return false;
  if (c.op == "&&") return stays_below(values, *c.inner[0], v, s, largest) || stays_below(values, *c.inner[1], v, s, largest);
  if ((c.op != "<" && c.op != "<=") || !reads_variable(*c.inner[0], v)) return false;
  // One more than what is less than another number of the type is no larger than that.
  if (c.op == "<" && s.op == "+" && s.number == 1) return true;
  const HostIntegerPtr bound = values.at(*c.inner[1], kAlways, 0);
  if (bound == nullptr || !bound->value() || *bound->value() > largest || (c.op == "<" && *bound->value() == 0)) return false;
  const std::uint64_t last = *bound->value() - (c.op == "<" ? 1 : 0);
  if (s.op == "+") return s.number <= largest - last;
  if (s.op == "<<") return s.number < 64 && last <= (largest >> s.number);
  return s.number > 0 && last <= largest / s.number;
}

}  // namespace warpproof
