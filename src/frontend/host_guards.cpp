#include "src/frontend/host_guards.h"

#include <algorithm>
#include <cstdint>
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

// In the code of a function that is called, only the end of the program leads nowhere: a return comes back.
enum class In : std::uint8_t { Function, Called };

class Guards {
 public:
  Guards(const HostAst& ast, const HostUses& uses, In in, int calls) : ast_(ast), uses_(uses), in_(in), calls_(calls) {}

  void statement(const AstNode& s, int depth) {
    if (depth > kDeepest) return;
    if (s.kind == "IfStmt") return of_if(s, depth);
    if (s.kind == "AttributedStmt") {
      if (!s.inner.empty()) statement(*s.inner.back(), depth + 1);
    } else if (s.kind == "CompoundStmt") {
      for (const auto& child : s.inner) statement(*child, depth + 1);
    } else if (s.kind == "DoStmt" && s.inner.size() == 2) {
      // The body of a macro: it is run once, from its begin to its end.
      const AstNode& end = without_cast(*s.inner[1]);
      const bool is_false = (end.kind == "IntegerLiteral" || end.kind == "CXXBoolLiteralExpr") && end.value == "0";
      if (is_false && !has_kind(*s.inner[0], {"BreakStmt", "ContinueStmt"})) statement(*s.inner[0], depth + 1);
    } else {
      expression(without_cast(s));
    }
  }

  std::vector<HostGuard> found;

 private:
  bool ends(const AstNode& s) const { return in_ == In::Called ? ends_program(ast_, s) : ends_here(ast_, s); }
  void add(const AstNode& condition, bool holds, std::size_t after) { found.push_back({&condition, holds, after, nullptr}); }

  // What an end that leaves a loop of a macro skips is looked at above. Where one side ends, the other one is passed.
  void of_if(const AstNode& s, int depth) {
    if (s.has_condition_variable || s.inner.size() != (s.has_else ? 3u : 2u)) return;
    const AstNode& condition = *s.inner[0];
    if (!s.has_else && ends(*s.inner[1])) add(condition, false, s.last);
    if (!s.has_else) return;
    if (ends(*s.inner[1])) {
      add(condition, false, condition.last);
      statement(*s.inner[2], depth + 1);
    } else if (ends(*s.inner[2])) {
      add(condition, true, condition.last);
      statement(*s.inner[1], depth + 1);
    }
  }

  void expression(const AstNode& e) {
    if (e.kind == "ConditionalOperator" && e.inner.size() == 3) {
      if (never_ends(ast_, *e.inner[1])) add(*e.inner[0], false, e.inner[0]->last);
      if (never_ends(ast_, *e.inner[2])) add(*e.inner[0], true, e.inner[0]->last);
    } else if (e.kind == "BinaryOperator" && (e.op == "||" || e.op == "&&") && e.inner.size() == 2) {
      if (never_ends(ast_, *e.inner[1])) add(*e.inner[0], e.op == "||", e.inner[0]->last);
    } else if (e.kind == "CallExpr" && !e.inner.empty()) {
      if (library_name(ast_, e) == "wp_assert") {
        if (e.inner.size() == 2) add(*e.inner[1], true, e.last);
      } else if (const AstNode* function = named_declaration(ast_, *e.inner[0])) {
        if (calls_ < kDeepest) of_call(e, definition_of(ast_, *function));
      }
    }
  }

  // Of `void require(bool c) { if (!c) exit(1); }` what is given for c. Side conditions: this body is run; the function does
  // not come back before the if; parameters are what was given, there; nothing is given by reference that changes what the
  // condition reads (the range begins before the call).
  void of_call(const AstNode& call, const AstNode& function) {
    const AstNode* body = body_of(function);
    if (body == nullptr || !runs_as_written(ast_, function)) return;
    const std::vector<const AstNode*> parameters = parameters_of(function);
    Guards inside(ast_, uses_, In::Called, calls_ + 1);
    for (std::size_t i = 0; i < body->inner.size(); ++i) {
      const AstNode& s = *body->inner[i];
      // A return anywhere in a statement may come before the checks in it.
      if (!may_come_back(s)) {
        inside.statement(s, 0);
        continue;
      }
      // `if (c) return; exit(1);`
      const bool is_way_out = s.kind == "IfStmt" && !s.has_else && !s.has_condition_variable && s.inner.size() == 2 &&
                              is_return(*s.inner[1]) && ends_after(*body, i + 1);
      if (is_way_out) inside.add(*s.inner[0], true, 0);
      break;
    }
    for (const HostGuard& g : inside.found)
      if (g.call == nullptr) of_condition(call, parameters, g);
  }

  static bool may_come_back(const AstNode& s) {
    return has_kind(s, {"ReturnStmt", "GotoStmt", "IndirectGotoStmt", "LabelStmt", "CXXTryStmt", "CoreturnStmt", "GCCAsmStmt"});
  }
  static bool is_return(const AstNode& s) {
    return (s.kind == "ReturnStmt" && s.inner.empty()) || (s.kind == "CompoundStmt" && s.inner.size() == 1 && is_return(*s.inner[0]));
  }
  bool ends_after(const AstNode& body, std::size_t first) const {
    for (std::size_t i = first; i < body.inner.size() && !may_come_back(*body.inner[i]); ++i)
      if (ends_program(ast_, *body.inner[i])) return true;
    return false;
  }

  // A parameter is what the argument is; else it is a condition on parameters.
  void of_condition(const AstNode& call, const std::vector<const AstNode*>& parameters, const HostGuard& guard) {
    const AstNode* c = &truth_of(*guard.condition);
    bool holds = guard.holds;
    while (c->kind == "UnaryOperator" && c->op == "!" && c->inner.size() == 1) {
      c = &truth_of(*c->inner[0]);
      holds = !holds;
    }
    if (c->kind == "ImplicitCastExpr" && c->op == "LValueToRValue" && c->inner.size() == 1) c = c->inner[0].get();
    if (c->kind == "DeclRefExpr") {
      const auto at = std::find(parameters.begin(), parameters.end(), ast_.find(c->refers_to));
      const std::size_t i = static_cast<std::size_t>(at - parameters.begin()) + 1;
      if (at == parameters.end() || i >= call.inner.size() || !is_kept(**at)) return;
      // Another type's conversion might make 0 of what is not.
      const AstNode& given = *call.inner[i];
      const bool is_same = bare_type((*at)->type) == "bool" || bare_type((*at)->type) == bare_type(given.type);
      if (is_same && given.kind != "CXXDefaultArgExpr") add(given, holds, call.order - 1);
    } else if (reads_only(parameters, *guard.condition)) {
      found.push_back({guard.condition, guard.holds, call.order - 1, &call});
    }
  }

  bool is_kept(const AstNode& parameter) const {
    return is_arithmetic(bare_type(parameter.type)) && parameter.type.find_first_of("*&") == std::string::npos &&
           uses_.is_constant_value(parameter);
  }

  // Parameters that are what was given, and numbers.
  bool reads_only(const std::vector<const AstNode*>& parameters, const AstNode& e) const {
    if (e.kind == "DeclRefExpr") {
      const AstNode* d = ast_.find(e.refers_to);
      return std::find(parameters.begin(), parameters.end(), d) != parameters.end() && is_kept(*d);
    }
    const bool is_operator = (e.kind == "BinaryOperator" && e.op != "=" && e.op != ",") ||
                             (e.kind == "UnaryOperator" && (e.op == "!" || e.op == "-" || e.op == "+" || e.op == "~"));
    const bool is_plain = e.kind == "ParenExpr" || e.kind == "IntegerLiteral" || e.kind == "CXXBoolLiteralExpr" || e.kind == "ConditionalOperator" ||
                          e.kind == "CXXStaticCastExpr" || e.kind == "CStyleCastExpr" || e.kind == "CXXFunctionalCastExpr" ||
                          e.kind == "ImplicitCastExpr" || e.kind == "ConstantExpr";
    return (is_operator || is_plain) && std::all_of(e.inner.begin(), e.inner.end(), [&](const auto& part) { return reads_only(parameters, *part); });
  }

  const HostAst& ast_;
  const HostUses& uses_;
  const In in_;
  const int calls_;  // that this code is in
};

}  // namespace

const AstNode& truth_of(const AstNode& e) {
  const bool is_cast = e.kind == "ImplicitCastExpr" || e.kind == "CXXStaticCastExpr" || e.kind == "CStyleCastExpr" || e.kind == "CXXFunctionalCastExpr";
  const bool keeps = e.kind == "ParenExpr" || e.kind == "ExprWithCleanups" || e.kind == "ConstantExpr" ||
                     (is_cast && e.inner.size() == 1 && (e.op == "IntegralToBoolean" || e.op == "NoOp" || (e.op == "IntegralCast" && e.inner[0]->type == "bool")));
  if (keeps && e.inner.size() == 1) return truth_of(*e.inner[0]);
  // Likely and unlikely conditions.
  const bool is_expected = e.kind == "CallExpr" && e.inner.size() == 3 && e.inner[0]->op == "BuiltinFnToFnPtr" && called_name(e) == "__builtin_expect";
  return is_expected ? truth_of(*e.inner[1]) : e;
}

std::vector<HostGuard> guards_of(const HostAst& ast, const HostUses& uses, const AstNode& statement) {
  Guards guards(ast, uses, In::Function, 0);
  guards.statement(statement, 0);
  return std::move(guards.found);
}

}  // namespace warpproof
