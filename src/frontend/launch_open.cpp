#include "src/frontend/launch_open.h"

#include <algorithm>
#include <string>
#include <vector>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

enum class Of : std::uint8_t { Block, Grid };

// A part of it is computed by the user's own code, or a member of what is not looked at.
bool asks_others(const HostAst& ast, const AstNode& e, Of of) {
  if (of == Of::Grid && e.kind == "MemberExpr" && !e.inner.empty() && bare_type(e.inner[0]->type) == "cudaDeviceProp") return false;
  if (e.kind == "MemberExpr" || e.kind == "CXXThisExpr") return true;
  if (e.kind == "CallExpr" && !e.inner.empty() && named_declaration(ast, *e.inner[0]) != nullptr) return true;
  if (e.kind == "CXXMemberCallExpr" || e.kind == "CXXOperatorCallExpr" || e.kind == "LambdaExpr") return true;
  return std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return asks_others(ast, *child, of); });
}

bool names_variable(const AstNode& e) {
  return (e.kind == "DeclRefExpr" && bare_type(e.type) != "cudaDeviceProp") ||
         std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return names_variable(*child); });
}

bool calls_function(const AstNode& e) {
  return e.kind == "CallExpr" || std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return calls_function(*child); });
}

// From other variables, and by no call: it was not followed, as one of them changes.
bool is_computed(const AstNode& e) { return names_variable(e) && !calls_function(e); }

bool is_counter_of_loop(const AstNode& v) {
  return v.parent != nullptr && v.parent->kind == "DeclStmt" && v.parent->parent != nullptr && v.parent->parent->kind == "ForStmt";
}

// The call or the operator by which a place changes a variable.
const AstNode* changed_by(const AstNode& change) {
  const AstNode* by = change.parent;
  while (by != nullptr && !is_call(*by) && by->kind != "CompoundStmt" && !by->kind.ends_with("Operator")) by = by->parent;
  // &v
  while (by != nullptr && by->kind == "UnaryOperator" && by->op == "&") by = by->parent;
  while (by != nullptr && (by->kind.ends_with("CastExpr") || by->kind == "ParenExpr")) by = by->parent;
  return by;
}

bool is_open_change(const HostAst& ast, const AstNode& variable, const AstNode& change, Of of) {
  const AstNode* by = changed_by(change);
  if (by == nullptr) return true;
  if (is_call(*by)) {
    // cudaOccupancyMaxPotentialBlockSize(&grid, &block, ..), cudaDeviceGetAttribute(&block, ..): no block that a user gives.
    const std::string name = library_name(ast, *by);
    return name.empty() || (of == Of::Block && name.starts_with("cuda"));
  }
  if (of == Of::Grid) return !is_counter_of_loop(variable);
  return by->inner.size() == 2 && asks_others(ast, *by->inner[1], of);
}

// Of a block: does a local variable get a value from where nobody looked, itself or by another variable that it is given? What
// the library or a caller gives it is anybody's choice, and which numbers are written is a fact of the launch (host_multiples.h).
class OpenBlocks {
 public:
  OpenBlocks(const HostAst& ast, const HostUses& uses) : ast_(ast), uses_(uses) {}

  bool is_open(const AstNode& variable) {
    if (met_.size() > kMost) return true;
    if (std::find(met_.begin(), met_.end(), &variable) != met_.end()) return false;  // it is looked at
    met_.push_back(&variable);
    const AstNode* value = value_of(variable);
    const auto changes = uses_.all_changes(variable);
    if (!changes || (value != nullptr && gives_open(*value))) return true;
    return std::any_of(changes->begin(), changes->end(), [&](const AstNode* change) {
      if (is_open_change(ast_, variable, *change, Of::Block)) return true;
      const AstNode& by = *changed_by(*change);
      return by.kind == "BinaryOperator" && by.op == "=" && by.inner.size() == 2 && gives_open(*by.inner[1]);
    });
  }

 private:
  static constexpr std::size_t kMost = 32;  // variables

  bool gives_open(const AstNode& e) { return asks_others(ast_, e, Of::Block) || names_open(e); }
  bool names_open(const AstNode& e) {
    if (e.kind == "CallExpr" || e.kind == "UnaryExprOrTypeTraitExpr") return false;  // the library's; the size of an array
    if (e.kind != "DeclRefExpr") return std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return names_open(*child); });
    const AstNode* v = ast_.find(e.refers_to);
    return v != nullptr && v->kind == "VarDecl" && (HostUses::function_of(*v) != nullptr || uses_.is_constant(*v)) && is_open(*v);
  }

  const HostAst& ast_;
  const HostUses& uses_;
  std::vector<const AstNode*> met_;
};

bool is_open_variable(const HostAst& ast, const HostUses& uses, const std::string& key, Of of) {
  if (key.find(HostValues::kOfConstructor) != std::string::npos) return true;
  if (key.find(HostValues::kAtPlace) != std::string::npos) return true;  // inside of a function that gives it back
  const std::size_t end = key.find_first_of("@.- ");
  const AstNode* v = ast.find(key.substr(0, end));
  if (v == nullptr) return true;  // this object's
  const bool is_local = end != std::string::npos && key[end] == '@';
  if (of == Of::Grid && v->kind == "VarDecl" && bare_type(v->type) == "cudaDeviceProp") return false;
  if (v->kind == "ParmVarDecl") {
    const AstNode* function = v->parent;
    if (function == nullptr || function->kind != "FunctionDecl" || !uses.calls(*function).empty() || uses.is_used_otherwise(*function) || uses.has_unnamed_calls() ||
        ast.is_named_by_library(*function))
      return true;
    if (of == Of::Block) return false;
    const auto changes = uses.all_changes(*v);
    return !is_local || !changes || std::any_of(changes->begin(), changes->end(), [&](const AstNode* c) { return is_open_change(ast, *v, *c, of); });
  }
  if (v->kind != "VarDecl" || HostUses::function_of(*v) == nullptr || !is_local) return true;
  if (of == Of::Block) return OpenBlocks(ast, uses).is_open(*v);
  const auto changes = uses.all_changes(*v);
  return !changes || std::any_of(changes->begin(), changes->end(), [&](const AstNode* c) { return is_open_change(ast, *v, *c, of); }) ||
         (!v->inner.empty() && (asks_others(ast, *v->inner.front(), of) || is_computed(*v->inner.front())));
}

bool is_open_number(const HostAst& ast, const HostUses& uses, const HostInteger& number, Of of) {
  if (number.kind() == HostInteger::Kind::Variable) return number.key().empty() || is_open_variable(ast, uses, number.key(), of);
  return std::any_of(number.operands().begin(), number.operands().end(),
                     [&](const auto& part) { return is_open_number(ast, uses, *part, of); });
}

}  // namespace

bool is_open(const HostAst& ast, const HostUses& uses, const HostInteger& number) {
  return is_open_number(ast, uses, number, Of::Block);
}

bool is_open_grid(const HostAst& ast, const HostUses& uses, const HostInteger& number) {
  return is_open_number(ast, uses, number, Of::Grid);
}

bool is_limit(const HostInteger& fact) {
  if (fact.kind() == HostInteger::Kind::Unary || fact.kind() == HostInteger::Kind::Cast) return is_limit(*fact.operands()[0]);
  return fact.kind() == HostInteger::Kind::Binary && (fact.op().starts_with('<') || fact.op().starts_with('>'));
}

bool has_part(const HostInteger& e, const HostInteger& part) {
  return e.same_as(part) || std::any_of(e.operands().begin(), e.operands().end(), [&](const auto& o) { return has_part(*o, part); });
}

bool has_common_variable(const HostInteger& a, const HostInteger& b) {
  if (b.kind() == HostInteger::Kind::Variable) return has_part(a, b);
  return std::any_of(b.operands().begin(), b.operands().end(), [&](const auto& part) { return has_common_variable(a, *part); });
}

bool names_member(const HostInteger& number) {
  const std::string& key = number.key();
  if (number.kind() == HostInteger::Kind::Variable)
    return key.starts_with("this") || key.find('.') != std::string::npos || key.find("->") != std::string::npos ||
           key.find(HostValues::kOfConstructor) != std::string::npos;
  return std::any_of(number.operands().begin(), number.operands().end(), [](const auto& part) { return names_member(*part); });
}

namespace {

// n % 100, n / 4, n >> 2, n & 31
bool is_limiting(const std::string& op, std::uint64_t by) {
  const bool is_positive = static_cast<std::int64_t>(by) > 0;
  return ((op == "%" || op == "/") && is_positive) || op == ">>" || (op == "&" && is_positive && (by & (by + 1)) == 0);
}

}  // namespace

bool is_any_value(const HostInteger& number) {
  const auto any = [&](std::size_t i) { return is_any_value(*number.operands()[i]); };
  switch (number.kind()) {
    case HostInteger::Kind::Constant:
      return false;
    case HostInteger::Kind::Variable:  // not what a function gives back whose statements were not followed
      return number.key().find(HostValues::kAtPlace) == std::string::npos;
    case HostInteger::Kind::Unary:
      return number.op() != "!" && any(0);
    case HostInteger::Kind::Cast:  // of a wider one a relation says the range (launch_relations.cpp, widening)
      return any(0);
    case HostInteger::Kind::Choice: {
      // A condition that is about a side's own value leaves some of them out: `n % 32 == 0 ? n : 32`.
      const HostInteger& condition = *number.operands()[0];
      const auto passes = [&](std::size_t i) {
        return any(i) && (is_limit(condition) || !has_common_variable(*number.operands()[i], condition));
      };
      return passes(1) || passes(2);
    }
    case HostInteger::Kind::Binary:
      // A limit is a relation of its own (host_limits.h): each number within it is possible.
      if (number.operands()[1]->value() && is_limiting(number.op(), *number.operands()[1]->value())) return any(0);
      if (number.op() != "+" && number.op() != "-" && number.op() != "^") return false;
      return (any(0) && number.operands()[1]->value()) || (number.operands()[0]->value() && any(1));
  }
  return false;
}

}  // namespace warpproof
