// Of host values: which pointer an argument of a launch is.
//
// k<<<..>>>(x, x) works in place: its two parameters name one buffer, and what holds of a kernel whose pointers name
// distinct ones says nothing of it. Two arguments of one key are one pointer. Side conditions, as of numbers: the variable
// has one value while the launch's expressions are computed (is_settled), and what it was given before is followed only
// where nothing changed in between (HostUses). Pointers of which that is not known have no key: that those name distinct
// allocations stays an assumption of the verdict. Of pointers into one buffer, x and x + n, it is another one, which is told.
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 40;  // variables and calls that are followed within each other

bool is_pointer(const std::string& type) { return type.ends_with("*") || type.ends_with("*const"); }

// Without conversions that keep the address.
const AstNode& without_conversions(const AstNode& e) {
  const AstNode* x = &e;
  while (x->inner.size() == 1 &&
         (x->kind == "ParenExpr" || x->kind == "ExprWithCleanups" || x->kind == "MaterializeTemporaryExpr" ||
          (x->kind.ends_with("CastExpr") &&
           (x->op == "NoOp" || x->op == "BitCast" || x->op == "LValueToRValue"))))
    x = x->inner[0].get();
  return *x;
}

// The pointer of p + n, n + p, p - n and &p[n]; null for what is none of these.
const AstNode* moved_from(const AstNode& e) {
  const AstNode* x = &e;
  if (x->kind == "UnaryOperator" && x->op == "&" && x->inner.size() == 1) {
    x = x->inner[0].get();
    while (x->kind == "ParenExpr" && x->inner.size() == 1) x = x->inner[0].get();
    if (x->kind != "ArraySubscriptExpr") return nullptr;
  } else if (x->kind != "BinaryOperator" || (x->op != "+" && x->op != "-")) {
    return nullptr;
  }
  for (const auto& operand : x->inner)
    if (is_pointer(operand->type)) return operand.get();
  return nullptr;
}

}  // namespace

std::string HostValues::pointer(const AstNode& e) { return pointer_at(e, false, {}, 0); }
std::string HostValues::buffer(const AstNode& e) { return pointer_at(e, true, {}, 0); }

std::string HostValues::pointer_at(const AstNode& e, bool of_buffer, const Since& since, int depth) {
  const AstNode& x = without_conversions(e);
  if (depth > kDeepest || !is_pointer(x.type)) return "";
  const AstNode* from = of_buffer ? moved_from(x) : nullptr;
  if (from != nullptr) return pointer_at(*from, of_buffer, since, depth + 1);
  if (x.kind == "MemberExpr") {
    const auto path = path_of(x);
    if (!path || ((since || unsettled_) && !path->is_object)) return "";
    if (path->is_object &&
        ((since && !uses_.is_stable(*path->variable, path->member, *since)) || !is_settled(*path->variable)))
      return "";
    return path->key;
  }
  const AstNode* v = x.kind == "DeclRefExpr" ? ast_.find(x.refers_to) : nullptr;
  if (v == nullptr || (v->kind != "VarDecl" && v->kind != "ParmVarDecl") || !is_pointer(v->type) ||
      v->type.find("volatile") != std::string::npos || (since && !uses_.is_stable(*v, *since)))
    return "";
  if (const HostUses::Definition d = uses_.definition(*v, use_); d.value != nullptr)
    if (std::string key = pointer_at(*d.value, of_buffer, this->since(d), depth + 1); !key.empty())
      return key;
  const Argument given = v->kind == "ParmVarDecl" && uses_.is_constant(*v) ? argument_of(*v) : Argument();
  if (given.value != nullptr) {
    HostValues caller(ast_, uses_, *given.entry->call, given.entry->caller);
    if (std::string key = caller.pointer_at(*given.value, of_buffer, {}, depth + 1); !key.empty()) return key;
  }
  return is_settled(*v) ? v->id + suffix_ : "";
}

}  // namespace warpproof
