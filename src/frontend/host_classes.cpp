#include "src/frontend/host_classes.h"

#include <algorithm>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_integer.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_uses.h"

namespace warpproof {
namespace {

// `block = dim3(n)` or `n = 3`, of this object: the member. Null for other expressions.
const AstNode* assigned_member(const AstNode& e) {
  const bool is_number = e.kind == "BinaryOperator" && e.op == "=" && e.inner.size() == 2;
  const bool is_shape = e.kind == "CXXOperatorCallExpr" && called_name(e) == "operator=" && e.inner.size() == 3 &&
                        bare_type(e.type) == "dim3";
  if (!is_number && !is_shape) return nullptr;
  const AstNode& target = *e.inner[is_number ? 0 : 1];
  return is_this_field(target) ? &target : nullptr;
}

const AstNode& statement_expression(const AstNode& s) {
  return s.kind == "ExprWithCleanups" && s.inner.size() == 1 ? *s.inner[0] : s;
}

// Each place that names the object reads a member that has the value which it keeps, or gives one its value.
bool only_reads_given(const AstNode& e, const GivenMembers& given) {
  if (e.kind == "CXXThisExpr") {
    const AstNode* member = e.parent;
    if (member == nullptr || !is_this_field(*member)) return false;
    const AstNode* p = member->parent;
    if (p != nullptr && assigned_member(*p) == member) return true;
    const auto it = given.find(member->refers_to);
    if (it == given.end() || it->second->last >= member->order) return false;
    while (p != nullptr && (p->kind == "ParenExpr" || (p->kind == "MemberExpr" && !p->is_arrow && p->name.size() == 1))) {
      p = p->parent;
    }
    if (p == nullptr) return false;
    if (p->kind != "ImplicitCastExpr") return is_dim3_copy(*p);
    return p->op == "LValueToRValue" || (p->op == "NoOp" && p->parent != nullptr && is_dim3_copy(*p->parent));
  }
  return e.kind != "LambdaExpr" &&
         std::all_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return only_reads_given(*child, given); });
}

// Names the object other than to read the value of a member.
bool lets_this_out(const AstNode& e) {
  if (e.kind == "CXXThisExpr") {
    const AstNode* member = e.parent;
    if (member == nullptr || !is_this_field(*member) || member->type == "<bound member function type>") return true;
    const AstNode* p = member->parent;
    if (p == nullptr) return true;
    if (p->kind != "ImplicitCastExpr") return !is_dim3_copy(*p);
    return p->op != "LValueToRValue" && (p->op != "NoOp" || p->parent == nullptr || !is_dim3_copy(*p->parent));
  }
  return std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& c) { return e.kind == "LambdaExpr" || lets_this_out(*c); });
}

bool names_this(const AstNode& e) {
  return e.kind == "CXXThisExpr" || std::any_of(e.inner.begin(), e.inner.end(), [](const auto& c) { return names_this(*c); });
}

bool is_scope(const AstNode& e) {
  return e.kind == "NamespaceDecl" || e.kind == "CXXRecordDecl" || e.kind == "ClassTemplateSpecializationDecl";
}

std::string scope_name(const AstNode& scope) {
  return scope.name.empty() && scope.kind == "NamespaceDecl" ? "(anonymous namespace)" : scope.name;
}

// The parts of a class's name, as "a", "B" and "C" of "a::B<int>::C". What a template is given counts in the last one only.
std::vector<std::string> scopes_and_name(const std::string& type) {
  std::vector<std::string> out;
  if (type.starts_with("(")) return {type};  // a lambda's
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < type.size(); ++at) {
    if (type[at] == '<' || type[at] == '(') ++depth;
    if (type[at] == '>' || type[at] == ')') --depth;
    if (depth != 0 || type.compare(at, 2, "::") != 0) continue;
    const std::string part = type.substr(begin, at - begin);
    out.push_back(part.substr(0, part.find('<')));
    begin = at + 2;
  }
  out.push_back(type.substr(begin));
  return out;
}

// Is the class in those namespaces and classes? The compiler leaves out functions, and inline namespaces where it may.
bool is_in(const HostAst& ast, const AstNode& record, std::vector<std::string> scopes) {
  const auto around = [&](const AstNode& e) { return e.context.empty() ? e.parent : ast.find(e.context); };
  if (record.kind == "CXXRecordDecl" && record.parent != nullptr && record.parent->kind == "LambdaExpr") return true;
  const AstNode* e = around(record);
  // What is defined elsewhere in a scope that is not in the tree is not known.
  if (e == nullptr && !record.context.empty()) return false;
  for (; e != nullptr; e = around(*e)) {
    if (e->kind == "LinkageSpecDecl" || e->kind == "ExportDecl" || e->kind == "ClassTemplateDecl") continue;
    if (!is_scope(*e)) break;
    if (!scopes.empty() && scopes.back() == scope_name(*e)) scopes.pop_back();
    else if (!e->is_inline) return false;
  }
  return scopes.empty();
}

}  // namespace

std::optional<GivenMembers> members_given_by(const AstNode& constructor) {
  GivenMembers out;
  const AstNode* body = body_of(constructor);
  if (body == nullptr) return std::nullopt;
  for (const auto& child : constructor.inner) {
    if (child->kind.ends_with("Attr") && child->kind != "CUDAHostAttr" && child->kind != "CUDADeviceAttr") return std::nullopt;
    if (child->kind != "CXXCtorInitializer") continue;
    if (child->refers_to.empty() || child->inner.size() != 1) return std::nullopt;  // a base, or another constructor
    out[child->refers_to] = child->inner[0].get();
  }
  std::map<std::string, int> times;
  for (const auto& s : body->inner) {
    const AstNode& e = statement_expression(*s);
    const AstNode* member = assigned_member(e);
    if (member == nullptr || ++times[member->refers_to] > 1) return std::nullopt;
    out[member->refers_to] = e.inner.back().get();
  }
  return out;
}

HostClasses::HostClasses(const HostAst& ast) : ast_(ast), kept_(ast) {
  for (const auto& d : ast.declarations()) walk(*d, false);
  // A class is simple if those of its members are, which may be met after it.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [name, c] : classes_) {
      if (!c.is_simple || std::all_of(c.records.begin(), c.records.end(), [&](const AstNode* r) { return is_simple(*r); })) continue;
      c.is_simple = false;
      changed = true;
    }
  }
}

void HostClasses::walk(const AstNode& node, bool on_device) {
  if (HostUses::is_no_code(node)) return;
  on_device = on_device || is_device_code(node);
  const bool is_lambda = node.kind == "LambdaExpr" && !node.inner.empty();
  const AstNode& record = is_lambda ? *node.inner[0] : node;
  if (node.is_mutable) has_mutable_members_ = true;
  if (node.kind == "TypedefDecl" || node.kind == "TypeAliasDecl") has_aligned_types_ |= has_attribute(node, "AlignedAttr");
  if (const std::string type = unconst_type(node); !type.empty())
    (on_device ? unconst_on_device_ : unconst_).insert(type);
  if (record.is_defined) describe(record, is_lambda ? node.type : node.name);
  if (node.kind == "EnumDecl") enumerations_[node.name].push_back(&node);
  for (const auto& child : node.inner) walk(*child, on_device);
}

void HostClasses::describe(const AstNode& record, const std::string& name) {
  Class& known = classes_[name];
  known.is_plain &= record.is_trivially_copyable;
  known.records.push_back(&record);
}

// No code runs when it is made that could keep its address.
bool HostClasses::is_simple(const AstNode& record) const {
  return record.is_trivially_copyable && !record.has_bases && !record.is_polymorphic && has_plain_fields(record) &&
         (record.is_aggregate || (!record.name.empty() && has_plain_constructors(record)));
}

// Nothing that gives a member its value by default names the object, and no member is of a class that is not simple.
bool HostClasses::has_plain_fields(const AstNode& record) const {
  return std::all_of(record.inner.begin(), record.inner.end(), [&](const auto& child) {
    if (child->kind != "FieldDecl") return true;
    std::string type = bare_type(child->type.substr(0, child->type.find('[')));
    type.resize(type.find_last_not_of(' ') + 1);
    const Class* c = class_of(type);
    const bool is_other_template = c == nullptr && type.find('<') != std::string::npos && !type.starts_with("std::");
    return (c == nullptr ? child->type.find('*') != std::string::npos || !is_others_class(type) : c->is_simple) && !is_other_template && child->type.find('&') == std::string::npos &&
           std::none_of(child->inner.begin(), child->inner.end(), [](const auto& e) { return lets_this_out(*e); });
  });
}

const HostClasses::Class* HostClasses::namesake_of(const std::string& type) const {
  const auto it = classes_.find(scopes_and_name(type).back());
  return it == classes_.end() ? nullptr : &it->second;
}

const HostClasses::Class* HostClasses::class_of(const std::string& type) const {
  const Class* found = namesake_of(type);
  if (found == nullptr) return nullptr;
  auto scopes = scopes_and_name(type);
  scopes.pop_back();
  return std::any_of(found->records.begin(), found->records.end(), [&](const AstNode* r) { return is_in(ast_, *r, scopes); }) ? found : nullptr;
}

bool HostClasses::is_others_class(const std::string& type) const {
  static constexpr const char* kPlain[] = {"std::", "cu", "CU", "dim3", "__half", "half", "__nv", "enum "};
  const bool is_plain = is_arithmetic(type) || type.ends_with("*") || is_declared_pointer(type) || size_of(type) || type.starts_with("(") ||
                        type.find("::(") != std::string::npos ||
                        std::any_of(std::begin(kPlain), std::end(kPlain), [&](const char* p) { return type.starts_with(p); });
  if (is_plain || class_of(type) != nullptr) return false;
  auto scopes = scopes_and_name(type);
  const auto it = enumerations_.find(scopes.back());
  scopes.pop_back();
  return it == enumerations_.end() || std::none_of(it->second.begin(), it->second.end(), [&](const AstNode* e) { return is_in(ast_, *e, scopes); });
}

// A namesake is enough: where it is asked, less is known of the user's classes.
bool HostClasses::is_users_class(const std::string& type) const { return namesake_of(bare_type(type)) != nullptr; }

std::vector<const AstNode*> HostClasses::records_of(const std::string& type) const {
  const Class* c = class_of(bare_type(type));
  return c == nullptr ? std::vector<const AstNode*>() : c->records;
}

bool HostClasses::is_simple(const std::string& type) const {
  const Class* c = class_of(type);
  return c != nullptr && c->is_simple;
}

bool HostClasses::is_plain(const std::string& type) const {
  const Class* c = class_of(type);
  return c != nullptr && c->is_plain;
}

bool HostClasses::keeps_const(const std::string& type, bool on_device) const {
  static constexpr const char* kAnything[] = {"void", "char", "unsigned char", "signed char", "std::byte"};
  const auto is_unconst = [&](const std::string& t) { return unconst_.contains(t) || (on_device && unconst_on_device_.contains(t)); };
  if (std::any_of(std::begin(kAnything), std::end(kAnything), is_unconst)) return false;
  const std::string bare = bare_type(type);
  if (is_unconst(bare)) return false;
  if (is_arithmetic(bare) || is_library_container(bare)) return true;
  if (bare == "dim3" && !is_users_class(bare)) return !is_unconst("unsigned int");
  return !has_mutable_members_ && unconst_.empty() && !(on_device && !unconst_on_device_.empty());
}

bool HostClasses::has_plain_constructors(const AstNode& record) const {
  for (const auto& child : record.inner) {
    if (child->kind == "FieldDecl") {
      const std::string& t = child->type;
      const Class* c = class_of(t);
      const bool is_simple = is_arithmetic(t) || t.ends_with("*") || (t == "dim3" && c == nullptr) ||
                             (c != nullptr && c->is_simple && !t.starts_with("std::"));
      if (!is_simple || child->is_bit_field || child->is_mutable) return false;
      if (std::any_of(child->inner.begin(), child->inner.end(), [](const auto& e) { return names_this(*e); })) return false;
    }
    if (child->kind == "FunctionTemplateDecl" &&
        std::any_of(child->inner.begin(), child->inner.end(), [](const auto& f) { return f->kind == "CXXConstructorDecl"; }))
      return false;
    if (child->kind == "UsingDecl" || child->kind == "ConstructorUsingShadowDecl") return false;
    if (child->kind != "CXXConstructorDecl" || child->is_implicit) continue;
    const AstNode& constructor = definition_of(ast_, *child);
    const auto given = members_given_by(constructor);
    if (!given || !only_reads_given(constructor, *given)) return false;
  }
  return true;
}

// `e`: a CXXConstructExpr, or the like.
const AstNode* HostClasses::constructor_of(const AstNode& e) const {
  const auto records = records_of(e.type);
  const Class* c = class_of(bare_type(e.type));
  if (c == nullptr || !c->is_simple || records.size() != 1 || records[0]->is_union) return nullptr;
  const AstNode* found = nullptr;
  for (const auto& child : records[0]->inner) {
    if (child->kind != "CXXConstructorDecl" || child->type != e.of_type) continue;
    if (found != nullptr || child->is_implicit) return nullptr;
    found = child.get();
  }
  return found == nullptr ? nullptr : &definition_of(ast_, *found);
}

}  // namespace warpproof
