#include "src/frontend/host_functions.h"

#include <algorithm>
#include <string>

#include "src/frontend/host_library.h"

namespace warpproof {

std::vector<const AstNode*> parameters_of(const AstNode& function) {
  std::vector<const AstNode*> out;
  for (const auto& child : function.inner)
    if (child->kind == "ParmVarDecl") out.push_back(child.get());
  return out;
}

const AstNode* body_of(const AstNode& function) {
  for (const auto& child : function.inner)
    if (child->kind == "CompoundStmt") return child.get();
  return nullptr;
}

const AstNode& definition_of(const HostAst& ast, const AstNode& function) {
  if (body_of(function) != nullptr || function.mangled.empty()) return function;
  const AstNode* found = ast.find_definition(function.mangled);
  return found == nullptr ? function : *found;
}

bool ends_here(const HostAst& ast, const AstNode& s) {
  if (s.kind == "ReturnStmt" || s.kind == "BreakStmt" || s.kind == "ContinueStmt" || s.kind == "CXXThrowExpr")
    return true;
  if (s.kind == "CompoundStmt" || s.kind == "CaseStmt" || s.kind == "DefaultStmt")
    return !s.inner.empty() && ends_here(ast, *s.inner.back());
  if (s.kind == "ExprWithCleanups") return !s.inner.empty() && ends_here(ast, *s.inner[0]);
  const std::string name = s.kind == "CallExpr" ? library_name(ast, s) : "";
  return name == "exit" || name == "abort" || name == "_Exit" || name == "quick_exit";
}

bool runs_as_written(const HostAst& ast, const AstNode& function) {
  const bool is_weak = std::any_of(function.inner.begin(), function.inner.end(), [](const auto& c) { return c->kind == "WeakAttr"; });
  if (is_weak || function.kind == "FunctionDecl") return !is_weak;
  const AstNode* owner = function.context.empty() ? function.parent : ast.find(function.context);
  return owner != nullptr && !owner->is_polymorphic;
}

}  // namespace warpproof
