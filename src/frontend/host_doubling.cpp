// Of host values: variables of loops that double or halve, `for (int s = n / 2; s > 0; s /= 2)`, are powers of two.
//
// All values that such a variable takes are of 2^k, -2^k and 0 where its first one is: doubling and halving, by shifts or
// factors that are powers of two, leave none of them out, and what does not fit in the type becomes the lowest number or 0.
// So nothing has to be known of when it is read. Signed variables are powers of two where they are positive.
#include "src/frontend/host_doubling.h"

#include "src/frontend/host_counters.h"

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false};
constexpr TextRange kAlways{0, ~std::size_t{0}};  // of what never changes: it is read earlier than at the use
constexpr int kDeepestStart = 60;  // expressions and variables within each other

bool is_power(std::uint64_t v) { return (v & (v - 1)) == 0; }  // or 0

bool is_power_expression(HostValues& values, const AstNode& e, int depth);

bool is_doubling(HostValues& values, const AstNode& variable, int depth) {
  const auto type = host_integer_type(variable.type.starts_with("const ") ? variable.type.substr(6) : variable.type);
  if (!type || variable.kind != "VarDecl" || variable.inner.empty() || depth > kDeepestStart) return false;
  if (!is_power_expression(values, *variable.inner.front(), depth + 1)) return false;
  if (values.place().uses.is_constant(variable)) return true;
  const AstNode* change = values.place().uses.only_change(variable);
  if (change == nullptr) return false;
  const HostStep step = step_of(values, variable, *change);
  if (step.op == "<<" || step.op == ">>") return true;
  return (step.op == "*" || step.op == "/") && step.number != 0 && is_power(step.number);
}

bool is_power_expression(HostValues& values, const AstNode& e, int depth) {
  if (depth > kDeepestStart) return false;
  const auto type = host_integer_type(e.type);
  if (!type) return false;
  if (const HostIntegerPtr known = values.at(e, kAlways, 0); known != nullptr && known->value())
    return is_power(*known->value()) && static_cast<std::int64_t>(*known->value()) >= 0;
  if (e.kind.ends_with("CastExpr") && e.inner.size() == 1) {
    const auto from = host_integer_type(e.inner[0]->type);
    // A negative number as an unsigned one is no power of two.
    const bool keeps = from && (from->is_signed == type->is_signed || !from->is_signed);
    return (e.op == "LValueToRValue" || e.op == "NoOp" || e.op == "IntegralCast") && keeps &&
           is_power_expression(values, *e.inner[0], depth + 1);
  }
  if ((e.kind == "ParenExpr" || e.kind == "ExprWithCleanups") && e.inner.size() == 1)
    return is_power_expression(values, *e.inner[0], depth + 1);
  if (e.kind == "DeclRefExpr") {
    const AstNode* v = values.place().ast.find(e.refers_to);
    return v != nullptr && is_doubling(values, *v, depth + 9);
  }
  if (e.kind != "BinaryOperator" || e.inner.size() != 2) return false;
  if (e.op == "<<" || e.op == ">>") return is_power_expression(values, *e.inner[0], depth + 1);
  const HostIntegerPtr by = values.at(*e.inner[1], kAlways, 0);
  const bool is_factor = by != nullptr && by->value() && static_cast<std::int64_t>(*by->value()) > 0 && is_power(*by->value());
  return (e.op == "*" || e.op == "/") && is_factor && is_power_expression(values, *e.inner[0], depth + 1);
}

}  // namespace

void doubling_fact(HostValues& values, const AstNode& loop, std::vector<HostIntegerPtr>& out) {
  const AstNode& begin = *loop.inner[0];
  if (begin.kind != "DeclStmt") return;
  for (const auto& v : begin.inner) {
    const auto type = host_integer_type(v->type);
    if (!type || type->bits < 32 || values.place().uses.is_constant(*v) || !is_doubling(values, *v, 0)) continue;
    const HostIntegerPtr value = values.of_variable(*v, *type, {}, 0);
    if (value == nullptr || value->value()) continue;
    const HostIntegerPtr zero = HostInteger::constant(*type, 0);
    const HostIntegerPtr less = HostInteger::binary("-", *type, value, HostInteger::constant(*type, 1));
    HostIntegerPtr holds = HostInteger::binary("==", kBool, HostInteger::binary("&", *type, value, less), zero);
    if (type->is_signed) holds = HostInteger::binary("||", kBool, HostInteger::binary("<=", kBool, value, zero), holds);
    if (holds != nullptr && !holds->value()) out.push_back(holds);
  }
}

}  // namespace warpproof
