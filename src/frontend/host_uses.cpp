#include "src/frontend/host_uses.h"

#include <algorithm>

#include "src/frontend/host_library.h"

namespace warpproof {
namespace {

bool is_function(const AstNode& n) {
  return n.kind == "FunctionDecl" || n.kind == "CXXMethodDecl" || n.kind == "CXXConstructorDecl" ||
         n.kind == "CXXDestructorDecl" || n.kind == "CXXConversionDecl";
}

bool is_variable(const std::string& kind) { return kind == "VarDecl" || kind == "ParmVarDecl"; }

bool is_cast(const AstNode& n) { return n.kind.ends_with("CastExpr"); }

// Does a lambda name what it captures by the name that it has outside? [&m = n] does not.
bool names(const AstNode& code, const std::string& id) {
  return code.refers_to == id ||
         std::any_of(code.inner.begin(), code.inner.end(), [&](const auto& child) { return names(*child, id); });
}
bool is_named_in_body(const AstNode& lambda, const AstNode& capture) {
  int captures = 0;
  bool named = false;
  for (const auto& child : lambda.inner) {
    if (child->kind == "DeclRefExpr" && child->refers_to == capture.refers_to) ++captures;
    if (child->kind == "CompoundStmt") named = names(*child, capture.refers_to);
  }
  return named && captures == 1;
}

bool is_call(const AstNode& n) {
  return n.kind == "CallExpr" || n.kind == "CXXMemberCallExpr" || n.kind == "CXXOperatorCallExpr";
}

bool is_callee(const AstNode& n) {
  const AstNode* child = &n;
  const AstNode* p = n.parent;
  while (p != nullptr && (is_cast(*p) || p->kind == "ParenExpr")) {
    child = p;
    p = p->parent;
  }
  return p != nullptr && (is_call(*p) || p->kind == "CUDAKernelCallExpr") && p->inner[0].get() == child;
}

}  // namespace

const AstNode& without_wrapping(const AstNode& node) {
  const AstNode* n = &node;
  while (n->inner.size() == 1 &&
         (n->kind == "ParenExpr" || n->kind == "ExprWithCleanups" || n->kind == "MaterializeTemporaryExpr" ||
          n->kind == "ConstantExpr" || n->kind == "CXXBindTemporaryExpr" || n->kind == "FullExpr" ||
          (is_cast(*n) && (n->op == "NoOp" || n->op == "LValueToRValue" || n->op == "FunctionToPointerDecay" ||
                           n->op == "BitCast" || n->op == "ArrayToPointerDecay" || n->op == "ConstructorConversion")) ||
          (n->kind == "UnaryOperator" && n->op == "&" && n->inner[0]->kind == "DeclRefExpr" &&
           n->inner[0]->refers_kind.ends_with("FunctionDecl"))))
    n = n->inner[0].get();
  return *n;
}

bool is_within(const AstNode& inner, const AstNode& outer) {
  return outer.order <= inner.order && inner.order <= outer.last;
}

HostUses::HostUses(const HostAst& ast) : ast_(ast) {
  for (const auto& d : ast.declarations()) walk(*d);
}

std::string HostUses::key_of(const AstNode& function) {
  return function.mangled.empty() ? function.id : function.mangled;
}

bool HostUses::is_no_code(const AstNode& node) {
  const AstNode* p = node.parent;
  if (p == nullptr) return false;
  // The first function of a template, and the first class, is the template.
  if (p->kind == "FunctionTemplateDecl" && is_function(node)) {
    const auto first = std::find_if(p->inner.begin(), p->inner.end(), [](const auto& n) { return is_function(*n); });
    return first->get() == &node;
  }
  if (p->kind == "ClassTemplateDecl" && node.kind == "CXXRecordDecl") return true;
  if (node.kind == "ClassTemplatePartialSpecializationDecl") return true;
  // The class of a lambda, unless its call operator is a template, whose instances are only there.
  if (p->kind == "LambdaExpr") {
    const auto generic = [](const AstNode& record) {
      return std::any_of(record.inner.begin(), record.inner.end(),
                         [](const auto& n) { return n->kind == "FunctionTemplateDecl"; });
    };
    const AstNode& record = *p->inner[0];
    if (record.kind != "CXXRecordDecl") return false;
    if (&node == &record) return !generic(record);
    return generic(record) && node.kind == "CompoundStmt";
  }
  return false;
}

void HostUses::walk(const AstNode& node) {
  if (is_no_code(node)) return;
  if (node.kind == "DeclRefExpr" || node.kind == "MemberExpr") reference(node);
  if (node.kind == "LabelStmt") labels_.emplace(node.order, 0);
  if (node.kind == "CaseStmt" || node.kind == "DefaultStmt") {
    const AstNode* s = &node;
    while (s != nullptr && s->kind != "SwitchStmt") s = s->parent;
    labels_.emplace(node.order, s == nullptr ? 0 : s->order);
  }
  const bool is_lambda = node.kind == "LambdaExpr" && !node.inner.empty();
  const AstNode& record = is_lambda ? *node.inner[0] : node;
  if (node.is_mutable) has_mutable_members_ = true;
  if (record.is_defined) {
    const auto [it, fresh] = plain_.try_emplace(is_lambda ? node.type : node.name, record.is_trivially_copyable);
    if (!fresh) it->second = it->second && record.is_trivially_copyable;
  }
  for (const auto& child : node.inner) walk(*child);
}

void HostUses::reference(const AstNode& node) {
  const AstNode* decl = ast_.find(node.refers_to);
  if (decl == nullptr) return;
  if (is_function(*decl)) {
    const std::string key = key_of(*decl);
    const AstNode* call = &node;
    while (call->parent != nullptr && !is_call(*call)) call = call->parent;
    if (is_callee(node) && is_call(*call)) calls_[key].push_back(call);
    else if (!is_callee(node)) otherwise_used_.insert(key);
    return;
  }
  if (node.kind == "DeclRefExpr" && is_variable(decl->kind)) used(node, *decl);
}

// What an expression that names a variable does to it.
void HostUses::used(const AstNode& node, const AstNode& variable) {
  // Through a reference to const nobody changes anything.
  const std::string& type = variable.type;
  if (type.starts_with("const ") && type.ends_with(" &") && type.find('*') == std::string::npos) return;
  const AstNode* child = &node;
  const AstNode* p = node.parent;
  // A member of it is a part of it.
  std::string member;
  int members = 0;
  while (p != nullptr && (p->kind == "ParenExpr" || (p->kind == "MemberExpr" && !p->is_arrow) ||
                          (is_cast(*p) && p->op == "NoOp" && !p->type.starts_with("const ")))) {
    if (p->kind == "MemberExpr" && members++ == 0) member = p->name;
    child = p;
    p = p->parent;
  }
  // What an assignment gives a value to: the variable, or a member.
  const bool is_named = child->kind == "DeclRefExpr" || (child->kind == "MemberExpr" && members == 1);
  if (p == nullptr) return;
  if (is_call(*p) && p->inner[0].get() == child) member.clear();  // a function of its class
  if (is_cast(*p) && p->op == "LValueToRValue") return;
  if (is_cast(*p) && p->op == "NoOp") {  // bound as const
    if (has_mutable_members_ && !is_arithmetic(p->type)) escaped_.insert(&variable);
    return;
  }
  if (p->kind == "MemberExpr" && p->is_arrow) return;
  // The arguments of a launch.
  if (is_cast(*p) && p->op == "ArrayToPointerDecay" && p->parent != nullptr && is_call(*p->parent) &&
      is_launch_call(library_name(ast_, *p->parent)))
    return;
  if (p->kind == "UnaryExprOrTypeTraitExpr") return;
  // A capture; the body says what is done to it.
  if (p->kind == "LambdaExpr" && child == &node && is_named_in_body(*p, node)) return;
  const auto change = [&](const AstNode* statement, const AstNode* value) {
    changes_[&variable].push_back({node.order, &node, statement, value, member});
  };
  if (p->kind == "BinaryOperator" || p->kind == "CompoundAssignOperator") {
    const bool left = p->inner[0].get() == child;
    // The right side of a comma is what it stands for; a pointer to a member may be written through.
    const bool stands_for = p->op == "," ? !left : p->op.starts_with(".") || p->op.starts_with("->");
    if (p->kind == "BinaryOperator" && p->op != "=")
      return stands_for ? void(escaped_.insert(&variable)) : void();
    if (!left) return void(escaped_.insert(&variable));
    const bool whole = p->op == "=" && is_named;
    const AstNode* outer = p->parent != nullptr && p->parent->kind == "ExprWithCleanups" ? p->parent : p;
    const bool is_statement = whole && outer->parent != nullptr && outer->parent->kind == "CompoundStmt";
    return change(is_statement ? outer : nullptr, is_statement ? p->inner[1].get() : nullptr);
  }
  if (p->kind == "CXXOperatorCallExpr" && p->inner.size() == 3 && called_name(*p) == "operator=" &&
      p->inner[1].get() == child) {
    const AstNode* outer = p->parent != nullptr && p->parent->kind == "ExprWithCleanups" ? p->parent : p;
    const bool is_statement = is_named && outer->parent != nullptr && outer->parent->kind == "CompoundStmt";
    return change(is_statement ? outer : nullptr, is_statement ? p->inner[2].get() : nullptr);
  }
  if (p->kind == "UnaryOperator" && (p->op == "++" || p->op == "--")) return change(nullptr, nullptr);
  if (is_call(*p) && is_launch_call(library_name(ast_, *p))) return;
  if (is_call(*p) && only_writes(library_name(ast_, *p))) return change(nullptr, nullptr);
  if (p->kind == "UnaryOperator" && p->op == "&") {
    const AstNode* outer = p->parent;
    while (outer != nullptr && (is_cast(*outer) || outer->kind == "ParenExpr")) {
      // Nobody writes through a pointer to const, or takes the const away, one hopes; C++ forbids it of no variable.
      if (outer->type.starts_with("const ")) return;
      outer = outer->parent;
    }
    if (outer != nullptr && is_call(*outer)) {
      const std::string callee = library_name(ast_, *outer);
      if (is_launch_call(callee)) return;
      if (only_writes(callee)) return change(nullptr, nullptr);
    }
    // The arguments of cudaLaunchKernel.
    if (outer != nullptr && outer->kind == "InitListExpr" && outer->type.starts_with("void *[") &&
        outer->parent != nullptr && outer->parent->kind == "VarDecl")
      return;
  }
  escaped_.insert(&variable);
}

const AstNode* HostUses::function_of(const AstNode& node) {
  const AstNode* found = nullptr;
  for (const AstNode* n = &node; n != nullptr; n = n->parent)
    if (is_function(*n)) found = n;
  return found;
}

const AstNode* HostUses::lambda_of(const AstNode& node) {
  for (const AstNode* n = &node; n != nullptr; n = n->parent)
    if (n->parent != nullptr && n->parent->kind == "LambdaExpr" && n->kind != "DeclRefExpr") return n;
  return nullptr;
}

namespace {

// Whether it lives outside of functions, or longer than a call of its own.
bool is_shared(const AstNode& variable) {
  return variable.is_static || HostUses::function_of(variable) == nullptr ||
         (variable.parent != nullptr && variable.parent->kind != "DeclStmt" && variable.kind == "VarDecl");
}

bool is_read_only(const AstNode& variable) {
  return variable.is_constexpr ||
         (variable.type.starts_with("const ") && variable.type.find_first_of("*&") == std::string::npos);
}

}  // namespace

bool HostUses::is_private(const AstNode& variable) const {
  if (is_constant(variable)) return true;
  if (is_shared(variable) || escaped_.contains(&variable) || variable.type.find('&') != std::string::npos) return false;
  const auto it = changes_.find(&variable);
  return it == changes_.end() || std::all_of(it->second.begin(), it->second.end(), [&](const Change& c) {
           return lambda_of(*c.node) == lambda_of(variable);
         });
}

bool HostUses::is_plain(const std::string& type) const {
  const std::size_t scope = type.starts_with("(") ? std::string::npos : type.rfind("::");
  const auto it = plain_.find(scope == std::string::npos ? type : type.substr(scope + 2));
  return it != plain_.end() && it->second;
}

bool HostUses::is_constant(const AstNode& variable) const {
  if (variable.type.find("volatile") != std::string::npos) return false;
  if (is_read_only(variable)) return true;
  if (is_shared(variable) || escaped_.contains(&variable)) return false;
  return !changes_.contains(&variable) && variable.type.find('&') == std::string::npos;
}

const AstNode* HostUses::only_change(const AstNode& variable) const {
  if (!is_private(variable) || variable.type.find("volatile") != std::string::npos) return nullptr;
  const auto it = changes_.find(&variable);
  return it == changes_.end() || it->second.size() != 1 ? nullptr : it->second.front().node;
}

bool HostUses::is_constant_value(const AstNode& parameter) const {
  const bool is_reference = parameter.type.find('&') != std::string::npos;
  if (is_reference && !parameter.type.starts_with("const ")) return false;
  return !changes_.contains(&parameter) && !escaped_.contains(&parameter);
}

bool HostUses::is_stable(const AstNode& variable, const TextRange& range) const {
  if (is_constant(variable)) return true;
  if (variable.type.find("volatile") != std::string::npos || variable.type.find('&') != std::string::npos) return false;
  if (is_shared(variable) || escaped_.contains(&variable)) return false;
  const auto it = changes_.find(&variable);
  return it == changes_.end() || std::none_of(it->second.begin(), it->second.end(), [&](const Change& c) {
           // What a lambda does it may do at any time.
           return range.contains(c.order) || lambda_of(*c.node) != lambda_of(variable);
         });
}

bool HostUses::is_straight(const TextRange& range) const {
  for (auto it = labels_.upper_bound(range.after); it != labels_.end() && it->first <= range.to; ++it)
    if (it->second <= range.after) return false;
  return true;
}

// It has one value in all of the program's run.
bool HostUses::is_fixed(const AstNode& e, int depth) const {
  if (is_call(e) || e.kind == "CXXThisExpr" || depth > 200) return false;
  if (e.kind == "DeclRefExpr" && is_variable(e.refers_kind)) {
    const AstNode* d = ast_.find(e.refers_to);
    if (d == nullptr || d->kind != "VarDecl" || !is_read_only(*d) || d->inner.empty()) return false;
    if (!d->is_constexpr && !is_fixed(*d->inner.front(), depth + 20)) return false;
  }
  return std::all_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return is_fixed(*child, depth + 1); });
}

HostUses::Definition HostUses::definition(const AstNode& variable, const AstNode& use) const {
  return defined(variable, "", use);
}

HostUses::Definition HostUses::member_definition(const AstNode& variable, const std::string& member,
                                                 const AstNode& use) const {
  return defined(variable, member, use);
}

HostUses::Definition HostUses::defined(const AstNode& variable, const std::string& member, const AstNode& use) const {
  // What is given to other members changes neither this one nor who reads it.
  const auto matters = [&](const Change& c) { return member.empty() || c.member.empty() || c.member == member; };
  if (variable.type.find("volatile") != std::string::npos) return {};
  Definition latest;
  const AstNode* d = variable.parent;
  // Behind the value stand attributes.
  const AstNode* value = variable.kind == "VarDecl" && !variable.inner.empty() ? variable.inner.front().get() : nullptr;
  const bool has_value = value != nullptr && !value->kind.ends_with("Attr") && !value->kind.ends_with("Comment");
  if (has_value && is_read_only(variable)) {
    // A static variable of a function has the value of its first call.
    if (variable.is_static && function_of(variable) != nullptr && !is_fixed(*value, 0)) return {};
    return {&variable, value, d != nullptr && d->kind == "DeclStmt" ? d->parent : nullptr};
  }
  if (is_shared(variable) || escaped_.contains(&variable) || variable.type.find('&') != std::string::npos) return {};
  if (has_value && d != nullptr && d->kind == "DeclStmt") latest = {d, value, d->parent};
  const auto it = changes_.find(&variable);
  if (it == changes_.end()) return latest;
  const Change* last = nullptr;
  for (const Change& c : it->second) {
    if (!matters(c)) continue;
    if (lambda_of(*c.node) != lambda_of(variable) || lambda_of(use) != lambda_of(variable)) return {};
    if (c.order < use.order && (last == nullptr || last->order < c.order)) last = &c;
  }
  if (last != nullptr) {
    if (last->statement == nullptr || (member.empty() && !last->member.empty())) return {};
    latest = {last->statement, last->value, last->statement->parent, !last->member.empty()};
  }
  if (latest.block == nullptr || !is_within(use, *latest.block)) return {};
  const TextRange rest{latest.statement->last, latest.block->last};
  const bool changed = std::any_of(it->second.begin(), it->second.end(),
                                   [&](const Change& c) { return matters(c) && rest.contains(c.order); });
  // A declaration with a value cannot be jumped over, an assignment can.
  if (changed || (last != nullptr && !is_straight({latest.statement->last, use.order}))) return {};
  return latest;
}

std::vector<const AstNode*> HostUses::calls(const AstNode& function) const {
  // A virtual one is entered by calls of what it overrides, too.
  const AstNode* owner = function.context.empty() ? function.parent : ast_.find(function.context);
  if (function.kind == "CXXMethodDecl" && (owner == nullptr || owner->is_polymorphic)) return {};
  const std::string key = key_of(function);
  const auto it = calls_.find(key);
  if (it == calls_.end() || otherwise_used_.contains(key)) return {};
  return it->second;
}

}  // namespace warpproof
