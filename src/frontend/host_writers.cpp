#include "src/frontend/host_writers.h"

#include <algorithm>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_uses.h"

namespace warpproof {
namespace {

constexpr std::size_t kMostWrites = 4096, kMostOfOne = 4;

bool is_pointer(const std::string& type) { return type.find('*') != std::string::npos; }

// Its members are numbers that the program sets.
bool is_structure(const std::string& type) {
  return !is_pointer(type) && !is_arithmetic(bare_type(type)) && !type.starts_with("enum ") && !bare_type(type).starts_with("(lambda");
}

// A kernel stores through it only where what it points to is not const.
bool is_stored_through(const std::string& type) { return is_pointer(type) && !type.starts_with("const "); }

// The part of an expression that names a variable or a member: p in (float*)p + n, &s.p[0], p.get().
const AstNode* named_part(const AstNode& e, int depth = 0) {
  constexpr int kDeepest = 40;
  if (e.kind == "DeclRefExpr" && !e.refers_kind.ends_with("FunctionDecl") && !e.refers_kind.ends_with("CXXMethodDecl"))
    return &e;
  if (e.kind == "MemberExpr" && !e.inner.empty() && !e.name.empty() && !e.type.empty() && e.type.find("bound member") == std::string::npos)
    return &e;
  for (const auto& child : e.inner)
    if (const AstNode* found = depth < kDeepest ? named_part(*child, depth + 1) : nullptr) return found;
  return nullptr;
}

bool copies_from_device(const AstNode& call) {
  const auto says = [](const auto& self, const AstNode& e) -> bool {
    return e.refers_name == "cudaMemcpyDeviceToHost" || std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return self(self, *child); });
  };
  return says(says, call);
}

const AstNode* loop_around(const AstNode& a, const AstNode& b) {
  for (const AstNode* s = a.parent; s != nullptr; s = s->parent)
    if ((s->kind == "ForStmt" || s->kind == "WhileStmt" || s->kind == "DoStmt" || s->kind == "CXXForRangeStmt") && is_within(b, *s))
      return s;
  return nullptr;
}

}  // namespace

HostWriters::HostWriters(const HostAst& ast) : ast_(ast) {
  for (const auto& d : ast.declarations()) look(*d);
}

void HostWriters::look(const AstNode& node) {
  if (HostUses::is_no_code(node) || writes_.size() >= kMostWrites) return;
  if (node.kind == "CUDAKernelCallExpr") {
    if (const auto parts = launch_of_call(node)) add_launch(node, *parts);
  } else if (node.kind == "CallExpr" && !node.inner.empty()) {
    const std::string name = called_name(node);
    if (const AstNode* called = named_declaration(ast_, *node.inner[0])) called_.insert(HostUses::key_of(*called));
    if (const auto parts = launch_of_runtime_call(node)) add_launch(node, *parts);
    if (name.starts_with("cudaMemset") && node.inner.size() >= 3)
      writes_.push_back({&node, HostUses::function_of(node), name, {key_of(*node.inner[1])}});
    if (name.starts_with("cudaMemcpy") && node.inner.size() >= 5 && !copies_from_device(node))
      writes_.push_back({&node, HostUses::function_of(node), name, {key_of(*node.inner[1])}, true});
    if (name == "swap" && node.inner.size() == 3) join(key_of(*node.inner[1]), key_of(*node.inner[2]));
  } else if (node.kind == "BinaryOperator" && node.op == "=" && node.inner.size() == 2 && is_pointer(node.type)) {
    join(key_of(*node.inner[0]), key_of(*node.inner[1]));
  } else if (node.kind == "VarDecl" && node.inner.size() == 1 && is_pointer(node.type)) {
    join(node.id, key_of(*node.inner[0]));
  }
  for (const auto& child : node.inner) look(*child);
}

const AstNode* HostWriters::kernel_of(const AstNode& expression) const {
  const AstNode* d = nullptr;
  for (const AstNode* e = &expression; d == nullptr; e = e->inner[0].get()) {
    if (e->kind == "DeclRefExpr") d = ast_.find(e->refers_to);
    if (e->inner.size() != 1) break;
  }
  return d == nullptr || d->kind != "FunctionDecl" ? nullptr : &definition_of(ast_, *d);
}

void HostWriters::add_launch(const AstNode& node, const LaunchParts& parts) {
  const AstNode* kernel = parts.kernel == nullptr ? nullptr : kernel_of(*parts.kernel);
  if (kernel == nullptr) return;
  Write write{&node, HostUses::function_of(node), "the launch of " + kernel->name, {}};
  const auto parameters = parameters_of(*kernel);
  for (std::size_t i = 0; i < std::min(parameters.size(), parts.arguments.size()); ++i)
    if (parts.arguments[i] != nullptr && is_stored_through(parameters[i]->type))
      write.pointers.push_back(key_of(*parts.arguments[i]));
  writes_.push_back(std::move(write));
}

// Empty: nothing is named.
std::string HostWriters::key_of(const AstNode& expression) const {
  const AstNode* e = named_part(expression);
  std::string members;
  while (e != nullptr && e->kind == "MemberExpr" && !e->inner.empty()) {
    members = "." + e->name + members;
    const AstNode& base = without_wrapping(*e->inner[0]);
    e = base.kind == "DeclRefExpr" || base.kind == "MemberExpr" ? &base : nullptr;
  }
  return (e == nullptr ? std::string() : e->refers_to) + members;
}

std::string HostWriters::one_of(std::string key) const {
  for (auto it = same_as_.find(key); it != same_as_.end(); it = same_as_.find(key)) key = it->second;
  return key;
}

void HostWriters::join(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return;
  const std::string x = one_of(a), y = one_of(b);
  if (x != y) same_as_[x] = y;
}

std::vector<HostLaunch::Writer> HostWriters::before(const AstNode& launch, const LaunchParts& parts) {
  std::vector<HostLaunch::Writer> out;
  for (std::size_t i = 0; i < parts.arguments.size(); ++i) {
    const AstNode* argument = parts.arguments[i];
    if (argument != nullptr && is_structure(argument->type)) {
      const AstNode* named = named_part(*argument);
      while (named != nullptr && named->kind == "MemberExpr" && !named->inner.empty()) named = &without_wrapping(*named->inner[0]);
      const AstNode* v = named == nullptr ? nullptr : ast_.find(named->refers_to);
      // A parameter of a function that the program calls is what the program gives it.
      const bool is_given = v != nullptr && v->kind == "ParmVarDecl" && v->parent != nullptr && called_.contains(HostUses::key_of(*v->parent));
      if (v != nullptr && (v->kind == "VarDecl" || is_given)) out.push_back({i, "the program", v->place});
    }
    if (argument == nullptr || !is_pointer(argument->type)) continue;
    const std::string key = one_of(key_of(*argument));
    std::size_t count = 0;
    for (const Write& w : writes_) {
      if (key.empty() || count >= kMostOfOne || w.function != HostUses::function_of(launch)) continue;
      // What comes later in a loop comes before the next iteration.
      if (w.node->order >= launch.order && loop_around(*w.node, launch) == nullptr) continue;
      if (std::none_of(w.pointers.begin(), w.pointers.end(), [&](const auto& p) { return one_of(p) == key; })) continue;
      out.push_back({i, w.by, w.node->place, w.is_copy});
      ++count;
    }
  }
  return out;
}

}  // namespace warpproof
