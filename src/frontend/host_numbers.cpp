#include "src/frontend/host_numbers.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 4;  // calls within each other

bool is_number(const AstNode& parameter) {
  return parameter.type.find('*') == std::string::npos && is_arithmetic(bare_type(parameter.type));
}

// The user's function that a call calls, if it gets numbers and text only.
const AstNode* function_of_numbers(const HostAst& ast, const AstNode& call) {
  if (call.kind != "CallExpr" || call.inner.size() < 2 || !library_name(ast, call).empty()) return nullptr;
  const AstNode* declared = named_declaration(ast, *call.inner[0]);
  if (declared == nullptr) return nullptr;
  const AstNode& function = definition_of(ast, *declared);
  const std::vector<const AstNode*> parameters = parameters_of(function);
  const bool are_numbers = std::all_of(parameters.begin(), parameters.end(), [](const AstNode* p) {
    const std::string bare = bare_type(p->type);
    return is_number(*p) || bare == "char" || bare.starts_with("std::basic_string") ||
           bare.starts_with("std::string");
  });
  return are_numbers ? &function : nullptr;
}

template <class Is>
bool has(const AstNode& e, const Is& is) {
  return is(e) ||
         std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return has(*child, is); });
}

// Which variables of a function are computed from the numbers that it is given.
class NumberFlow {
 public:
  NumberFlow(const HostAst& ast, const AstNode& function, int depth) : ast_(ast), depth_(depth) {
    body_ = body_of(function);
    for (const AstNode* p : parameters_of(function))
      if (is_number(*p)) numbers_.insert(p);
    for (bool grows = body_ != nullptr; grows;) {
      grows = false;
      has(*body_, [&](const AstNode& e) {
        if (const AstNode* v = given(e)) grows = numbers_.insert(v).second || grows;
        return false;
      });
    }
  }

  bool gives_back() const {
    return body_ == nullptr || has(*body_, [&](const AstNode& e) {
             if (e.kind == "ReturnStmt") return names(e);
             return is_choice(e) && tells_apart(*e.inner[0]);  // what it changes is not followed
           });
  }

  bool refuses() const {
    return body_ == nullptr || has(*body_, [&](const AstNode& e) {
             if (e.kind == "CallExpr" && library_name(ast_, e) == "wp_assert")
               return e.inner.size() == 2 && tells_apart(*e.inner[1]);
             if (e.kind == "CallExpr" && names(e)) return called_refuses(e);
             return is_choice(e) && tells_apart(*e.inner[0]) &&
                    has(e, [&](const AstNode& s) { return ends_program(ast_, s); });
           });
  }

 private:
  static bool is_choice(const AstNode& e) {
    return (e.kind == "IfStmt" || e.kind == "WhileStmt" || e.kind == "ConditionalOperator" ||
            e.kind == "SwitchStmt") &&
           !e.inner.empty();
  }

  // The variable that is given a value here which is computed from a number.
  const AstNode* given(const AstNode& e) const {
    if (e.kind == "VarDecl")
      return std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& c) { return names(*c); }) ? &e
                                                                                                   : nullptr;
    const bool sets = e.kind == "CompoundAssignOperator" || (e.kind == "BinaryOperator" && e.op == "=");
    if (!sets || e.inner.size() != 2 || !names(*e.inner[1]) || e.inner[0]->kind != "DeclRefExpr")
      return nullptr;
    return ast_.find(e.inner[0]->refers_to);
  }

  bool names(const AstNode& e) const {
    if (e.kind == "DeclRefExpr") return numbers_.contains(ast_.find(e.refers_to));
    if (e.kind == "CallExpr" && !library_name(ast_, e).empty() && !is_arithmetic(e.type)) return false;
    return std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return names(*child); });
  }

  // A condition that is more than a limit.
  bool tells_apart(const AstNode& c) const {
    if (c.kind == "BinaryOperator" && (c.op.starts_with('<') || c.op.starts_with('>'))) return false;
    const bool is_joined = c.kind == "ParenExpr" || c.kind == "ImplicitCastExpr" ||
                           (c.kind == "UnaryOperator" && c.op == "!") ||
                           (c.kind == "BinaryOperator" && (c.op == "&&" || c.op == "||"));
    if (is_joined)
      return std::any_of(c.inner.begin(), c.inner.end(),
                         [&](const auto& part) { return tells_apart(*part); });
    return names(c);
  }

  bool called_refuses(const AstNode& call) const {
    const AstNode* called = function_of_numbers(ast_, call);
    return called != nullptr && (depth_ >= kDeepest || NumberFlow(ast_, *called, depth_ + 1).refuses());
  }

  const HostAst& ast_;
  const int depth_;
  const AstNode* body_ = nullptr;
  std::set<const AstNode*> numbers_;
};

}  // namespace

bool tells_numbers_apart(const HostAst& ast, const AstNode& call) {
  const AstNode* function = function_of_numbers(ast, call);
  return function != nullptr && NumberFlow(ast, *function, 0).gives_back();
}

bool may_refuse_numbers(const HostAst& ast, const AstNode& call) {
  const AstNode* function = function_of_numbers(ast, call);
  return function != nullptr && NumberFlow(ast, *function, 0).refuses();
}

}  // namespace warpproof
