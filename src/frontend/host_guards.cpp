#include "src/frontend/host_guards.h"

#include <algorithm>
#include <string>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 4;  // calls, and statements of macros, within each other

bool has_kind(const AstNode& e, const std::vector<std::string>& kinds) {
  return std::find(kinds.begin(), kinds.end(), e.kind) != kinds.end() ||
         std::any_of(e.inner.begin(), e.inner.end(),
                     [&](const auto& child) { return has_kind(*child, kinds); });
}

const AstNode& without_cast(const AstNode& e) {
  const AstNode* out = &e;
  while (out->inner.size() == 1 && (out->kind == "ParenExpr" || out->kind == "ExprWithCleanups" ||
                                    out->kind == "CStyleCastExpr" || out->kind == "ImplicitCastExpr" ||
                                    out->kind == "CXXStaticCastExpr" || out->kind == "CXXFunctionalCastExpr"))
    out = out->inner[0].get();
  return *out;
}

// The value of an expression is never come to.
bool never_ends(const HostAst& ast, const AstNode& e) {
  const AstNode& inside = without_cast(e);
  if (inside.kind == "BinaryOperator" && inside.op == "," && inside.inner.size() == 2)
    return never_ends(ast, *inside.inner[0]) || never_ends(ast, *inside.inner[1]);
  return ends_program(ast, inside);
}

class Guards {
 public:
  Guards(const HostAst& ast, const HostUses& uses) : ast_(ast), uses_(uses) {}

  void statement(const AstNode& s, int depth) {
    if (depth > kDeepest) return;
    if (s.kind == "IfStmt") return of_if(s);
    if (s.kind == "CompoundStmt") {
      for (const auto& child : s.inner) statement(*child, depth + 1);
    } else if (s.kind == "DoStmt" && s.inner.size() == 2) {
      // The body of a macro: it is run once, from its begin to its end.
      const AstNode& end = without_cast(*s.inner[1]);
      const bool is_false = (end.kind == "IntegerLiteral" && end.value == "0") ||
                            (end.kind == "CXXBoolLiteralExpr" && (end.value == "false" || end.value == "0"));
      if (is_false && !has_kind(*s.inner[0], {"BreakStmt", "ContinueStmt"}))
        statement(*s.inner[0], depth + 1);
    } else {
      expression(without_cast(s));
    }
  }

  std::vector<HostGuard> found;

 private:
  void of_if(const AstNode& s) {
    if (s.has_condition_variable || s.inner.size() != (s.has_else ? 3u : 2u)) return;
    // What an end that leaves a loop of a macro skips is looked at above.
    if (!s.has_else && ends_here(ast_, *s.inner[1])) found.push_back({s.inner[0].get(), false, s.last});
    if (s.has_else && ends_here(ast_, *s.inner[1]))
      found.push_back({s.inner[0].get(), false, s.inner[0]->last});
    if (s.has_else && ends_here(ast_, *s.inner[2]))
      found.push_back({s.inner[0].get(), true, s.inner[0]->last});
  }

  void expression(const AstNode& e) {
    if (e.kind == "ConditionalOperator" && e.inner.size() == 3) {
      if (never_ends(ast_, *e.inner[1])) found.push_back({e.inner[0].get(), false, e.inner[0]->last});
      if (never_ends(ast_, *e.inner[2])) found.push_back({e.inner[0].get(), true, e.inner[0]->last});
    } else if (e.kind == "BinaryOperator" && (e.op == "||" || e.op == "&&") && e.inner.size() == 2) {
      if (never_ends(ast_, *e.inner[1])) found.push_back({e.inner[0].get(), e.op == "||", e.inner[0]->last});
    } else if (e.kind == "CallExpr" && !e.inner.empty()) {
      if (library_name(ast_, e) == "wp_assert") {
        if (e.inner.size() == 2) found.push_back({e.inner[1].get(), true, e.last});
      } else if (const AstNode* function = named_declaration(ast_, *e.inner[0])) {
        of_call(e, definition_of(ast_, *function));
      }
    }
  }

  // Of `void require(bool c) { if (!c) exit(1); }` what is given for c. Side conditions: this body is run; the function does
  // not come back before the if; c is what was given, there; nothing is given by reference that changes what the condition
  // reads (the range begins before the call).
  void of_call(const AstNode& call, const AstNode& function) {
    const AstNode* body = body_of(function);
    if (body == nullptr || !runs_as_written(ast_, function)) return;
    const std::vector<const AstNode*> parameters = parameters_of(function);
    for (const auto& s : body->inner) {
      Guards inside(ast_, uses_);
      if (s->kind == "IfStmt" && !s->has_else && !s->has_condition_variable && s->inner.size() == 2 &&
          ends_program(ast_, *s->inner[1]))
        inside.found.push_back({s->inner[0].get(), false, 0});
      if (s->kind == "CallExpr" && library_name(ast_, *s) == "wp_assert" && s->inner.size() == 2)
        inside.found.push_back({s->inner[1].get(), true, 0});
      for (const HostGuard& g : inside.found) of_parameter(call, parameters, g);
      if (has_kind(*s,
                   {"ReturnStmt", "GotoStmt", "IndirectGotoStmt", "LabelStmt", "CXXTryStmt", "CoreturnStmt"}))
        return;
    }
  }

  // Zero exactly where the expression is.
  static const AstNode& truth_of(const AstNode& e) {
    const bool keeps = e.kind == "ParenExpr" ||
                       (e.kind == "ImplicitCastExpr" &&
                        (e.op == "LValueToRValue" || e.op == "IntegralToBoolean" || e.op == "NoOp"));
    return keeps && e.inner.size() == 1 ? truth_of(*e.inner[0]) : e;
  }

  void of_parameter(const AstNode& call, const std::vector<const AstNode*>& parameters,
                    const HostGuard& guard) {
    const AstNode* c = &truth_of(*guard.condition);
    bool holds = guard.holds;
    while (c->kind == "UnaryOperator" && c->op == "!" && c->inner.size() == 1) {
      c = &truth_of(*c->inner[0]);
      holds = !holds;
    }
    if (c->kind != "DeclRefExpr") return;
    const AstNode* p = ast_.find(c->refers_to);
    const auto at = std::find(parameters.begin(), parameters.end(), p);
    const std::size_t i = static_cast<std::size_t>(at - parameters.begin()) + 1;
    if (at == parameters.end() || i >= call.inner.size()) return;
    // Another type's conversion might make 0 of what is not.
    const AstNode& given = *call.inner[i];
    if (given.kind == "CXXDefaultArgExpr") return;
    if (bare_type(p->type) != "bool" && bare_type(p->type) != bare_type(given.type)) return;
    if (!is_arithmetic(bare_type(p->type)) || p->type.find('*') != std::string::npos ||
        !uses_.is_constant_value(*p))
      return;
    found.push_back({&given, holds, call.order - 1});
  }

  const HostAst& ast_;
  const HostUses& uses_;
};

bool may_end(const HostAst& ast, const AstNode& function, int depth) {
  const AstNode* body = body_of(function);
  if (body == nullptr || depth > kDeepest) return true;
  const auto ends = [&](const auto& self, const AstNode& e) -> bool {
    if (e.kind == "CXXThrowExpr" || e.kind == "CXXTryStmt" || e.kind.ends_with("AsmStmt") ||
        ends_program(ast, e))
      return true;
    if (e.kind == "CallExpr" && library_name(ast, e) == "wp_assert") return true;
    if (e.kind == "CallExpr" && !e.inner.empty()) {
      const AstNode* called = named_declaration(ast, *e.inner[0]);
      if (called != nullptr && may_end(ast, definition_of(ast, *called), depth + 1)) return true;
    }
    return std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return self(self, *child); });
  };
  return ends(ends, *body);
}

}  // namespace

std::vector<HostGuard> guards_of(const HostAst& ast, const HostUses& uses, const AstNode& statement) {
  Guards guards(ast, uses);
  guards.statement(statement, 0);
  return std::move(guards.found);
}

const AstNode* function_of_numbers(const HostAst& ast, const AstNode& call) {
  if (call.kind != "CallExpr" || call.inner.size() < 2 || !library_name(ast, call).empty()) return nullptr;
  const AstNode* declared = named_declaration(ast, *call.inner[0]);
  if (declared == nullptr) return nullptr;
  const AstNode& function = definition_of(ast, *declared);
  const std::vector<const AstNode*> parameters = parameters_of(function);
  const bool are_numbers = std::all_of(parameters.begin(), parameters.end(), [](const AstNode* p) {
    const std::string bare = bare_type(p->type);
    const bool is_text =
        bare == "char" || bare.starts_with("std::basic_string") || bare.starts_with("std::string");
    return is_text || (p->type.find('*') == std::string::npos && is_arithmetic(bare));
  });
  return are_numbers ? &function : nullptr;
}

bool may_end_program(const HostAst& ast, const AstNode& call) {
  const AstNode* function = function_of_numbers(ast, call);
  return function != nullptr && may_end(ast, *function, 0);
}

}  // namespace warpproof
