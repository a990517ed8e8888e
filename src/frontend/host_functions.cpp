#include "src/frontend/host_functions.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "src/frontend/host_library.h"
#include "src/frontend/host_uses.h"

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

namespace {

constexpr int kDeepest = 8;  // calls within each other

bool leaves_by(const AstNode& e) {
  static constexpr const char* kKinds[] = {"ReturnStmt", "GotoStmt",     "IndirectGotoStmt",
                                           "LabelStmt",  "CoreturnStmt", "GCCAsmStmt"};
  return std::any_of(std::begin(kKinds), std::end(kKinds),
                     [&](const char* kind) { return e.kind == kind; }) ||
         std::any_of(e.inner.begin(), e.inner.end(), [](const auto& child) { return leaves_by(*child); });
}

bool skips(const AstNode& e) {
  return e.kind == "BreakStmt" || e.kind == "ContinueStmt" || e.kind == "GotoStmt" || e.kind == "LabelStmt" ||
         std::any_of(e.inner.begin(), e.inner.end(), [](const auto& child) { return skips(*child); });
}

bool ends_program(const HostAst& ast, const AstNode& s, int depth);

// It says so, or a statement of its body ends the program, and none before it comes back.
bool never_returns(const HostAst& ast, const AstNode& declared, int depth) {
  const AstNode& function = definition_of(ast, declared);
  for (const AstNode* f : {&declared, &function}) {
    // Not AnalyzerNoReturnAttr, which is about functions that come back.
    if (std::any_of(f->inner.begin(), f->inner.end(), [](const auto& c) {
          return c->kind == "NoReturnAttr" || c->kind == "CXX11NoReturnAttr" || c->kind == "C11NoReturnAttr";
        }))
      return true;
  }
  const AstNode* body = body_of(function);
  if (body == nullptr || depth > kDeepest || !runs_as_written(ast, function)) return false;
  // While it is looked at it counts as one that returns.
  const auto [known, is_new] = ast.known_to_return().try_emplace(&function, true);
  if (!is_new) return !known->second;
  for (const auto& s : body->inner) {
    if (leaves_by(*s)) break;
    if (!ends_program(ast, *s, depth + 1)) continue;
    known->second = false;
    break;
  }
  return !known->second;
}

// The type of a function, or of a pointer or a reference to one, that does not come back. What stands in the types of its
// parameters, or in that of the pointer that it gives back, says nothing of itself.
bool is_noreturn_type(const std::string& type) {
  static constexpr std::string_view kAttribute = "__attribute__((noreturn))";
  std::size_t open = type.find('(');
  for (const std::string_view pointer : {"(*)(", "(*const)(", "(&)("})
    if (open != std::string::npos && type.compare(open, pointer.size(), pointer) == 0) open += pointer.size() - 1;
  if (open == std::string::npos || type.find_first_of("*&^", open) == open + 1) return false;
  int depth = 0;
  std::size_t close = open;
  for (; close < type.size(); ++close) {
    if (type[close] == '(') ++depth;
    if (type[close] == ')' && --depth == 0) break;
  }
  const std::size_t at = type.find(kAttribute, close);
  return at != std::string::npos && type.find('(', close) == at + kAttribute.find('(') &&
         type.find('(', at + kAttribute.size()) == std::string::npos;
}

// A call of it may run a method of a derived class, which need not keep what this one says of itself.
bool may_be_overridden(const HostAst& ast, const AstNode& function) {
  return function.kind == "CXXMethodDecl" && !function.is_static && !runs_as_written(ast, function);
}

bool ends_program(const HostAst& ast, const AstNode& s, int depth) {
  static constexpr const char* kEnds[] = {"exit",           "abort",           "_Exit",                "quick_exit",
                                          "__builtin_trap", "__builtin_abort", "__builtin_unreachable"};
  if (s.kind == "CXXThrowExpr") return true;
  if (s.kind == "CompoundStmt") {
    if (s.inner.empty() || !ends_program(ast, *s.inner.back(), depth)) return false;
    return std::none_of(s.inner.begin(), s.inner.end(),
                        [](const auto& child) { return leaves_by(*child) || skips(*child); });
  }
  if (s.kind == "ExprWithCleanups") return !s.inner.empty() && ends_program(ast, *s.inner[0], depth);
  if (s.kind == "AttributedStmt") return !s.inner.empty() && ends_program(ast, *s.inner.back(), depth);
  if (!is_call(s) || s.inner.empty()) return false;
  const AstNode* called = named_declaration(ast, *s.inner[0]);
  if (called != nullptr && may_be_overridden(ast, *called)) return false;
  const AstNode& callee = without_wrapping(*s.inner[0]);
  for (const std::string& type : {callee.type, s.inner[0]->type})  // a built-in function has its own where it is converted
    if (is_noreturn_type(type)) return true;
  const std::string name = s.kind == "CallExpr" && callee.kind == "DeclRefExpr" ? library_name(ast, s) : "";
  if (std::any_of(std::begin(kEnds), std::end(kEnds), [&](const char* e) { return name == e; })) return true;
  return called != nullptr && never_returns(ast, *called, depth);
}

}  // namespace

bool ends_program(const HostAst& ast, const AstNode& s) { return ends_program(ast, s, 0); }

bool ends_here(const HostAst& ast, const AstNode& s) {
  if (s.kind == "ReturnStmt" || s.kind == "BreakStmt" || s.kind == "ContinueStmt") return true;
  if (s.kind == "CompoundStmt" || s.kind == "CaseStmt" || s.kind == "DefaultStmt")
    return !s.inner.empty() && ends_here(ast, *s.inner.back());
  if (s.kind == "AttributedStmt") return !s.inner.empty() && ends_here(ast, *s.inner.back());
  if (s.kind == "IfStmt") return s.has_else && s.inner.size() == 3 && ends_here(ast, *s.inner[1]) && ends_here(ast, *s.inner[2]);
  // The body of a macro.
  if (s.kind == "DoStmt") return s.inner.size() == 2 && !skips(*s.inner[0]) && ends_here(ast, *s.inner[0]);
  return ends_program(ast, s);
}

bool is_weak(const HostAst& ast, const AstNode& declared) {
  const auto all = ast.declarations_of(declared);
  return std::any_of(all.begin(), all.end(), [](const AstNode* d) {
    return std::any_of(d->inner.begin(), d->inner.end(), [](const auto& c) { return c->kind == "WeakAttr"; });
  });
}

bool runs_as_written(const HostAst& ast, const AstNode& function) {
  if (is_weak(ast, function)) return false;
  if (function.kind == "FunctionDecl") return true;
  const AstNode* owner = function.context.empty() ? function.parent : ast.find(function.context);
  return owner != nullptr && !owner->is_polymorphic;
}

bool has_attribute(const AstNode& function, const char* name) {
  return std::any_of(function.inner.begin(), function.inner.end(), [&](const auto& c) { return c->kind == name; });
}

bool is_device_code(const AstNode& function) {
  return has_attribute(function, "CUDAGlobalAttr") ||
         (has_attribute(function, "CUDADeviceAttr") && !has_attribute(function, "CUDAHostAttr"));
}

const AstNode* value_of(const AstNode& variable) {
  if (variable.kind != "VarDecl" || variable.inner.empty()) return nullptr;
  const AstNode* first = variable.inner.front().get();
  return first->kind.ends_with("Attr") || first->kind.ends_with("Comment") ? nullptr : first;
}

}  // namespace warpproof
