#include "src/frontend/host_exits.h"

#include <algorithm>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_numbers.h"
#include "src/frontend/host_uses.h"

namespace warpproof {
namespace {

constexpr std::size_t kMost = 200;  // conditions
constexpr int kDeepest = 300;       // statements within each other

bool is_loop(const AstNode& s) {
  return s.kind == "ForStmt" || s.kind == "WhileStmt" || s.kind == "DoStmt" || s.kind == "CXXForRangeStmt";
}

// What a statement may leave without leading elsewhere.
struct Within {
  bool loop = false, choice = false;
};

bool leads_elsewhere(const HostAst& ast, const AstNode& s, Within within, int depth) {
  if (depth > kDeepest || s.kind == "ReturnStmt" || s.kind == "GotoStmt" || s.kind == "IndirectGotoStmt" ||
      s.kind == "CoreturnStmt")
    return true;
  if (s.kind == "BreakStmt") return !within.loop && !within.choice;
  if (s.kind == "ContinueStmt") return !within.loop;
  if (s.kind == "LambdaExpr") return false;
  if (ends_program(ast, s)) return true;
  if (is_loop(s)) within.loop = true;
  if (s.kind == "SwitchStmt") within.choice = true;
  return std::any_of(s.inner.begin(), s.inner.end(),
                     [&](const auto& child) { return leads_elsewhere(ast, *child, within, depth + 1); });
}

class ExitConditions {
 public:
  explicit ExitConditions(const HostAst& ast) : ast_(ast) {}

  void look_at(const AstNode& s, Within within, int depth) {
    if (depth > kDeepest || found.size() > kMost || s.kind == "LambdaExpr") return;
    const auto leads = [&](std::size_t i) { return leads_elsewhere(ast_, *s.inner[i], within, depth); };
    if (is_loop(s)) within.loop = true;
    if (s.kind == "SwitchStmt") within.choice = true;
    const std::size_t parts = s.inner.size();
    if (s.kind == "IfStmt" && parts >= 2) {
      const std::size_t sides = s.has_else ? 2 : 1;
      for (std::size_t i = parts - sides; i < parts; ++i)
        if (leads(i)) add_first(s, parts - sides);
    } else if ((s.kind == "SwitchStmt" || s.kind == "WhileStmt" || s.kind == "ForStmt") && parts >= 2) {
      if (leads(parts - 1)) add_first(s, parts - 1);
    } else if (s.kind == "ConditionalOperator" && parts == 3) {
      if (leads(1) || leads(2)) add_first(s, 1);
    } else if (s.kind == "BinaryOperator" && (s.op == "&&" || s.op == "||") && parts == 2) {
      if (leads(1)) add_first(s, 1);
    } else if (s.kind == "CallExpr") {
      const bool asserts = library_name(ast_, s) == "wp_assert";
      for (std::size_t i = 1; (asserts || may_refuse_numbers(ast_, s)) && i < parts; ++i) found.push_back(s.inner[i].get());
    }
    if (looks_at_object(ast_, s) && may_end(s)) found.push_back(&s);
    for (const auto& child : s.inner) look_at(*child, within, depth + 1);
  }

  std::vector<const AstNode*> found;

 private:
  void add_first(const AstNode& s, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) found.push_back(s.inner[i].get());
  }

  // The code of a method that is called has a condition on which the program ends.
  bool may_end(const AstNode& call) const {
    const AstNode* declared = call.inner.empty() ? nullptr : named_declaration(ast_, *call.inner[0]);
    const AstNode* body = declared == nullptr ? nullptr : body_of(definition_of(ast_, *declared));
    return body != nullptr && ends_in(*body, 0);
  }
  // if (cudaMemcpy(..) != cudaSuccess) exit(1);
  bool asks_run_time_only(const AstNode& condition) const {
    const AstNode& x = without_wrapping(condition);
    if (x.kind.ends_with("CastExpr") && x.inner.size() == 1) return asks_run_time_only(*x.inner[0]);
    if (x.kind == "CallExpr") return library_name(ast_, x).starts_with("cuda");
    if (x.kind == "DeclRefExpr") return x.refers_kind == "EnumConstantDecl" || x.type.find("cudaError") != std::string::npos;
    if (x.kind.ends_with("Literal") || x.kind == "ConstantExpr") return true;
    return (x.kind == "BinaryOperator" || (x.kind == "UnaryOperator" && x.op == "!")) && x.op != "=" &&
           std::all_of(x.inner.begin(), x.inner.end(), [&](const auto& child) { return asks_run_time_only(*child); });
  }
  bool ends_in(const AstNode& s, int depth) const {
    if (s.kind == "IfStmt" && s.inner.size() == 2 && asks_run_time_only(*s.inner[0])) return false;
    if (s.kind == "CallExpr" && (library_name(ast_, s) == "wp_assert" || may_refuse_numbers(ast_, s))) return true;
    return depth <= kDeepest && (ends_program(ast_, s) || std::any_of(s.inner.begin(), s.inner.end(), [&](const auto& child) {
                                   return ends_in(*child, depth + 1);
                                 }));
  }

  const HostAst& ast_;
};

}  // namespace

bool looks_at_object(const HostAst& ast, const AstNode& e) {
  if (!is_call(e) || e.inner.empty()) return false;
  const AstNode* declared = named_declaration(ast, *e.inner[0]);
  if (declared == nullptr || e.kind == "CXXMemberCallExpr") return declared != nullptr;
  const auto parameters = parameters_of(*declared);
  return e.kind == "CallExpr" && std::any_of(parameters.begin(), parameters.end(), [](const AstNode* p) {
           return !is_arithmetic(bare_type(p->type)) && !bare_type(p->type).starts_with("std::") && bare_type(p->type) != "char";
         });
}

std::vector<const AstNode*> exit_conditions(const HostAst& ast, const AstNode& statement) {
  ExitConditions out(ast);
  out.look_at(statement, {}, 0);
  return std::move(out.found);
}

bool constructors_refuse(const HostAst& ast, const AstNode& method) {
  const AstNode* owner = method.context.empty() ? method.parent : ast.find(method.context);
  if (owner == nullptr || owner->kind.find("Record") == std::string::npos) return false;
  return std::any_of(owner->inner.begin(), owner->inner.end(), [&](const auto& member) {
    const AstNode& constructor = definition_of(ast, *member);
    const AstNode* body = member->kind == "CXXConstructorDecl" ? body_of(constructor) : nullptr;
    return body != nullptr && !exit_conditions(ast, *body).empty();
  });
}

}  // namespace warpproof
