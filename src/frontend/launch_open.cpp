#include "src/frontend/launch_open.h"

#include <algorithm>
#include <string>

#include "src/frontend/host_library.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

// A part of it is computed by the user's own code, or a member of what is not looked at.
bool asks_others(const HostAst& ast, const AstNode& e) {
  if (e.kind == "MemberExpr" || e.kind == "CXXThisExpr") return true;
  if (e.kind == "CallExpr" && !e.inner.empty() && named_declaration(ast, *e.inner[0]) != nullptr) return true;
  if (e.kind == "CXXMemberCallExpr" || e.kind == "CXXOperatorCallExpr" || e.kind == "LambdaExpr") return true;
  return std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return asks_others(ast, *child); });
}

// cudaOccupancyMaxPotentialBlockSize(&grid, &block, ..), cudaDeviceGetAttribute(&block, ..): no number that a user gives.
bool is_given_by_runtime(const HostAst& ast, const AstNode& change) {
  const AstNode* call = change.parent;
  while (call != nullptr && !is_call(*call) && call->kind != "CompoundStmt") call = call->parent;
  return call != nullptr && is_call(*call) && library_name(ast, *call).starts_with("cuda");
}

bool is_open_variable(const HostAst& ast, const HostUses& uses, const std::string& key) {
  if (key.find(HostValues::kOfConstructor) != std::string::npos) return true;
  if (key.find(HostValues::kAtPlace) != std::string::npos) return true;  // inside of a function that gives it back
  const std::size_t end = key.find_first_of("@.- ");
  const AstNode* v = ast.find(key.substr(0, end));
  if (v == nullptr) return true;  // this object's
  if (v->kind == "ParmVarDecl") {
    const AstNode* function = v->parent;
    return function == nullptr || function->kind != "FunctionDecl" || !uses.calls(*function).empty() || uses.is_used_otherwise(*function);
  }
  if (v->kind != "VarDecl" || HostUses::function_of(*v) == nullptr || end == std::string::npos || key[end] != '@') return true;
  const auto changes = uses.all_changes(*v);
  return !changes || std::any_of(changes->begin(), changes->end(), [&](const AstNode* c) { return is_given_by_runtime(ast, *c); }) || (!v->inner.empty() && asks_others(ast, *v->inner.front()));
}

}  // namespace

bool is_open(const HostAst& ast, const HostUses& uses, const HostInteger& number) {
  if (number.kind() == HostInteger::Kind::Variable) return number.key().empty() || is_open_variable(ast, uses, number.key());
  return std::any_of(number.operands().begin(), number.operands().end(), [&](const auto& part) { return is_open(ast, uses, *part); });
}

}  // namespace warpproof
