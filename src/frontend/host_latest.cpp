// The last change of a variable that every way to a use comes through, where it is in a statement of any form:
// `if (cudaMallocPitch(&p, &pitch, w, h) != cudaSuccess) return 1;`
#include <algorithm>

#include "src/frontend/host_uses.h"

namespace warpproof {
namespace {

// It goes on elsewhere than after itself, but not out of the function.
bool may_jump(const AstNode& s) {
  if (s.kind == "LambdaExpr") return false;
  return s.kind == "BreakStmt" || s.kind == "ContinueStmt" || s.kind == "GotoStmt" || s.kind == "IndirectGotoStmt" ||
         std::any_of(s.inner.begin(), s.inner.end(), [](const auto& child) { return may_jump(*child); });
}

// Whenever `parent` is run to its end, `child`, a part of it, is run too, and last of all what it was run for. Kinds that are
// not on the list may leave it out, as the second operand of && or the body of a loop.
bool always_runs(const AstNode& parent, const AstNode& child) {
  static constexpr const char* kWhole[] = {
      "ParenExpr", "ExprWithCleanups", "MaterializeTemporaryExpr", "CXXBindTemporaryExpr", "CXXConstructExpr", "CallExpr",
      "CXXMemberCallExpr", "CXXOperatorCallExpr", "UnaryOperator", "CompoundAssignOperator", "MemberExpr", "DeclStmt",
      "ImplicitCastExpr", "CStyleCastExpr", "CXXStaticCastExpr", "CXXFunctionalCastExpr", "CXXReinterpretCastExpr"};
  const bool is_first = parent.inner.front().get() == &child;
  // Some of the compiler's own functions, as __builtin_constant_p, do not compute what they are given.
  const AstNode& first = *parent.inner.front();
  if (first.op == "BuiltinFnToFnPtr" && first.inner.front()->refers_name != "__builtin_expect") return false;
  if (parent.kind == "BinaryOperator") return is_first || (parent.op != "&&" && parent.op != "||");
  if (parent.kind == "VarDecl") return !parent.is_static;  // a static one is initialised once
  if (parent.kind == "IfStmt") return is_first && !parent.has_condition_variable;
  // Run at least once; what came last is what its last run did.
  if (parent.kind == "DoStmt") return is_first;
  if (parent.kind == "CompoundStmt") {
    for (const auto& before : parent.inner) {
      if (before.get() == &child) return true;
      if (may_jump(*before)) return false;
    }
    return false;
  }
  return std::any_of(std::begin(kWhole), std::end(kWhole), [&](const char* k) { return parent.kind == k; });
}

}  // namespace

HostUses::LatestChange HostUses::latest_change(const AstNode& variable, const std::string& member,
                                               const AstNode& use) const {
  const auto it = changes_.find(&variable);
  if (is_open(variable) || it == changes_.end()) return {};
  const Change* last = nullptr;
  for (const Change& c : it->second) {
    if (!c.changes(member)) continue;
    if (lambda_of(*c.node) != lambda_of(variable) || lambda_of(use) != lambda_of(variable)) return {};
    if (c.order < use.order && (last == nullptr || last->order < c.order)) last = &c;
  }
  if (last == nullptr) return {};
  const AstNode *statement = last->node, *block = statement->parent;
  for (; block != nullptr && !is_within(use, *block); statement = block, block = block->parent)
    if (!always_runs(*block, *statement)) return {};
  if (block == nullptr) return {};
  const bool is_condition = block->kind == "IfStmt" && always_runs(*block, *statement);
  if (block->kind != "CompoundStmt" && !is_condition) return {};
  // Of several changes in one statement it is not known which is the last one, and what comes after it, also through a
  // loop, is another one.
  const TextRange rest{statement->order - 1, end_of_use(*block, use)};
  const auto others = std::count_if(it->second.begin(), it->second.end(),
                                    [&](const Change& c) { return c.changes(member) && rest.contains(c.order); });
  if (others != 1 || !is_straight(rest.after, *block, use)) return {};
  return {last->node, statement, block};
}

}  // namespace warpproof
