#include "src/frontend/host_kept.h"

#include <algorithm>
#include <cstdint>

#include "src/base/text.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_integer.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_uses.h"

namespace warpproof {

bool is_this_field(const AstNode& e) {
  return e.kind == "MemberExpr" && e.is_arrow && e.inner.size() == 1 && e.inner[0]->kind == "CXXThisExpr";
}

bool is_dim3_copy(const AstNode& e) {
  return e.kind == "CXXConstructExpr" && e.inner.size() == 1 && bare_type(e.type) == "dim3";
}

namespace {

// Whether a type's text holds the class's name.
bool speaks_of(const std::string& type, const std::string& name) {
  for (std::size_t at = type.find(name); at != std::string::npos; at = type.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word_character(type[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == type.size() || !is_word_character(type[end]))) return true;
  }
  return false;
}

// "C" of "a::B<int>::C<float>".
std::string last_name(const std::string& type) {
  std::string out = bare_type(type.substr(0, type.find('[')));  // of new T[n], an array
  while (out.ends_with(' ')) out.pop_back();
  int depth = 0;
  std::size_t begin = 0, end = std::string::npos;
  for (std::size_t at = 0; at < out.size(); ++at) {
    if (out[at] == '<' && depth++ == 0) end = at;
    if (out[at] == '>') --depth;
    if (depth == 0 && out.compare(at, 2, "::") == 0) begin = at + 2, end = std::string::npos;
  }
  return out.substr(begin, end == std::string::npos ? end : end - begin);
}

// The place reads the member's value, or that of a part of a dim3.
bool only_reads(const AstNode& mention) {
  const AstNode* p = mention.parent;
  while (p != nullptr && (p->kind == "ParenExpr" || (p->kind == "MemberExpr" && !p->is_arrow && p->name.size() == 1 &&
                                                     bare_type(p->inner[0]->type) == "dim3")))
    p = p->parent;
  if (p == nullptr) return false;
  if (p->kind != "ImplicitCastExpr") return is_dim3_copy(*p);
  return p->op == "LValueToRValue" || (p->op == "NoOp" && p->parent != nullptr && is_dim3_copy(*p->parent));
}

// The value that `member = value` gives; null where the place is none.
const AstNode* assigned_value(const AstNode& mention) {
  const AstNode* p = mention.parent;
  if (p == nullptr) return nullptr;
  if (p->kind == "BinaryOperator" && p->op == "=" && p->inner.size() == 2 && p->inner[0].get() == &mention) return p->inner[1].get();
  const bool is_shape = p->kind == "CXXOperatorCallExpr" && p->inner.size() == 3 && bare_type(p->type) == "dim3" &&
                        p->inner[1].get() == &mention;
  return is_shape ? p->inner[2].get() : nullptr;
}

// Each place that names the object reads or writes a member of it, or calls a method where that may be; no lambda has it.
enum class Methods : std::uint8_t { None, Any };
bool names_members_only(const AstNode& e, Methods methods) {
  if (e.kind == "CXXThisExpr")
    return e.parent != nullptr && is_this_field(*e.parent) && (methods == Methods::Any || e.parent->type != "<bound member function type>");
  return e.kind != "LambdaExpr" &&
         std::all_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return names_members_only(*child, methods); });
}

// The expression that makes a variable's object; null for what is another object's copy, or comes from a function.
const AstNode* making_of(const AstNode& v) {
  const AstNode* e = value_of(v);
  if (e == nullptr) return nullptr;
  const AstNode& x = without_wrapping(*e);
  return x.kind == "CXXConstructExpr" || x.kind == "CXXTemporaryObjectExpr" ? &x : nullptr;
}

bool has_kind(const AstNode& e, const char* kind) {
  return e.kind == kind || std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& c) { return has_kind(*c, kind); });
}

const AstNode* expression_in(const AstNode& field) {
  if (field.inner.empty() || field.inner.front()->kind.ends_with("Attr") || field.inner.front()->kind.ends_with("Comment")) return nullptr;
  return field.inner.front().get();
}

}  // namespace

HostKept::HostKept(const HostAst& ast) : ast_(ast) {
  for (const auto& d : ast.declarations()) walk(*d);
}

void HostKept::walk(const AstNode& node) {
  if (HostUses::is_no_code(node)) return;
  if (node.kind == "MemberExpr") mentions_[node.refers_to].push_back(&node);
  if (node.kind == "DeclRefExpr") named_otherwise_.insert(node.refers_to);
  if (node.kind == "DeclRefExpr") named_[node.refers_to].push_back(&node);
  if (node.kind == "CXXOperatorCallExpr" && called_name(node) == "operator=") assigned_.insert(last_name(node.type));
  if (node.kind == "VarDecl" && (node.is_static || HostUses::function_of(node) == nullptr)) outside_.push_back(node.type);
  const bool keeps_type = node.op == "NoOp" || node.op == "LValueToRValue" || node.op == "UncheckedDerivedToBase" ||
                          node.op == "DerivedToBase" || node.op == "ConstructorConversion" || node.op == "UserDefinedConversion" ||
                          node.op == "FunctionToPointerDecay" || node.op == "PointerToBoolean" || node.op == "ToVoid";
  if (node.kind.ends_with("CastExpr") && !node.inner.empty() && (!keeps_type || !unconst_type(node).empty()))
    for (const std::string& type : {node.inner.back()->type, node.type}) converted_.push_back(type);
  if (node.kind == "CXXRecordDecl" && node.is_defined) records_.push_back(&node);
  for (const auto& child : node.inner) walk(*child);
}

bool HostKept::is_looked_into(const AstNode& record) const {
  const auto speaks = [&](const std::string& type) { return speaks_of(type, record.name); };
  return std::any_of(converted_.begin(), converted_.end(), speaks) || std::any_of(outside_.begin(), outside_.end(), speaks);
}

// Null as well where a method has no code here.
const AstNode* HostKept::only_constructor(const AstNode& record) const {
  if (record.is_union || record.is_aggregate || record.name.empty()) return nullptr;
  const AstNode* found = nullptr;
  for (const auto& child : record.inner) {
    const bool is_method = child->kind == "CXXMethodDecl" || child->kind == "CXXDestructorDecl" || child->kind == "CXXConversionDecl";
    if (child->kind == "FriendDecl" || child->kind == "UsingDecl" || child->kind == "ConstructorUsingShadowDecl") return nullptr;
    if (child->kind == "FunctionTemplateDecl") {
      if (std::any_of(child->inner.begin(), child->inner.end(), [](const auto& f) { return f->kind == "CXXConstructorDecl"; })) return nullptr;
    }
    if (is_method && !child->is_implicit && body_of(definition_of(ast_, *child)) == nullptr) return nullptr;
    // The user's own assignment of objects may leave out members.
    if (is_method && !child->is_implicit && child->name == "operator=") return nullptr;
    if (child->kind != "CXXConstructorDecl") continue;
    if (child->is_implicit) {
      // Copies; not `= default` of what makes an object of nothing.
      const auto parameters = parameters_of(*child);
      if (parameters.size() != 1 || parameters[0]->type.find('&') == std::string::npos) return nullptr;
      continue;
    }
    if (found != nullptr) return nullptr;
    found = &definition_of(ast_, *child);
  }
  return found == nullptr || body_of(*found) == nullptr ? nullptr : found;
}

bool HostKept::keeps_to_itself(const AstNode& record) const {
  return !assigned_.contains(record.name) && std::all_of(record.inner.begin(), record.inner.end(), [&](const auto& child) {
    const AstNode* body = body_of(definition_of(ast_, *child));
    return child->kind != "FunctionTemplateDecl" && (body == nullptr || child->is_implicit || names_members_only(*body, Methods::Any));
  });
}

const AstNode* HostKept::made_by(const AstNode& v) const {
  if (v.kind != "VarDecl" || v.is_static || HostUses::function_of(v) == nullptr || v.type.find_first_of("*&[<") != std::string::npos) return nullptr;
  const AstNode* made = making_of(v);
  if (made == nullptr || made->inner.empty()) return nullptr;
  const AstNode* record = nullptr;  // the only class of that name
  for (const AstNode* r : records_) {
    if (r->name != last_name(v.type)) continue;
    if (record != nullptr) return nullptr;
    record = r;
  }
  if (record == nullptr || last_name(made->type) != record->name || only_constructor(*record) == nullptr || record->has_bases || record->is_polymorphic ||
      is_looked_into(*record) || !keeps_to_itself(*record))
    return nullptr;
  if (made->inner.size() == 1 && last_name(made->inner[0]->type) == record->name) return nullptr;  // a copy
  const auto it = named_.find(v.id);
  const bool names_members = it == named_.end() || std::all_of(it->second.begin(), it->second.end(), [](const AstNode* m) {
    const AstNode* p = m->parent;
    while (p != nullptr && (p->kind == "ParenExpr" || (p->kind == "ImplicitCastExpr" && p->op == "NoOp"))) p = p->parent;
    return p != nullptr && p->kind == "MemberExpr" && !p->is_arrow;
  });
  return names_members ? made : nullptr;
}

const AstNode* HostKept::judge(const AstNode& field) const {
  const AstNode* record = field.parent;
  const bool is_number = host_integer_type(field.type).has_value();
  if (record == nullptr || field.kind != "FieldDecl" || field.is_bit_field || field.is_mutable || !(is_number || field.type == "dim3" || field.type == "const dim3"))
    return nullptr;
  const AstNode* constructor = only_constructor(*record);
  if (constructor == nullptr || named_otherwise_.contains(field.id) || is_looked_into(*record)) return nullptr;

  const AstNode *given = nullptr, *writer = nullptr;
  for (const auto& child : constructor->inner) {
    if (child->kind != "CXXCtorInitializer" || child->refers_to != field.id) continue;
    if (child->inner.size() != 1 || given != nullptr) return nullptr;
    given = child->inner[0].get();
  }
  if (given == nullptr || given->kind == "CXXDefaultInitExpr") given = expression_in(field);
  const auto mentions = mentions_.find(field.id);
  for (const AstNode* m : mentions == mentions_.end() ? std::vector<const AstNode*>() : mentions->second) {
    if (only_reads(*m)) continue;
    if (writer != nullptr || assigned_value(*m) == nullptr || !is_this_field(*m)) return nullptr;
    writer = m;
  }
  if (writer == nullptr) {
    const bool is_made = given != nullptr && !(field.type == "dim3" && given->kind == "CXXConstructExpr" && given->inner.empty());
    return is_made ? given : nullptr;
  }
  // It is assigned once, by a statement of the constructor's own, and nothing in front of that knows the object.
  const AstNode* body = body_of(*constructor);
  const AstNode* statement = writer->parent;
  if (statement->parent != nullptr && statement->parent->kind == "ExprWithCleanups") statement = statement->parent;
  const bool was_given = given != nullptr && !(field.type == "dim3" && given->kind == "CXXConstructExpr" && expression_in(field) == nullptr);
  if (statement->parent != body || was_given || !names_members_only(*constructor, Methods::None)) return nullptr;
  if (has_kind(*body, "ReturnStmt") || has_kind(*body, "GotoStmt") || has_kind(*body, "CXXTryStmt") || has_kind(*constructor, "CXXTryStmt")) return nullptr;
  for (const AstNode* m : mentions->second)
    if (m != writer && is_within(*m, *constructor) && m->order < statement->last) return nullptr;
  return assigned_value(*writer);
}

const AstNode* HostKept::value_of(const AstNode& field) const {
  const auto [it, is_new] = known_.try_emplace(&field, nullptr);
  if (is_new) it->second = judge(field);
  return it->second;
}

}  // namespace warpproof
