#include "src/frontend/host_chosen.h"

#include <algorithm>

#include "src/frontend/host_exits.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_uses.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 8;  // variables and calls that are followed within each other

template <class Is>
bool has(const AstNode& e, const Is& is) {
  return is(e) || std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return has(*child, is); });
}

bool is_loop(const AstNode& s) { return s.kind == "ForStmt" || s.kind == "WhileStmt" || s.kind == "DoStmt"; }

bool is_number(const AstNode& e, const char* text) { return is_literal(e) && without_casts(e).value == text; }

// It asks more of a number than how large it is.
bool is_question(const AstNode& e) {
  if (e.kind != "BinaryOperator" || e.inner.size() != 2) return false;
  return e.op == "%" || e.op == "&" || ((e.op == "==" || e.op == "!=") && !is_literal(*e.inner[0]) && !is_literal(*e.inner[1]));
}

bool is_limit(const AstNode& e) {
  const AstNode& c = without_casts(e);
  return c.kind == "BinaryOperator" && (c.op.starts_with('<') || c.op.starts_with('>'));
}

bool is_of_device(const AstNode& e) { return e.kind == "MemberExpr" && !e.inner.empty() && bare_type(e.inner[0]->type) == "cudaDeviceProp"; }

// `for (int n : sizes)`
bool is_of_range(const AstNode& v) {
  return v.kind == "VarDecl" && v.parent != nullptr && v.parent->kind == "DeclStmt" && v.parent->parent != nullptr && v.parent->parent->kind == "CXXForRangeStmt";
}

// The statement may leave it out.
bool may_leave_out(const AstNode& statement, const AstNode& part) {
  const bool chooses = statement.kind == "IfStmt" || is_loop(statement) || statement.kind == "SwitchStmt" || statement.kind == "ConditionalOperator" ||
                       statement.kind == "CXXForRangeStmt" || statement.op == "&&" || statement.op == "||";
  if (statement.kind == "CXXTryStmt" || statement.kind == "CaseStmt" || statement.kind == "DefaultStmt" || statement.kind == "LabelStmt") return true;
  return chooses && statement.kind != "DoStmt" && statement.inner[0].get() != &part;
}

}  // namespace

HostChosen::HostChosen(const HostAst& ast) : ast_(ast) {
  for (const auto& d : ast.declarations()) walk(*d);
}

void HostChosen::walk(const AstNode& node) {
  // What nobody wrote the code of only copies.
  if (HostUses::is_no_code(node) || (node.is_implicit && (node.kind == "CXXConstructorDecl" || node.kind == "CXXMethodDecl"))) return;
  if (node.kind == "DeclRefExpr" || node.kind == "MemberExpr") mentions_[node.refers_to].push_back(&node);
  if (node.kind == "CXXCtorInitializer" && !node.inner.empty()) given_[node.refers_to].push_back(node.inner[0].get());
  if (node.kind == "CXXConstructExpr" || node.kind == "CXXTemporaryObjectExpr") made_[name_of_type(node.type)].push_back(&node);
  if (node.kind == "InitListExpr") lists_[name_of_type(node.type)].push_back(&node);
  for (const auto& child : node.inner) walk(*child);
}

// "0x55@0", "0x55.0x77@0", "this->0x77@0": a variable, or a member of what a variable is or points to.
bool HostChosen::is_chosen(const HostInteger& number, const std::vector<const AstNode*>& places) const {
  if (number.kind() != HostInteger::Kind::Variable)
    return std::any_of(number.operands().begin(), number.operands().end(), [&](const auto& part) { return is_chosen(*part, places); });
  const std::string path = number.key().substr(0, number.key().find_first_of("@ "));
  if (path.empty() || path.ends_with("()")) return false;  // of a container
  const std::size_t begin = path.find_first_of(".-"), member = path.find_last_of(".>");
  const AstNode* variable = ast_.find(path.substr(0, begin));
  const AstNode* field = member == std::string::npos ? nullptr : ast_.find(path.substr(member + 1));
  // What a member's constructor was given.
  if (number.key().find(HostValues::kOfConstructor) != std::string::npos && variable != nullptr && variable->kind == "ParmVarDecl")
    return of_constructions(*variable, 0) != Origin::Any;
  const bool is_own = variable != nullptr && HostUses::function_of(*variable) != nullptr && !variable->is_static;
  const bool is_object = is_own && variable->type.find_first_of("*&") == std::string::npos;
  if (begin != std::string::npos && field == nullptr) return variable != nullptr && bare_type(variable->type) == "cudaDeviceProp";
  if (is_own && field == nullptr && is_made_in_steps(*variable)) return true;
  if (is_own && (is_object || field == nullptr)) {
    const auto place = std::find_if(places.begin(), places.end(), [&](const AstNode* p) { return HostUses::function_of(*p) == HostUses::function_of(*variable); });
    return place != places.end() && last_given({variable, field}, **place, 0) == Origin::Chosen;
  }
  const AstNode* shared = field != nullptr ? field : variable;
  return shared != nullptr && of_shared(*shared, 0) == Origin::Chosen;
}

// Of a variable of a function's own: what comes last before the use.
HostChosen::Origin HostChosen::last_given(const Target& target, const AstNode& use, int depth) const {
  if (depth > kDeepest) return Origin::Any;
  const AstNode& v = *target.variable;
  const AstNode* last = nullptr;
  Origin origin = Origin::Any;
  if (const auto it = mentions_.find(v.id); it != mentions_.end()) {
    for (const AstNode* m : it->second) {
      if (m->order >= use.order || HostUses::lambda_of(*m) != HostUses::lambda_of(use) || (last != nullptr && m->order < last->order)) continue;
      const AstNode* by = m->parent;
      while (by != nullptr && (by->kind == "ParenExpr" || by->kind == "MemberExpr")) by = by->parent;
      if (by == nullptr || is_within(use, *by)) continue;  // `n = n + 1`, at the n that is read
      const auto one = given_at(*m, target, depth + 1);
      if (!one) continue;
      last = m;
      origin = *one;
    }
  }
  if (has_other_name(v) || (last != nullptr && is_jumped_to(*last, use))) return Origin::Any;
  if (last == nullptr) {
    if (is_of_range(v)) return Origin::Chosen;
    const AstNode* value = target.field == nullptr ? value_of(v) : nullptr;
    return value == nullptr ? Origin::Any : of_expression(*value, depth + 1);
  }
  const AstNode *child = last, *p = last->parent;
  for (; p != nullptr && !is_within(use, *p); child = p, p = p->parent)
    if (may_leave_out(*p, *child)) return origin == Origin::Chosen && is_mended_at(*last, target, use) ? Origin::Chosen : Origin::Any;
  return p != nullptr && p->kind == "ForStmt" ? Origin::Any : origin;  // of a counter of the loop around the use it is not the first value
}

// if (n % 32) n += 32 - n % 32;
bool HostChosen::is_mended_at(const AstNode& mention, const Target& target, const AstNode& use) const {
  for (const AstNode *child = &mention, *p = mention.parent; p != nullptr && !is_within(use, *p); child = p, p = p->parent) {
    if (p->kind != "IfStmt" || p->inner[0].get() == child || is_limit(*p->inner[0])) continue;
    Roots named;
    roots(*p->inner[0], named, 0);
    if (named.contains(target.variable->id)) return true;
  }
  return false;
}

bool HostChosen::is_given_numbers(const HostInteger& number) const {
  if (number.kind() != HostInteger::Kind::Variable) return false;
  const std::string path = number.key().substr(0, number.key().find_first_of("@ "));
  const std::size_t member = path.find_last_of(".>");
  const AstNode* field = member == std::string::npos ? nullptr : ast_.find(path.substr(member + 1));
  return field != nullptr && given_to(*field, 0) != Origin::Any;
}

HostChosen::Origin HostChosen::of_shared(const AstNode& d, int depth) const {
  const Origin out = given_to(d, depth);
  return out == Origin::Constant ? Origin::Any : out;  // constants are facts of the launch, where they are followed
}

// A member of a class, a global variable, or a static one: all code of the file may give it a value.
HostChosen::Origin HostChosen::given_to(const AstNode& d, int depth) const {
  if (depth > kDeepest) return Origin::Any;
  const auto [known, is_new] = shared_.try_emplace(&d, Origin::Any);  // while it is looked at
  if (!is_new) return known->second;
  bool is_any = false, is_chosen = false, is_given = false;
  const auto add = [&](Origin one) {
    is_given = true;
    is_any |= one == Origin::Any;
    is_chosen |= one == Origin::Chosen;
  };
  if (const auto it = mentions_.find(d.id); it != mentions_.end()) {
    for (const AstNode* m : it->second) {
      const auto one = given_at(*m, {&d, nullptr}, depth + 1);
      // It is checked after that, where it is given: `size = atoi(text); if (size % 32) exit(1);`
      if (one) add(*one == Origin::Any && is_refused(d, *m) ? Origin::Chosen : *one);
    }
  }
  if (const auto it = given_.find(d.id); it != given_.end())
    for (const AstNode* value : it->second) add(value->kind == "CXXDefaultInitExpr" ? Origin::Constant : of_expression(*value, depth + 1));
  if (d.kind == "FieldDecl" && d.parent != nullptr) {
    std::size_t index = 0;
    for (const auto& member : d.parent->inner) {
      if (member.get() == &d) break;
      index += member->kind == "FieldDecl" ? 1 : 0;
    }
    if (const auto it = lists_.find(d.parent->name); it != lists_.end())
      for (const AstNode* list : it->second)
        if (index < list->inner.size()) add(of_expression(*list->inner[index], depth + 1));
  }
  return shared_[&d] = is_any || !is_given ? Origin::Any : is_chosen ? Origin::Chosen : Origin::Constant;
}

// One has a rest of what the other one is computed from, n + 32 - n % 32: not each sum is possible. Else one that may be
// anything makes it anything.
HostChosen::Origin HostChosen::of_sum(const AstNode& a, const AstNode& b, int depth) const {
  const Origin x = of_expression(a, depth), y = of_expression(b, depth);
  if (x == Origin::Constant || y == Origin::Constant) return std::max(x, y);
  if (rounds(a, b) || rounds(b, a)) return Origin::Chosen;
  return std::min(x, y);
}

// A multiple of a constant is not anything.
HostChosen::Origin HostChosen::of_product(const AstNode& a, const AstNode& b, int depth) const {
  const Origin x = of_expression(a, depth), y = of_expression(b, depth);
  if (is_number(a, "1")) return y;
  if (is_number(b, "1")) return x;
  if (x == Origin::Constant && y == Origin::Constant) return x;
  return x == Origin::Any && y == Origin::Any ? Origin::Any : Origin::Chosen;
}

HostChosen::Origin HostChosen::of_expression(const AstNode& e, int depth) const {
  if (depth > kDeepest) return Origin::Any;
  const AstNode& x = without_casts(e);
  const auto part = [&](std::size_t i) { return of_expression(*x.inner[i], depth); };
  if (x.kind == "InitListExpr" && x.inner.size() == 1) return part(0);
  if (is_literal(x) || x.kind == "UnaryExprOrTypeTraitExpr" || x.kind == "ImplicitValueInitExpr" || x.kind == "ConstantExpr" ||
      x.kind == "SubstNonTypeTemplateParmExpr" || x.kind == "CXXDefaultInitExpr")
    return Origin::Constant;
  if (x.kind == "DeclRefExpr" || x.kind == "MemberExpr") {
    const AstNode* d = ast_.find(x.refers_to);
    if (d == nullptr) return is_of_device(x) || x.kind == "MemberExpr" ? Origin::Chosen : Origin::Any;  // the library's: `it->second`
    if (d->kind == "EnumConstantDecl") return Origin::Constant;
    if (d->kind == "FieldDecl" || HostUses::function_of(*d) == nullptr || d->is_static) return of_shared(*d, depth + 1);
    if (d->kind != "VarDecl" && d->kind != "ParmVarDecl") return Origin::Any;
    if (d->kind == "ParmVarDecl" && (is_refused(*d, x) || of_calls(*d, depth + 1) != Origin::Any || of_constructions(*d, depth + 1) != Origin::Any)) return Origin::Chosen;
    return last_given({d, nullptr}, x, depth + 1);
  }
  // What is in a container was put there, perhaps after a check.
  if (x.kind == "CXXOperatorCallExpr" && (called_name(x) == "operator[]" || called_name(x) == "operator*") && named_declaration(ast_, *x.inner[0]) == nullptr) return Origin::Chosen;
  if (is_call(x)) return of_result(x, depth + 1);
  if (x.kind == "ConditionalOperator" && x.inner.size() == 3) {
    const Origin a = part(1), b = part(2);
    if (a != Origin::Any || b != Origin::Any) {
      // r == 0 ? n : n + m - r
      const AstNode& any = a == Origin::Any ? *x.inner[1] : *x.inner[2];
      const bool is_left_out = a != b && std::max(a, b) == Origin::Chosen && !is_limit(*x.inner[0]) && share_roots(*x.inner[0], any);
      if (a == Origin::Any || b == Origin::Any) return is_left_out ? Origin::Chosen : Origin::Any;
    }
    return std::max(a, b);
  }
  if (x.kind == "UnaryOperator" && (x.op == "-" || x.op == "+" || x.op == "~") && x.inner.size() == 1) return part(0);
  if (x.kind != "BinaryOperator" || x.inner.size() != 2) return Origin::Any;
  if (x.op == "=") return part(1);
  if (x.op == "+" || x.op == "-") return of_sum(*x.inner[0], *x.inner[1], depth);
  if (x.op == "*") return of_product(*x.inner[0], *x.inner[1], depth);
  const Origin a = part(0), b = part(1);
  if (a == Origin::Constant && b == Origin::Constant) return a;
  if (x.op == "<<") return a == Origin::Constant || b == Origin::Constant ? Origin::Chosen : Origin::Any;
  // A mask of low bits limits a number.
  if (x.op == "&") return (a == Origin::Constant && !is_literal(*x.inner[0])) || (b == Origin::Constant && !is_literal(*x.inner[1])) ? Origin::Chosen : Origin::Any;
  return Origin::Any;
}

// A function of the user's that searches for what it gives back, or computes it so that not each number is possible.
HostChosen::Origin HostChosen::of_result(const AstNode& call, int depth) const {
  const AstNode* declared = call.inner.empty() ? nullptr : named_declaration(ast_, *call.inner[0]);
  const AstNode* body = declared == nullptr || call.kind != "CallExpr" ? nullptr : body_of(definition_of(ast_, *declared));
  if (depth > kDeepest) return Origin::Any;
  if (body == nullptr) {
    // std::abs(n), sqrt(n), strlen(text), rand(): not each number, or not below 0.
    const std::string name = call.kind == "CallExpr" ? library_name(ast_, call) : "";
    if (name == "min" || name == "max") {
      Origin out = Origin::Constant;
      for (std::size_t i = 1; i < call.inner.size(); ++i) {
        const Origin one = of_expression(*call.inner[i], depth + 1);
        if (out == Origin::Constant || one == Origin::Any) out = one;
      }
      return out;
    }
    return name.empty() || reads_number(name) ? Origin::Any : Origin::Chosen;
  }
  Origin out = Origin::Chosen;
  bool is_given = false;
  has(*body, [&](const AstNode& s) {
    if (s.kind != "ReturnStmt" || s.inner.empty()) return false;
    is_given = true;
    const AstNode& result = without_casts(*s.inner[0]);
    const AstNode* v = result.kind == "DeclRefExpr" ? ast_.find(result.refers_to) : nullptr;
    const bool is_searched = v != nullptr && searches(*body, {v, nullptr});
    const Origin one = is_searched ? Origin::Chosen : of_expression(result, depth + 1);
    if (one == Origin::Any) out = Origin::Any;
    return false;
  });
  return is_given ? out : Origin::Any;
}

std::optional<HostChosen::Origin> HostChosen::given_at(const AstNode& mention, const Target& target, int depth) const {
  const AstNode *child = &mention, *p = mention.parent;
  const auto skip = [&] {
    while (p != nullptr && p->kind == "ParenExpr") child = p, p = p->parent;
  };
  skip();
  bool is_part = target.field == nullptr;  // of the target, or all of it
  while (p != nullptr && p->kind == "MemberExpr" && target.field != nullptr && p->type != "<bound member function type>") {
    if (p->refers_to == target.field->id) is_part = true;
    else if (is_part) return std::nullopt;
    child = p, p = p->parent;
    skip();
  }
  // By a pointer to it.
  if (p != nullptr && p->kind == "ImplicitCastExpr" && p->op == "LValueToRValue" && p->parent != nullptr && p->parent->kind == "UnaryOperator" && p->parent->op == "*")
    child = p->parent, p = child->parent;
  else if (p != nullptr && p->kind == "ImplicitCastExpr" && p->op == "LValueToRValue" && p->parent != nullptr && p->parent->kind == "MemberExpr" && target.field != nullptr && p->parent->refers_to == target.field->id)
    child = p->parent, p = child->parent, is_part = true;
  skip();
  if (p == nullptr) return std::nullopt;
  const bool is_left = !p->inner.empty() && p->inner[0].get() == child;
  if (p->kind == "BinaryOperator" && p->op == "=" && is_left) return is_part ? of_expression(*p->inner[1], depth) : Origin::Any;
  if (!is_part && child->kind == "MemberExpr") return std::nullopt;  // another member
  // Of all objects of a class, what they are given else decides.
  const Origin moved = target.variable->kind == "FieldDecl" ? Origin::Constant : Origin::Any;
  if (p->kind == "UnaryOperator" && (p->op == "++" || p->op == "--")) return moved;
  if (p->kind == "CompoundAssignOperator" && is_left) {
    const AstNode& by = *p->inner[1];
    const bool is_constant = of_expression(by, depth) == Origin::Constant;
    if (is_constant && (p->op == "+=" || p->op == "-=")) return moved;
    if (p->op == "*=" || p->op == "<<=") return is_constant && !is_number(by, "1") ? Origin::Chosen : Origin::Any;
    if (p->op == "&=") return is_constant && !is_literal(by) ? Origin::Chosen : Origin::Any;
    Roots named;
    rests(by, named, 0);
    return (p->op == "+=" || p->op == "-=") && named.contains(target.variable->id) ? Origin::Chosen : Origin::Any;
  }
  if (p->kind == "UnaryOperator" && p->op == "&") child = p, p = p->parent;
  const bool is_const = p != nullptr && p->kind == "ImplicitCastExpr" && p->op == "NoOp";
  if (is_const) child = p, p = p->parent;
  if (p == nullptr || !is_call(*p) || p->inner[0].get() == child) return std::nullopt;
  const Origin left = left_by(*p, *child, target.field, depth);
  return is_const && left != Origin::Chosen ? std::nullopt : std::optional(left);
}

// What a function leaves in what it gets by its address, or by reference.
HostChosen::Origin HostChosen::left_by(const AstNode& call, const AstNode& argument, const AstNode* field, int depth) const {
  const AstNode* declared = named_declaration(ast_, *call.inner[0]);
  const AstNode* function = declared == nullptr ? nullptr : &definition_of(ast_, *declared);
  const AstNode* body = function == nullptr || call.kind != "CallExpr" ? nullptr : body_of(*function);
  if (body == nullptr || depth > kDeepest) return Origin::Any;
  const auto parameters = parameters_of(*function);
  for (std::size_t i = 0; i < parameters.size() && i + 1 < call.inner.size(); ++i) {
    if (call.inner[i + 1].get() != &argument) continue;
    const Target inside{parameters[i], field};
    if (searches(*body, inside)) return Origin::Chosen;
    bool is_any = false, is_chosen = false, is_constant = false;
    const auto it = mentions_.find(parameters[i]->id);
    for (const AstNode* m : it == mentions_.end() ? std::vector<const AstNode*>() : it->second) {
      const auto one = given_at(*m, inside, depth + 1);
      is_any |= one == Origin::Any;
      is_chosen |= one == Origin::Chosen;
      is_constant |= one == Origin::Constant;
    }
    return is_any ? Origin::Any : is_chosen ? Origin::Chosen : is_constant ? Origin::Constant : Origin::Any;
  }
  return Origin::Any;
}

bool HostChosen::names(const AstNode& e, const Target& target) const {
  return has(e, [&](const AstNode& n) {
    if (target.field != nullptr) return n.kind == "MemberExpr" && n.refers_to == target.field->id && names(n, {target.variable, nullptr});
    return n.refers_to == target.variable->id;
  });
}

bool HostChosen::tells_of(const AstNode& e, const Target& target) const {
  return has(e, [&](const AstNode& n) { return is_question(n) && names(n, target); });
}

// A loop of the code runs until the target is right, the code ends otherwise, or what it gives back says whether it is.
bool HostChosen::searches(const AstNode& code, const Target& target) const {
  return has(code, [&](const AstNode& s) {
    if (s.kind == "WhileStmt" && s.inner.size() == 2) return tells_of(*s.inner[0], target);
    if (s.kind == "DoStmt" && s.inner.size() == 2) return tells_of(*s.inner[1], target);
    if (s.kind == "ForStmt" && s.inner.size() == 5) return tells_of(*s.inner[2], target);
    if (s.kind == "ReturnStmt") return tells_of(s, target);
    if (s.kind != "IfStmt" && s.kind != "CallExpr") return false;
    const auto conditions = exit_conditions(ast_, s);
    return std::any_of(conditions.begin(), conditions.end(), [&](const AstNode* c) { return tells_of(*c, target); });
  });
}

// The function may leave some of its values out.
bool HostChosen::is_refused(const AstNode& variable, const AstNode& use) const {
  const AstNode* function = HostUses::function_of(use);
  const AstNode* body = function == nullptr ? nullptr : body_of(*function);
  if (body == nullptr) return false;
  const auto conditions = exit_conditions(ast_, *body);
  return std::any_of(conditions.begin(), conditions.end(), [&](const AstNode* c) { return tells_of(*c, {&variable, nullptr}); });
}

// The variables and members that it is computed from.
void HostChosen::roots(const AstNode& e, Roots& out, int depth) const {
  if (e.kind == "DeclRefExpr" || e.kind == "MemberExpr") {
    const AstNode* d = ast_.find(e.refers_to);
    const bool is_new = d != nullptr && (d->kind == "VarDecl" || d->kind == "ParmVarDecl" || d->kind == "FieldDecl") && out.insert(e.refers_to).second;
    const AstNode* value = is_new && depth < kDeepest && HostUses::function_of(*d) != nullptr && !is_given_anew(*d) ? value_of(*d) : nullptr;
    if (value != nullptr) roots(*value, out, depth + 1);
    if (e.kind == "MemberExpr") return;  // two members of one object are two numbers
  }
  for (const auto& child : e.inner) roots(*child, out, depth);
}

// What it has a rest of, n in `32 - n % 32`, also through a variable's value.
void HostChosen::rests(const AstNode& e, Roots& out, int depth) const {
  if (e.kind == "BinaryOperator" && (e.op == "%" || e.op == "&") && e.inner.size() == 2) {
    roots(*e.inner[0], out, depth);
    if (e.op == "&") roots(*e.inner[1], out, depth);
  }
  const AstNode* d = e.kind == "DeclRefExpr" && depth < kDeepest ? ast_.find(e.refers_to) : nullptr;
  const AstNode* value = d != nullptr && HostUses::function_of(*d) != nullptr && !is_given_anew(*d) ? value_of(*d) : nullptr;
  if (value != nullptr) rests(*value, out, depth + 1);
  for (const auto& child : e.inner) rests(*child, out, depth);
}

bool HostChosen::rounds(const AstNode& by, const AstNode& number) const {
  Roots x, y;
  rests(by, x, 0);
  roots(number, y, 0);
  return std::any_of(x.begin(), x.end(), [&](const auto& id) { return y.contains(id); });
}

// A reference, a pointer or a lambda may give it a value, too.
bool HostChosen::has_other_name(const AstNode& variable) const {
  const auto it = mentions_.find(variable.id);
  return it != mentions_.end() && std::any_of(it->second.begin(), it->second.end(), [&](const AstNode* m) {
           const AstNode* p = m->parent;
           while (p != nullptr && (p->kind == "ParenExpr" || (p->kind == "UnaryOperator" && p->op == "&") || (p->kind == "ImplicitCastExpr" && p->op == "NoOp"))) p = p->parent;
           return p == nullptr || p->kind == "VarDecl" || p->kind == "LambdaExpr" || HostUses::lambda_of(*m) != HostUses::lambda_of(variable);
         });
}

// The program may come to the use by a label after what is before it.
bool HostChosen::is_jumped_to(const AstNode& before, const AstNode& use) {
  const AstNode* function = HostUses::function_of(use);
  return function == nullptr || has(*function, [&](const AstNode& n) { return n.kind == "LabelStmt" && before.order < n.order && n.order < use.order; });
}

// Other than where it is declared, by an assignment.
bool HostChosen::is_given_anew(const AstNode& variable) const {
  const auto it = mentions_.find(variable.id);
  return it != mentions_.end() && std::any_of(it->second.begin(), it->second.end(), [](const AstNode* m) {
           return m->parent != nullptr && m->parent->kind == "BinaryOperator" && m->parent->op == "=" && m->parent->inner[0].get() == m;
         });
}

bool HostChosen::share_roots(const AstNode& a, const AstNode& b) const {
  Roots x, y;
  roots(a, x, 0);
  roots(b, y, 0);
  return std::any_of(x.begin(), x.end(), [&](const auto& id) { return y.contains(id); });
}

}  // namespace warpproof
