// What holds at a launch, and what its expressions may change.
#include <algorithm>
#include <iterator>

#include "src/frontend/host_library.h"
#include "src/frontend/host_lists.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false};

// Making a lambda does not run it.
bool is_lambda_code(const AstNode& e) {
  return e.parent != nullptr && e.parent->kind == "LambdaExpr" &&
         (e.kind == "CXXRecordDecl" || e.kind == "CompoundStmt");
}

}  // namespace

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

// Does a call of a library's function run nobody else's code?
bool HostValues::is_harmless(const AstNode& call) const {
  static constexpr const char* kLaunches[] = {"cudaConfigureCall", "__cudaPushCallConfiguration", "cudaLaunchKernel",
                                              "cudaLaunchCooperativeKernel", "cudaLaunchKernelEx",
                                              "cudaLaunchKernelExC", "raw_pointer_cast"};
  static constexpr const char* kNumbers[] = {"min",  "max",   "ceil", "ceilf", "floor",
                                             "sqrt", "sqrtf", "log2", "abs"};
  static constexpr const char* kLookUps[] = {"size", "length", "data", "get", "operator[]"};
  const std::string name = library_name(ast_, call);
  const auto is_one_of = [&](const auto& all) {
    return std::any_of(std::begin(all), std::end(all), [&](const char* n) { return name == n; });
  };
  if (is_one_of(kLaunches)) return true;
  if (is_reference_cast(name) && call.kind == "CallExpr" && call.inner.size() == 2) return true;
  // A comparison that is given to std::max is the user's code.
  if (is_one_of(kNumbers))
    return is_arithmetic(call.type) && std::all_of(call.inner.begin() + 1, call.inner.end(),
                                                   [](const auto& a) { return is_arithmetic(a->type); });
  if (!is_one_of(kLookUps)) return false;
  const AstNode& callee = without_wrapping(*call.inner[0]);
  const AstNode* object = call.kind == "CXXOperatorCallExpr"
                              ? (call.inner.size() > 1 ? call.inner[1].get() : nullptr)
                              : (callee.inner.empty() ? nullptr : callee.inner[0].get());
  return object != nullptr && is_library_container(without_wrapping(*object).type);
}

// Is an object made by code that is known: of the prelude's types, or copied bit by bit?
bool HostValues::is_plain_construction(const AstNode& e) const {
  std::string type = e.type.starts_with("const ") ? e.type.substr(6) : e.type;
  if ((type == "dim3" || size_of(type)) && !uses_.is_users_class(type)) return true;
  if (e.inner.size() != 1) return false;
  std::string from = without_wrapping(*e.inner[0]).type;
  if (from.starts_with("const ")) from = from.substr(6);
  return from == type && (uses_.is_plain(type) || is_plain_pair(type));
}

// Computing the expression runs no code but what is known to change nothing: parts of the language that are on this
// list, and calls of functions that are one expression of such.
bool HostValues::is_quiet(const AstNode& e, int depth) const {
  static constexpr const char* kQuiet[] = {
      "", "IntegerLiteral", "FloatingLiteral", "StringLiteral", "CharacterLiteral", "CXXBoolLiteralExpr",
      "CXXNullPtrLiteralExpr", "GNUNullExpr", "DeclRefExpr", "MemberExpr", "ParenExpr", "ImplicitCastExpr",
      "CStyleCastExpr", "CXXStaticCastExpr", "CXXFunctionalCastExpr", "CXXReinterpretCastExpr", "CXXConstCastExpr",
      "UnaryOperator", "BinaryOperator", "ConditionalOperator", "ArraySubscriptExpr", "InitListExpr",
      "ImplicitValueInitExpr", "CXXScalarValueInitExpr", "MaterializeTemporaryExpr", "ExprWithCleanups", "ConstantExpr",
      "SubstNonTypeTemplateParmExpr", "NonTypeTemplateParmDecl", "CXXThisExpr", "PredefinedExpr", "CUDAKernelCallExpr"};
  static constexpr const char* kNotComputed[] = {"UnaryExprOrTypeTraitExpr", "CXXNoexceptExpr", "TypeTraitExpr",
                                                 "SizeOfPackExpr", "TemplateArgument"};
  const auto is_in = [&](const auto& all) {
    return std::any_of(std::begin(all), std::end(all), [&](const char* k) { return e.kind == k; });
  };
  if (is_in(kNotComputed)) return true;
  bool is_known = is_in(kQuiet) || e.kind == "LambdaExpr";
  if (e.kind == "UnaryOperator" && (e.op == "++" || e.op == "--")) return false;
  if (e.kind == "BinaryOperator" && e.op == "=") return false;
  if (e.kind == "CXXConstructExpr" || e.kind == "CXXTemporaryObjectExpr") is_known = is_plain_construction(e);
  // What is not written is not always there to be looked at.
  if (e.kind == "CXXDefaultArgExpr") {
    const AstNode* p = e.parent;
    is_known = p != nullptr && (p->kind == "CXXConstructExpr" || p->kind == "CXXTemporaryObjectExpr" ||
                                !library_name(ast_, *p).empty() || !e.inner.empty());
  }
  if (e.kind == "CXXDefaultInitExpr") {
    const auto records = e.inner.empty() && e.parent != nullptr ? uses_.records_of(e.parent->type) : std::vector<const AstNode*>();
    is_known = (!e.inner.empty() || !records.empty()) && depth < 8 && std::all_of(records.begin(), records.end(), [&](const auto* r) {
      return std::all_of(r->inner.begin(), r->inner.end(), [&](const auto& field) {
        return field->kind != "FieldDecl" || field->inner.empty() || is_quiet(*field->inner[0], depth + 1);
      });
    });
  }
  if (e.kind == "CallExpr" || e.kind == "CXXMemberCallExpr" || e.kind == "CXXOperatorCallExpr") {
    const AstNode* d = e.inner.empty() ? nullptr : named_declaration(ast_, *e.inner[0]);
    const AstNode* body = d == nullptr ? nullptr : body_of(definition_of(ast_, *d));
    bool is_one_expression = body != nullptr && runs_as_written(ast_, definition_of(ast_, *d)) && body->inner.size() == 1 && depth < 8 &&
                             body->inner[0]->kind == "ReturnStmt" && body->inner[0]->inner.size() == 1;
    if (is_one_expression) {
      const AstNode& result = *body->inner[0]->inner[0];
      if (const auto it = quiet_.find(&result); it != quiet_.end()) is_one_expression = it->second;
      else is_one_expression = quiet_[&result] = is_quiet(result, depth + 1);
    }
    // The function that is entered here, or the kernel, begins when all of this is computed.
    is_known = &e == &use_ || is_one_expression || is_harmless(e);
  }
  return is_known && std::all_of(e.inner.begin(), e.inner.end(), [&](const auto& child) {
           return is_lambda_code(*child) || is_quiet(*child, depth);
         });
}

bool HostValues::has_effects(const AstNode& e) {
  if (e.kind == "UnaryOperator" && (e.op == "++" || e.op == "--")) return true;
  if (e.kind == "CompoundAssignOperator" || (e.kind == "BinaryOperator" && e.op == "=")) return true;
  if (e.kind == "CXXOperatorCallExpr" && called_name(e) == "operator=") return true;
  return std::any_of(e.inner.begin(), e.inner.end(),
                     [](const auto& child) { return !is_lambda_code(*child) && has_effects(*child); });
}

void HostValues::fact(const AstNode& condition, bool holds, const TextRange& range, std::vector<HostIntegerPtr>& out) {
  const AstNode* c = &condition;
  while (c->kind == "ParenExpr" && c->inner.size() == 1) c = c->inner[0].get();
  if (c->kind == "UnaryOperator" && c->op == "!" && c->inner.size() == 1)
    return fact(*c->inner[0], !holds, range, out);
  if (c->kind == "BinaryOperator" && c->op == (holds ? "&&" : "||") && c->inner.size() == 2) {
    fact(*c->inner[0], holds, range, out);
    return fact(*c->inner[1], holds, range, out);
  }
  if (has_effects(*c)) return;
  // What it reads stays what it is until all of the condition is computed, and from then on.
  const HostIntegerPtr early = at(*c, TextRange{c->order - 1, condition_.to}, 0);
  if (early == nullptr || early->has_unknown()) return;
  HostIntegerPtr value = HostInteger::cast(kBool, at(*c, range, 0));
  if (value == nullptr) return;
  if (const auto constant = value->value()) {
    unreachable_ |= (*constant != 0) != holds;
    return;
  }
  out.push_back(holds ? value : HostInteger::unary("!", value));
}

void HostValues::whole_fact(const AstNode& condition, bool holds, const TextRange& range,
                            std::vector<HostIntegerPtr>& out) {
  condition_ = {condition.order - 1, condition.last};
  fact(condition, holds, range, out);
}

std::vector<HostIntegerPtr> HostValues::facts() {
  counted_.clear();
  std::vector<HostIntegerPtr> out;
  for (const AstNode *inside = &use_, *s = use_.parent; s != nullptr; inside = s, s = s->parent) {
    if (s->kind == "LambdaExpr" || s->kind.ends_with("Decl")) break;
    if (s->kind == "CaseStmt" || s->kind == "DefaultStmt") continue;
    if (s->kind == "CompoundStmt" && s->parent != nullptr && s->parent->kind == "SwitchStmt") {
      case_fact(*s, *inside, out);
      continue;
    }
    const TextRange body{inside->order - 1, inside->last};
    if (!uses_.is_straight(body.after, *s, use_)) break;
    if (s->kind == "IfStmt" && !s->has_condition_variable && s->inner.size() >= 2) {
      const bool then = s->inner[1].get() == inside, otherwise = s->inner.size() == 3 && s->inner[2].get() == inside;
      if (then || otherwise) whole_fact(*s->inner[0], then, body, out);
    } else if (s->kind == "WhileStmt" && s->inner.size() == 2 && s->inner[1].get() == inside) {
      whole_fact(*s->inner[0], true, body, out);
    } else if (s->kind == "ForStmt" && s->inner.size() == 5 && s->inner[4].get() == inside) {
      if (!s->inner[2]->kind.empty()) whole_fact(*s->inner[2], true, body, out);
      doubling_fact(*s, out);
      counted_fact(*s, out);
      HostLists::stride_fact(*this, *s, out);
      HostLists::counted(*this, *s, counted_);
    } else if (s->kind == "CompoundStmt") {
      for (const auto& before : s->inner) {
        if (before.get() == inside) break;
        const TextRange rest{before->last, s->last};
        if (!uses_.is_straight(before->last, *s, use_)) continue;
        if (before->kind == "IfStmt" && !before->has_else && !before->has_condition_variable &&
            before->inner.size() == 2 && ends_here(ast_, *before->inner[1]))
          whole_fact(*before->inner[0], false, rest, out);
        if (before->kind == "CallExpr" && library_name(ast_, *before) == "wp_assert" && before->inner.size() == 2)
          whole_fact(*before->inner[1], true, rest, out);
      }
    }
  }
  counter_facts(out);
  return out;
}

}  // namespace warpproof
