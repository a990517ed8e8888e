#include "src/frontend/host_effects.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"

namespace warpproof {
namespace {

// Making a lambda does not run it.
bool is_lambda_code(const AstNode& e) {
  return e.parent != nullptr && e.parent->kind == "LambdaExpr" &&
         (e.kind == "CXXRecordDecl" || e.kind == "CompoundStmt");
}

// Does a call of a library's function run nobody else's code?
bool is_harmless(const HostAst& ast, const AstNode& call) {
  static constexpr const char* kLaunches[] = {"cudaConfigureCall", "__cudaPushCallConfiguration", "cudaLaunchKernel",
                                              "cudaLaunchCooperativeKernel", "cudaLaunchKernelEx",
                                              "cudaLaunchKernelExC", "raw_pointer_cast"};
  static constexpr const char* kNumbers[] = {"min",  "max",   "ceil", "ceilf", "floor",
                                             "sqrt", "sqrtf", "log2", "abs"};
  static constexpr const char* kLookUps[] = {"size", "length", "data", "get", "operator[]"};
  const std::string name = library_name(ast, call);
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

class QuietCode {
 public:
  // `use`: all that is computed.
  QuietCode(const HostAst& ast, const HostUses& uses, const AstNode& use) : ast_(ast), uses_(uses), use_(use) {}

  bool is_quiet(const AstNode& e, int depth);

 private:
  const HostAst& ast_;
  const HostUses& uses_;
  const AstNode& use_;
  std::map<const AstNode*, bool> quiet_;  // of functions' results
};

bool QuietCode::is_quiet(const AstNode& e, int depth) {
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
  if (e.kind == "CXXConstructExpr" || e.kind == "CXXTemporaryObjectExpr") is_known = is_plain_construction(uses_, e);
  // What is not written is not always there to be looked at.
  if (e.kind == "CXXDefaultArgExpr") {
    const AstNode* p = e.parent;
    is_known = p != nullptr && (p->kind == "CXXConstructExpr" || p->kind == "CXXTemporaryObjectExpr" ||
                                !library_name(ast_, *p).empty() || !e.inner.empty());
  }
  if (e.kind == "CXXDefaultInitExpr") {
    const auto records = e.inner.empty() && e.parent != nullptr ? uses_.classes.records_of(e.parent->type) : std::vector<const AstNode*>();
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
    is_known = &e == &use_ || is_one_expression || is_harmless(ast_, e);
  }
  return is_known && std::all_of(e.inner.begin(), e.inner.end(), [&](const auto& child) {
           return is_lambda_code(*child) || is_quiet(*child, depth);
         });
}

}  // namespace

bool is_plain_construction(const HostUses& uses, const AstNode& e) {
  std::string type = e.type.starts_with("const ") ? e.type.substr(6) : e.type;
  if ((type == "dim3" || size_of(type)) && !uses.classes.is_users_class(type)) return true;
  if (e.inner.size() != 1) return false;
  std::string from = without_wrapping(*e.inner[0]).type;
  if (from.starts_with("const ")) from = from.substr(6);
  return from == type && (uses.classes.is_plain(type) || is_plain_pair(type));
}

bool is_quiet(const HostAst& ast, const HostUses& uses, const AstNode& e) { return QuietCode(ast, uses, e).is_quiet(e, 0); }

bool has_effects(const AstNode& e) {
  if (e.kind == "UnaryOperator" && (e.op == "++" || e.op == "--")) return true;
  if (e.kind == "CompoundAssignOperator" || (e.kind == "BinaryOperator" && e.op == "=")) return true;
  if (e.kind == "CXXOperatorCallExpr" && called_name(e) == "operator=") return true;
  return std::any_of(e.inner.begin(), e.inner.end(),
                     [](const auto& child) { return !is_lambda_code(*child) && has_effects(*child); });
}

}  // namespace warpproof
