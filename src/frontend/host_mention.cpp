#include "src/frontend/host_mention.h"

#include <algorithm>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_uses.h"

namespace warpproof {
namespace {

bool is_cast(const AstNode& n) { return n.kind.ends_with("CastExpr"); }

bool is_constructor_call(const AstNode& n) {
  return n.kind == "CXXConstructExpr" || n.kind == "CXXTemporaryObjectExpr";
}

// What is not computed names nothing.
bool is_unevaluated(const AstNode& n) {
  return n.kind == "UnaryExprOrTypeTraitExpr" || n.kind == "CXXNoexceptExpr" || n.kind == "CXXTypeidExpr" ||
         n.kind == "RequiresExpr";
}

// Does a lambda name what it captures by the name that it has outside? [&m = n] does not.
bool names(const AstNode& code, const std::string& id) {
  return code.refers_to == id || (!is_unevaluated(code) &&
         std::any_of(code.inner.begin(), code.inner.end(), [&](const auto& child) { return names(*child, id); }));
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

// The value of an expression is not used, or no more than its value: what an assignment gives is the variable itself.
bool is_value_only(const AstNode& e) {
  static constexpr const char* kStatements[] = {"CompoundStmt", "IfStmt",      "ForStmt",   "WhileStmt",
                                                "DoStmt",       "CaseStmt",    "LabelStmt", "DefaultStmt",
                                                "SwitchStmt",   "CXXForRangeStmt"};
  const AstNode *child = &e, *p = e.parent;
  while (p != nullptr && (p->kind == "ParenExpr" || p->kind == "ExprWithCleanups" ||
                          (p->kind == "BinaryOperator" && p->op == "," && p->inner[1].get() == child))) {
    child = p;
    p = p->parent;
  }
  if (p == nullptr) return false;
  if (p->kind == "BinaryOperator" && p->op == ",") return true;
  if (is_cast(*p)) return p->op == "LValueToRValue" || p->op == "ToVoid";
  return std::any_of(std::begin(kStatements), std::end(kStatements), [&](const char* k) { return p->kind == k; });
}

// An expression whose value nobody gets. A block may be an expression itself, with the value of its last statement: ({ .. }).
bool is_unused(const AstNode& e) {
  const AstNode *child = &e, *p = e.parent;
  while (p != nullptr && (p->kind == "ParenExpr" || p->kind == "ExprWithCleanups" || p->kind == "LabelStmt")) child = p, p = p->parent;
  if (p == nullptr || !is_value_only(e)) return false;
  return p->kind != "CompoundStmt" || p->parent == nullptr || p->parent->kind != "StmtExpr" || p->inner.back().get() != child;
}

bool is_assignment(const AstNode& e) { return e.kind == "BinaryOperator" && e.op == "=" && e.inner.size() == 2; }

// Without parentheses, where it is read.
const AstNode& as_read(const AstNode& e) {
  const AstNode* x = &e;
  while (x->inner.size() == 1 && (x->kind == "ParenExpr" || (x->kind == "ImplicitCastExpr" && x->op == "LValueToRValue"))) x = x->inner[0].get();
  return *x;
}

// The 4 of b = 4, for a in `a = b = 4`. An assignment to a variable of another type, or to bits, gives something else.
const AstNode* value_of_chain(const HostAst& ast, const AstNode& assignment, const AstNode* value) {
  for (const AstNode* inner = &as_read(*value); is_assignment(*inner) && inner->type == assignment.type; inner = &as_read(*value)) {
    const AstNode& left = as_read(*inner->inner[0]);
    const AstNode* d = ast.find(left.refers_to);
    if ((left.kind != "DeclRefExpr" && left.kind != "MemberExpr") || d == nullptr || d->is_bit_field) break;
    value = inner->inner[1].get();
  }
  return value;
}

// The statement that consists of an expression, or of assignments of its value, in a block.
const AstNode* statement_of(const AstNode& e) {
  const AstNode* whole = &e;
  for (const AstNode* p = e.parent; p != nullptr && is_assignment(e); p = p->parent) {
    if (is_assignment(*p) && &as_read(*p->inner[1]) == whole) whole = p;
    else if (p->kind != "ParenExpr" && (p->kind != "ImplicitCastExpr" || p->op != "LValueToRValue")) break;
  }
  const AstNode* outer = whole->parent != nullptr && whole->parent->kind == "ExprWithCleanups" ? whole->parent : whole;
  return outer->parent != nullptr && outer->parent->kind == "CompoundStmt" ? outer : nullptr;
}

// Is the address what a call gets first?
bool is_first_argument(const AstNode& address, const AstNode& call) {
  return call.inner.size() > 1 && is_within(address, *call.inner[1]);
}

// An address that goes on to a call, through conversions. Null where it does not.
const AstNode* taker_of(const AstNode& address) {
  const AstNode* outer = address.parent;
  while (outer != nullptr && (is_cast(*outer) || outer->kind == "ParenExpr")) {
    // As a number it may come back as any pointer.
    if (is_cast(*outer) && outer->op != "NoOp" && outer->op != "BitCast") return nullptr;
    outer = outer->parent;
  }
  return outer;
}

// The function that gets the address writes one object of the type that it takes the pointer to. Is that the object whose
// address it is, and no more?
bool is_one_object(const AstNode& address, const std::string& type) {
  const AstNode* last = &address;
  while (last->parent != nullptr && (is_cast(*last->parent) || last->parent->kind == "ParenExpr")) last = last->parent;
  if (last == &address) return true;
  // As (void**), of a pointer: those have one size.
  return last->type.ends_with("**") && type.ends_with("*");
}

// The parameter, a reference, that an argument of a call is bound to; null where the code that is called is not known: a
// method may be another class's, a weak function another file's.
const AstNode* reference_parameter(const HostAst& ast, const AstNode& call, const AstNode& argument) {
  const AstNode* declared = call.kind == "CallExpr" ? named_declaration(ast, *call.inner[0]) : nullptr;
  if (declared == nullptr || declared->kind != "FunctionDecl") return nullptr;
  const AstNode& function = definition_of(ast, *declared);
  if (body_of(function) == nullptr || is_weak(ast, function)) return nullptr;
  for (const AstNode* n = &function; n != nullptr; n = n->parent)
    if (HostUses::is_no_code(*n)) return nullptr;
  const auto parameters = parameters_of(function);
  for (std::size_t i = 0; i < parameters.size() && i + 1 < call.inner.size(); ++i)
    if (call.inner[i + 1].get() == &argument) return parameters[i]->type.ends_with("&") ? parameters[i] : nullptr;
  return nullptr;
}

bool is_taken_as_const(const AstNode& address) {
  // The last type is what the call gets.
  for (const AstNode* p = address.parent; p != nullptr && (is_cast(*p) || p->kind == "ParenExpr"); p = p->parent) {
    const std::size_t star = p->type.find('*');
    if (p->type.starts_with("const ") && star != std::string::npos && star == p->type.rfind('*')) return true;
  }
  return false;
}

}  // namespace

bool is_const_object(const std::string& type) {
  if (!type.starts_with("const ")) return false;
  return type.starts_with("const (lambda at ") || (type.find_last_of("*)]&") != type.size() - 1);
}

std::string referred_type(const AstNode& variable) {
  return variable.type.substr(0, variable.type.find_last_not_of("& ") + 1);
}

const AstNode& without_casts(const AstNode& e) {
  const AstNode* x = &without_wrapping(e);
  while (x->kind.ends_with("CastExpr") && x->inner.size() == 1) x = &without_wrapping(*x->inner[0]);
  return *x;
}

bool is_literal(const AstNode& e) {
  const AstNode& x = without_casts(e);
  return x.kind.ends_with("Literal") || x.kind == "CXXBoolLiteralExpr" || x.kind == "CXXNullPtrLiteralExpr" || x.kind == "GNUNullExpr";
}

std::string name_of_type(const std::string& type) {
  const std::string bare = bare_type(type);
  const std::size_t at = bare.find('<') == std::string::npos ? bare.rfind("::") : std::string::npos;
  return at == std::string::npos ? bare : bare.substr(at + 2);
}

std::string bare_type(std::string type) {
  while (!type.empty() && (type.back() == '&' || type.back() == ' ')) type.pop_back();
  if (type.ends_with("*const")) type.resize(type.size() - 5);
  if (!type.empty() && type.back() == '*') type.pop_back();
  while (!type.empty() && type.back() == ' ') type.pop_back();
  return type.starts_with("const ") ? type.substr(6) : type;
}

std::string unconst_type(const AstNode& cast) {
  if (!is_cast(cast) || cast.kind == "ImplicitCastExpr" || cast.inner.empty()) return "";
  const std::string& from = cast.inner.back()->type;
  const std::string& to = cast.type;
  if (cast.kind == "CXXConstCastExpr") return bare_type(to);
  if (is_declared_pointer(from) && from.find("(*)(") != std::string::npos) return "";  // a function's address points to no object
  if (cast.op != "NoOp" && cast.op != "BitCast" && cast.op != "LValueBitCast" && cast.op != "PointerToIntegral") return "";
  const auto count = [](const std::string& type) {
    std::size_t n = 0;
    for (std::size_t at = type.find("const"); at != std::string::npos; at = type.find("const", at + 5)) ++n;
    return n;
  };
  return count(from) > count(to) ? bare_type(from) : "";
}

HostMention mention_of(const HostAst& ast, const AstNode& reference) {
  using Kind = HostMention::Kind;
  const AstNode* child = &reference;
  const AstNode* p = reference.parent;
  HostMention out;
  // A member of it is a part of it; not so a method, or the static member of a class.
  int members = 0;
  bool is_bits = false;
  const auto is_field = [&](const AstNode& e) {
    if (e.kind != "MemberExpr" || e.is_arrow || e.type == "<bound member function type>") return false;
    const AstNode* d = ast.find(e.refers_to);
    return d == nullptr || d->kind == "FieldDecl";
  };
  while (p != nullptr && (p->kind == "ParenExpr" || is_field(*p))) {
    if (p->kind == "MemberExpr") {
      const AstNode* field = ast.find(p->refers_to);
      // Members of a union lie at one place.
      if (members == 0) out.overlaps = field != nullptr && field->parent != nullptr && field->parent->is_union;
      if (members++ == 0) out.member = p->name;
      is_bits |= field != nullptr && field->is_bit_field;
      // A member that is a reference stands for something else, which is not this variable.
    }
    child = p;
    p = p->parent;
  }
  if (p == nullptr) return {};
  const auto as = [&](Kind kind) {
    out.kind = kind;
    if (kind != Kind::Change) out.member.clear();
    return out;
  };
  const auto changed = [&](const AstNode& by, const AstNode* value) {
    const bool is_named = child->kind == "DeclRefExpr" || (child->kind == "MemberExpr" && members == 1);
    if (value != nullptr && is_named && !is_bits) {
      out.statement = statement_of(by);
      out.value = out.statement == nullptr ? nullptr : value_of_chain(ast, by, value);
    }
    return as(is_value_only(by) ? Kind::Change : Kind::Escape);
  };

  // Those give back a reference to what they are given: std::forward<T>(v), static_cast<T&&>(v).
  while (members == 0 && ((p->kind == "CallExpr" && p->inner.size() == 2 && p->inner[1].get() == child &&
                           is_reference_cast(library_name(ast, *p))) ||
                          (p->kind == "CXXStaticCastExpr" && p->op == "NoOp" && p->type == child->type))) {
    child = p;
    p = p->parent;
    if (p == nullptr) return {};
  }

  if (is_unevaluated(*p)) return as(Kind::Read);
  if (p->kind == "ImplicitCastExpr" && p->op == "LValueToRValue") return as(Kind::Read);
  if (is_cast(*p) && p->op == "ToVoid") return as(Kind::Read);
  // n < m ? n : m, of which the value is read.
  if (p->kind == "ConditionalOperator" && p->inner[0].get() != child) {
    const AstNode* q = p->parent;
    while (q != nullptr && q->kind == "ParenExpr") q = q->parent;
    return as(q != nullptr && q->kind == "ImplicitCastExpr" && q->op == "LValueToRValue" ? Kind::Read : Kind::Escape);
  }

  // Assignments. What is given to a class's object is so by its own code, unless it is copied as it is.
  if (p->kind == "BinaryOperator" && p->op == "=" && p->inner[0].get() == child) return changed(*p, p->inner[1].get());
  if (p->kind == "CompoundAssignOperator" && p->inner[0].get() == child) return changed(*p, nullptr);
  if (p->kind == "UnaryOperator" && (p->op == "++" || p->op == "--"))
    return p->is_postfix ? as(Kind::Change) : changed(*p, nullptr);
  if (p->kind == "CXXOperatorCallExpr" && p->inner.size() == 3 && p->inner[1].get() == child &&
      library_name(ast, *p) == "operator=" && (child->type == "dim3" || child->type.starts_with("cudaLaunchConfig") ||
                                                child->type.starts_with("struct cudaLaunchConfig")))
    return changed(*p, p->inner[2].get());
  if (p->kind == "CXXOperatorCallExpr" && p->inner.size() == 3 && p->inner[1].get() == child &&
      called_name(*p) == "operator=" && bare_type(p->inner[2]->type) == child->type) {
    out.copied_class = child->type;
    return changed(*p, p->inner[2].get());
  }

  // std::pair copies numbers and shapes, whatever it takes them as.
  if (is_constructor_call(*p) && is_plain_pair(bare_type(p->type))) return as(Kind::ReadAsConst);
  if (p->kind == "CallExpr" && p->inner[0].get() != child && is_plain_pair(p->type) && library_name(ast, *p) == "make_pair")
    return as(Kind::ReadAsConst);
  // `return v;` may move it, and nobody reads it after that.
  if (child == &reference && p->kind == "ImplicitCastExpr" && p->op == "NoOp" && p->parent != nullptr && is_constructor_call(*p->parent) &&
      p->parent->inner.size() == 1 && p->parent->parent != nullptr && p->parent->parent->kind == "ReturnStmt")
    return as(Kind::ReadAsConst);

  // Arguments of calls, and objects that are copied.
  const bool to_const = p->kind == "ImplicitCastExpr" && p->op == "NoOp" && is_const_object(p->type);
  const AstNode* taker = to_const ? p->parent : p;
  while (taker != nullptr && taker->kind == "ParenExpr") taker = taker->parent;
  if (taker == nullptr) return {};
  const bool is_bound_const = to_const || is_const_object(child->type);
  if (is_bound_const && taker->kind == "MemberExpr" && !taker->is_arrow) {  // a method
    const bool is_called = taker->parent != nullptr && is_call(*taker->parent) && taker->parent->inner[0].get() == taker;
    out.is_pointer = is_called && bare_type(child->type).find("std::") == std::string::npos;  // this
    return as(is_called ? Kind::ReadAsConst : Kind::Escape);
  }
  // A range of a for, or a reference, that is const.
  if (is_bound_const && (is_call(*taker) || is_constructor_call(*taker))) {
    if (is_constructor_call(*taker) && taker->inner.size() == 1 && bare_type(taker->type) == "dim3") out.copied_class = "dim3";
    return as(Kind::ReadAsConst);
  }
  if (is_call(*p) && p->inner[0].get() != child) {
    const std::string callee = library_name(ast, *p);
    if (is_launch_call(callee)) return as(Kind::Read);
    if (only_writes(callee)) {
      out.member.clear();
      return as(Kind::Change);
    }
    out.parameter = members == 0 ? reference_parameter(ast, *p, *child) : nullptr;
    if (out.parameter != nullptr) return as(Kind::Bound);
  }
  // The arguments of a launch.
  if (is_cast(*p) && p->op == "ArrayToPointerDecay" && p->parent != nullptr && is_call(*p->parent) &&
      is_launch_call(library_name(ast, *p->parent)))
    return as(Kind::Read);

  // Addresses.
  if (p->kind == "UnaryOperator" && p->op == "&") {
    const AstNode* outer = taker_of(*p);
    if (outer == nullptr) return {};
    if (is_call(*outer)) {
      const std::string callee = library_name(ast, *outer);
      if (is_launch_call(callee)) return as(Kind::Read);
      if (only_writes(callee)) {
        // `int* p = (int*)memset(&n, 0, sizeof n);`
        if (gives_back_address(callee) && is_first_argument(*p, *outer) && !is_unused(*outer)) return {};
        // What begins at a member may end in another.
        if (is_bits || !writes_one_object(callee) || !is_one_object(*p, child->type)) out.member.clear();
        return as(Kind::Change);
      }
    }
    // `const dim3* g = &grid;`
    const bool is_pointer_to_const = outer->kind == "VarDecl" && (outer->type.ends_with("*") || outer->type.ends_with("*const"));
    if (is_taken_as_const(*p) && (is_call(*outer) || is_pointer_to_const)) {
      out.is_pointer = !is_call(*outer) || library_name(ast, *outer).empty();
      return as(Kind::ReadAsConst);
    }
    if (outer->kind == "InitListExpr" && outer->type.starts_with("void *[") && outer->parent != nullptr &&
        outer->parent->kind == "VarDecl") {
      out.array = outer->parent;
      return as(Kind::InArray);
    }
    return {};
  }
  // A capture; the body says what is done to it.
  if (p->kind == "LambdaExpr" && child == &reference && is_named_in_body(*p, reference)) return as(Kind::Captured);
  return {};
}

}  // namespace warpproof
