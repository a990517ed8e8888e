#include "src/frontend/host_uses.h"

#include <algorithm>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_integer.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_sole_names.h"

namespace warpproof {
namespace {

bool is_function(const AstNode& n) {
  return n.kind == "FunctionDecl" || n.kind == "CXXMethodDecl" || n.kind == "CXXConstructorDecl" ||
         n.kind == "CXXDestructorDecl" || n.kind == "CXXConversionDecl";
}

bool is_variable(const std::string& kind) { return kind == "VarDecl" || kind == "ParmVarDecl" || kind == "BindingDecl"; }

bool is_cast(const AstNode& n) { return n.kind.ends_with("CastExpr"); }

bool is_callee(const AstNode& n) {
  const AstNode* child = &n;
  const AstNode* p = n.parent;
  while (p != nullptr && (is_cast(*p) || p->kind == "ParenExpr")) {
    child = p;
    p = p->parent;
  }
  return p != nullptr && (is_call(*p) || p->kind == "CUDAKernelCallExpr") && p->inner[0].get() == child;
}

// The array's elements are read, one by one, or only its size.
bool reads_elements(const AstNode& array) {
  const AstNode *child = &array, *p = array.parent;
  while (p != nullptr && p->kind == "ParenExpr") child = p, p = p->parent;
  if (p == nullptr) return false;
  if (p->kind == "UnaryExprOrTypeTraitExpr") return true;
  // for (int v : array)
  if (p->kind == "VarDecl" && p->name.starts_with("__range") && p->parent != nullptr && p->parent->parent != nullptr &&
      p->parent->parent->kind == "CXXForRangeStmt" && p->parent->parent->inner.size() == 8) {
    const AstNode& variable = *p->parent->parent->inner[6];
    return variable.inner.size() == 1 && (!variable.inner[0]->type.ends_with("&") || variable.inner[0]->type.starts_with("const "));
  }
  if (!is_cast(*p) || p->op != "ArrayToPointerDecay") return false;
  child = p, p = p->parent;
  if (p == nullptr || p->kind != "ArraySubscriptExpr" || p->inner[0].get() != child) return false;
  child = p, p = p->parent;
  while (p != nullptr && (p->kind == "ParenExpr" || (p->kind == "MemberExpr" && !p->is_arrow))) {
    if (p->type.ends_with("]") || p->type.ends_with("&") || p->type == "<bound member function type>") return false;
    child = p, p = p->parent;
  }
  return p != nullptr && ((is_cast(*p) && p->op == "LValueToRValue") || p->kind == "UnaryExprOrTypeTraitExpr");
}

// The linker chooses what a variable stands for: another file's of that name, or one of another name, which may change.
bool is_given_elsewhere(const HostAst& ast, const AstNode& variable) {
  const auto has_other_name = [](const AstNode* d) {
    return std::any_of(d->inner.begin(), d->inner.end(), [](const auto& c) { return c->kind == "AliasAttr"; });
  };
  const auto all = ast.declarations_of(variable);
  return is_weak(ast, variable) || std::any_of(all.begin(), all.end(), has_other_name);
}

// The standard library calls these of the user's by their names, where it is not seen.
bool is_library_protocol(const std::string& name) {
  static constexpr const char* kNames[] = {"swap", "begin", "end", "size", "data", "get", "lock", "unlock", "try_lock",
                                           "allocate", "deallocate", "construct", "destroy", "hash_value", "to_address"};
  return name == "operator()" || name.starts_with("operator new") || name.starts_with("operator delete") ||
         std::any_of(std::begin(kNames), std::end(kNames), [&](const char* n) { return name == n; });
}

// setjmp and the like: the program comes back to the call from anywhere.
bool returns_twice(const AstNode& n) {
  static constexpr const char* kNames[] = {"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "__builtin_setjmp", "getcontext", "vfork"};
  return n.kind == "DeclRefExpr" && std::any_of(std::begin(kNames), std::end(kNames), [&](const char* name) { return n.refers_name == name; });
}

}  // namespace

bool is_call(const AstNode& n) {
  return n.kind == "CallExpr" || n.kind == "CXXMemberCallExpr" || n.kind == "CXXOperatorCallExpr";
}

const AstNode& without_wrapping(const AstNode& node) {
  const AstNode* n = &node;
  while (n->inner.size() == 1 &&
         (n->kind == "ParenExpr" || n->kind == "ExprWithCleanups" || n->kind == "MaterializeTemporaryExpr" ||
          n->kind == "ConstantExpr" || n->kind == "CXXBindTemporaryExpr" || n->kind == "FullExpr" ||
          (is_cast(*n) && (n->op == "NoOp" || n->op == "LValueToRValue" || n->op == "FunctionToPointerDecay" || n->op == "BuiltinFnToFnPtr" ||
                           n->op == "BitCast" || n->op == "ArrayToPointerDecay" || n->op == "ConstructorConversion")) ||
          (n->kind == "UnaryOperator" && n->op == "&" && n->inner[0]->kind == "DeclRefExpr" &&
           n->inner[0]->refers_kind.ends_with("FunctionDecl"))))
    n = n->inner[0].get();
  return *n;
}

bool is_within(const AstNode& inner, const AstNode& outer) {
  return outer.order <= inner.order && inner.order <= outer.last;
}

HostUses::HostUses(const HostAst& ast) : classes(ast), ast_(ast) {
  for (const auto& d : ast.declarations()) walk(*d);
  // What a place means depends on classes and casts that may come after it.
  InArrays in_arrays;
  std::vector<Bound> bound;
  std::vector<HostMention> mentions;
  for (const AstNode* node : references_) {
    mentions.push_back(mention_of(ast_, *node));
    const AstNode* function = function_of(*node);
    if (mentions.back().is_pointer && !(function != nullptr && is_device_code(*function)) &&
        !classes.keeps_const(ast_.find(node->refers_to)->type, true))
      reaches_device_ = true;
  }
  for (std::size_t i = 0; i < references_.size(); ++i) {
    const AstNode* node = references_[i];
    const AstNode& variable = *ast_.find(node->refers_to);
    const HostMention& m = mentions[i];
    switch (m.kind) {
      case HostMention::Kind::Read:
      case HostMention::Kind::Captured:
        break;
      case HostMention::Kind::ReadAsConst:
        if (m.copied_class == "dim3" && !classes.is_users_class("dim3")) break;  // which keeps no reference
        if (!classes.keeps_const(variable.type, reaches_device_)) escaped_.insert(&variable);
        break;
      case HostMention::Kind::Change:
        changes_[&variable].push_back({node->order, node, m.statement, m.value, m.member, m.overlaps});
        if (!m.copied_class.empty() && !classes.is_plain(m.copied_class)) escaped_.insert(&variable);
        break;
      case HostMention::Kind::InArray:
        in_arrays.emplace_back(m.array, &variable);
        break;
      case HostMention::Kind::Bound:
        bound.push_back({m.parameter, &variable, node});
        break;
      case HostMention::Kind::Escape:
        escaped_.insert(&variable);
        break;
    }
  }
  references_.clear();
  SoleNames(*this).bind(in_arrays, bound);
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

// The size of an array is computed where the type is named, and is not in the tree: `char name[++n]`.
void HostUses::escape_if_sized_by_code(const AstNode& node) {
  for (std::size_t at = node.type.find('['); at != std::string::npos; at = node.type.find('[', at + 1)) {
    const std::string size = node.type.substr(at, node.type.find(']', at) - at);
    const bool computes = size.find_first_of("=(") != std::string::npos || size.find("++") != std::string::npos || size.find("--") != std::string::npos;
    const AstNode* function = computes ? function_of(node) : nullptr;
    if (function != nullptr && sized_by_code_.insert(function).second) escape_all(*function);
  }
}

void HostUses::escape_all(const AstNode& node) {
  if (is_variable(node.kind)) escaped_.insert(&node);
  for (const auto& child : node.inner) escape_all(*child);
}

void HostUses::walk(const AstNode& node) {
  if (is_no_code(node)) return;
  escape_if_sized_by_code(node);
  if (node.kind == "DeclRefExpr" || node.kind == "MemberExpr") reference(node);
  has_unnamed_calls_ |= node.kind == "AliasAttr" || node.kind == "CleanupAttr";
  returns_twice_ |= node.kind == "ReturnsTwiceAttr";
  if (node.kind == "LabelStmt" || returns_twice(node)) labels_.emplace(node.order, 0);
  if (node.kind == "CaseStmt" || node.kind == "DefaultStmt") {
    const AstNode* s = &node;
    while (s != nullptr && s->kind != "SwitchStmt") s = s->parent;
    labels_.emplace(node.order, s == nullptr ? 0 : s->order);
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
    else if (!is_callee(node)) otherwise_used_[key].push_back(&node);
    return;
  }
  if (node.kind != "DeclRefExpr" || !is_variable(decl->kind)) return;
  references_.push_back(&node);
  const AstNode* call = &node;
  while (call->parent != nullptr && !is_call(*call)) call = call->parent;
  if (is_callee(node) && is_call(*call)) called_[decl].push_back(call);
  else not_only_called_.insert(decl);
  if (decl->type.ends_with("]") && !reads_elements(node)) written_arrays_.insert(decl);
  // `f(3)`, of an object.
  const AstNode* p = node.parent;
  while (p != nullptr && p->kind == "ImplicitCastExpr" && p->op == "NoOp") p = p->parent;
  const bool is_called = p != nullptr && p->kind == "CXXOperatorCallExpr" && called_name(*p) == "operator()" &&
                         p->inner.size() > 1 && is_within(node, *p->inner[1]);
  const bool is_captured = p != nullptr && p == node.parent && p->kind == "LambdaExpr";
  if (!is_called && !is_captured) passed_on_.insert(decl);
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

}  // namespace

// Types of variables that change only by what is written where they are named.
bool HostUses::is_followed(const std::string& type) const {
  if (type.find("volatile") != std::string::npos || type.find("_Atomic") != std::string::npos) return false;
  std::string t = type.starts_with("const ") ? type.substr(6) : type;
  if (t.ends_with("&")) return false;
  if (t.ends_with("*const")) t.resize(t.size() - 5);
  // Pointers, also to functions, and arrays of arguments.
  if (t.ends_with("*") || is_declared_pointer(t)) return true;
  if (t.starts_with("void *[") || is_arithmetic(t)) return true;
  if (classes.is_known(t)) return classes.is_simple(t) && !t.starts_with("std::");
  return t == "dim3" || t == "cudaLaunchConfig_t" || t == "cudaLaunchConfig_st" || t == "struct cudaLaunchConfig_st" || t == "cudaDeviceProp" ||
         is_plain_pair(t) || is_library_container(t);
}

// Nothing changes it, in all of its life, and its value is the one that is written.
bool HostUses::is_read_only(const AstNode& variable) const {
  if (is_given_elsewhere(ast_, variable)) return false;
  if (!is_followed(variable.type) || variable.type.find('*') != std::string::npos) return false;
  const bool is_const = variable.is_constexpr || variable.type.starts_with("const ");
  return is_const && (!classes.has_mutable_members() || is_arithmetic(variable.type) || !classes.is_users_class(variable.type));
}

// Other code may change it than what names it here.
bool HostUses::is_open(const AstNode& variable) const {
  return is_shared(variable) || escaped_.contains(&variable) || !(sole_names_.contains(&variable) || is_followed(variable.type));
}

bool HostUses::is_private(const AstNode& variable) const {
  if (is_constant(variable)) return true;
  if (is_open(variable)) return false;
  const auto it = changes_.find(&variable);
  return it == changes_.end() || std::all_of(it->second.begin(), it->second.end(), [&](const Change& c) {
           return lambda_of(*c.node) == lambda_of(variable);
         });
}

bool HostUses::is_constant(const AstNode& variable) const {
  return is_read_only(variable) || (!is_open(variable) && !changes_.contains(&variable));
}

std::optional<std::vector<const AstNode*>> HostUses::all_changes(const AstNode& variable) const {
  if (is_open(variable) || !is_private(variable)) return std::nullopt;
  std::vector<const AstNode*> out;
  if (const auto it = changes_.find(&variable); it != changes_.end())
    for (const Change& c : it->second) out.push_back(c.node);
  return out;
}

const AstNode* HostUses::only_change(const AstNode& variable) const {
  const auto all = all_changes(variable);
  return all && all->size() == 1 ? all->front() : nullptr;
}

bool HostUses::is_constant_value(const AstNode& parameter) const {
  const bool is_reference = parameter.type.find('&') != std::string::npos;
  const std::string value = parameter.type.substr(0, parameter.type.find_last_not_of("& ") + 1);
  if (!is_followed(value) || (is_reference && is_const_object(value) && !classes.keeps_const(value, reaches_device_))) return false;
  return !changes_.contains(&parameter) && !escaped_.contains(&parameter);
}

bool HostUses::is_stable(const AstNode& variable, const std::string& member, const TextRange& range) const {
  if (is_constant(variable)) return true;
  if (is_open(variable)) return false;
  const auto it = changes_.find(&variable);
  return it == changes_.end() || std::none_of(it->second.begin(), it->second.end(), [&](const Change& c) {
           // What a lambda does it may do at any time.
           return c.changes(member) && (range.contains(c.order) || lambda_of(*c.node) != lambda_of(variable));
         });
}

std::size_t HostUses::end_of_use(const AstNode& block, const AstNode& use) {
  // A for around the use runs its increment, and a condition, between one run of its body and the next.
  if (block.kind != "CompoundStmt") return block.last;
  for (const auto& s : block.inner)
    if (is_within(use, *s)) return s->last;
  return block.last;
}

bool HostUses::is_straight(std::size_t after, const AstNode& block, const AstNode& use) const {
  if (returns_twice_) return false;
  std::size_t to = use.last;
  for (const auto& s : block.inner)
    if (is_within(use, *s)) to = s->last;
  for (auto it = labels_.upper_bound(after); it != labels_.end() && it->first <= to; ++it)
    if (it->second <= after) return false;
  return true;
}

// It has one value in all of the program's run, from its start. What a function that is no constexpr computes is not known
// to be there then.
bool HostUses::is_fixed(const AstNode& e, int depth) const {
  if (e.kind == "CXXThisExpr" || e.kind == "LambdaExpr" || depth > 200) return false;
  // What a constructor of the user's reads is not looked at.
  if ((e.kind == "CXXConstructExpr" || e.kind == "CXXTemporaryObjectExpr") && classes.is_users_class(e.type)) return false;
  if (is_call(e)) {
    const AstNode* callee = e.inner.empty() ? nullptr : named_declaration(ast_, *e.inner[0]);
    if (callee == nullptr || !callee->is_constexpr) return false;
  }
  if (e.kind == "DeclRefExpr" && is_variable(e.refers_kind)) {
    const AstNode* d = ast_.find(e.refers_to);
    if (d == nullptr || d->kind != "VarDecl" || !is_read_only(*d) || d->inner.empty()) return false;
    if (const auto known = fixed_.find(d); known != fixed_.end()) return known->second;
    const bool fixed = d->is_constexpr || is_fixed(*d->inner.front(), depth + 20);
    fixed_.emplace(d, fixed);
    if (!fixed) return false;
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
  const auto matters = [&](const Change& c) { return c.changes(member); };
  Definition latest;
  const AstNode* d = variable.parent;
  const AstNode* value = value_of(variable);
  if (value != nullptr && is_read_only(variable)) {
    // A static variable of a function has the value of its first call, one outside of functions of the program's start.
    if (is_shared(variable) && !variable.is_constexpr && !is_fixed(*value, 0)) return {};
    const bool is_local = !is_shared(variable) && d != nullptr && d->kind == "DeclStmt";
    return {&variable, value, is_local ? d->parent : nullptr, {value->order - 1, is_local ? d->parent->last : 0}};
  }
  if (is_open(variable)) return {};
  if (value != nullptr && d != nullptr && d->kind == "DeclStmt") latest = {d, value, d->parent, {value->order - 1, d->parent->last}};
  static const std::vector<Change> kNone;
  const auto it = changes_.find(&variable);
  const std::vector<Change>& changes = it == changes_.end() ? kNone : it->second;
  const Change* last = nullptr;
  for (const Change& c : changes) {
    if (!matters(c)) continue;
    if (lambda_of(*c.node) != lambda_of(variable) || lambda_of(use) != lambda_of(variable)) return {};
    if (c.order < use.order && (last == nullptr || last->order < c.order)) last = &c;
  }
  if (last != nullptr) {
    if (last->statement == nullptr || (!last->member.empty() && last->member != member)) return {};
    // The assigned variable's own change is in the range: `n = n + 1` is not what n is now.
    latest = {last->statement, last->value, last->statement->parent, {last->statement->order - 1, 0}, !last->member.empty()};
  }
  if (latest.block == nullptr || !is_within(use, *latest.block)) return changes.empty() ? latest : Definition();
  const bool is_straight_on = is_straight(latest.statement->last, *latest.block, use);
  // A declaration with a value cannot be jumped over, an assignment can.
  if (last != nullptr && !is_straight_on) return {};
  latest.read.to = is_straight_on ? end_of_use(*latest.block, use) : latest.block->last;
  const TextRange rest{last != nullptr ? latest.statement->last : latest.value->last, latest.read.to};
  const bool changed = std::any_of(changes.begin(), changes.end(), [&](const Change& c) { return matters(c) && rest.contains(c.order); });
  return changed ? Definition() : latest;
}

// A lambda that is called by its own name, or at once, and given to nobody.
bool HostUses::only_called(const AstNode& method) const {
  const AstNode* e = method.parent;
  while (e != nullptr && e->kind != "LambdaExpr") {
    if (e->kind != "CXXRecordDecl" && e->kind != "FunctionTemplateDecl") return false;
    e = e->parent;
  }
  const AstNode* child = e;
  for (e = e == nullptr ? nullptr : e->parent; e != nullptr; child = e, e = e->parent) {
    if (e->kind == "VarDecl") return !passed_on_.contains(e);
    if (e->kind == "CXXOperatorCallExpr")
      return called_name(*e) == "operator()" && e->inner.size() > 1 && e->inner[1].get() == child;
    const bool is_same = e->kind == "ParenExpr" || e->kind == "ExprWithCleanups" || e->kind == "MaterializeTemporaryExpr" ||
                         e->kind == "CXXBindTemporaryExpr" || e->kind == "CXXConstructExpr" ||
                         (e->kind == "ImplicitCastExpr" && e->op == "NoOp");
    if (!is_same || (e->kind == "CXXConstructExpr" && bare_type(e->type) != bare_type(child->type))) return false;
  }
  return false;
}

std::vector<const AstNode*> HostUses::calls(const AstNode& function) const {
  // A virtual one is entered by calls of what it overrides, too.
  const AstNode* owner = function.context.empty() ? function.parent : ast_.find(function.context);
  if (function.kind == "CXXMethodDecl" && (owner == nullptr || owner->is_polymorphic)) return {};
  if (is_library_protocol(function.name) && !only_called(function)) return {};
  // Most calls of a destructor are not written.
  if (has_unnamed_calls_ || function.kind == "CXXDestructorDecl" || ast_.is_named_by_library(function)) return {};
  const std::string key = key_of(function);
  const auto it = calls_.find(key);
  if (it == calls_.end() || (otherwise_used_.contains(key) && !passed_on_by(key))) return {};
  return it->second;
}

std::vector<HostUses::PassedCall> HostUses::passed_calls(const AstNode& function) const {
  const AstNode* owner = function.kind == "FunctionDecl" ? &function : nullptr;
  if (owner == nullptr || has_unnamed_calls_ || is_library_protocol(function.name) || ast_.is_named_by_library(function)) return {};
  return passed_on_by(key_of(function)).value_or(std::vector<PassedCall>());
}

// Each use gives the function, as an argument, to a function whose code is here and which only calls the parameter that it
// gets it by.
std::optional<std::vector<HostUses::PassedCall>> HostUses::passed_on_by(const std::string& key) const {
  std::vector<PassedCall> out;
  const auto it = otherwise_used_.find(key);
  if (it == otherwise_used_.end()) return out;
  for (const AstNode* use : it->second) {
    const AstNode *argument = use, *call = use->parent;
    while (call != nullptr && !is_call(*call) &&
           (is_cast(*call) || call->kind == "ParenExpr" || (call->kind == "UnaryOperator" && call->op == "&")))
      argument = call, call = call->parent;
    const AstNode* declared = call != nullptr && call->kind == "CallExpr" ? named_declaration(ast_, *call->inner[0]) : nullptr;
    if (declared == nullptr || declared->kind != "FunctionDecl") return std::nullopt;
    const AstNode& taker = definition_of(ast_, *declared);
    if (body_of(taker) == nullptr || !runs_as_written(ast_, taker) || is_no_code(taker)) return std::nullopt;
    const auto parameters = parameters_of(taker);
    const AstNode* parameter = nullptr;
    for (std::size_t i = 0; i < parameters.size() && i + 1 < call->inner.size(); ++i)
      if (call->inner[i + 1].get() == argument) parameter = parameters[i];
    const bool is_pointer = parameter != nullptr && (is_declared_pointer(parameter->type) || is_declared_reference(parameter->type));
    if (!is_pointer || not_only_called_.contains(parameter)) return std::nullopt;
    const auto calls = called_.find(parameter);
    if (calls == called_.end()) continue;
    for (const AstNode* inside : calls->second) {
      if (lambda_of(*inside) != lambda_of(*parameter)) return std::nullopt;
      out.push_back({call, inside});
    }
  }
  return out;
}

const AstNode* HostUses::constant_list(const AstNode& variable) const {
  const std::size_t open = variable.type.find('[');
  if (variable.kind != "VarDecl" || open == std::string::npos || variable.type.find('[', open + 1) != std::string::npos || variable.inner.empty()) return nullptr;
  if (is_given_elsewhere(ast_, variable)) return nullptr;
  const AstNode& list = *variable.inner.front();
  const std::string element = bare_type(variable.type.substr(0, open));
  const bool is_const = variable.is_constexpr || (variable.type.starts_with("const ") && variable.type.find('*') == std::string::npos);
  if (variable.type.find("volatile") != std::string::npos || (is_const && classes.has_mutable_members() && classes.is_users_class(element))) return nullptr;
  if (!is_const && (is_shared(variable) || written_arrays_.contains(&variable))) return nullptr;
  const bool is_whole = list.kind == "InitListExpr" && !list.inner.empty() &&
                        std::to_string(list.inner.size()) + "]" == variable.type.substr(open + 1);
  return is_whole ? &list : nullptr;
}

}  // namespace warpproof
