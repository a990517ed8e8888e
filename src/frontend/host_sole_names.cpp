// Parameters that are references, which a function changes: `void shape_of(int n, dim3& grid, dim3& block)`.
//
// The argument. While the function runs, such a parameter is the only name that code has for what it refers to, if in each
// call that the files hold
//  (1) it refers to a variable of the caller's own, of a type that changes only where it is named, whose address nobody has
//      and which no lambda changes (is_private), and the call names that variable once;
//  (2) the function is named in calls of it alone, so that these are all ways into it, and is not one that the linker may
//      put another in place of (HostMention: Bound);
//  (3) nothing in the function gives the parameter to others.
// Then what the function's text does to the parameter is all that happens to the variable: the parameter is followed as a
// variable of the function, and the call is one change of the caller's variable.
#include <algorithm>

#include "src/frontend/host_mention.h"
#include "src/frontend/host_sole_names.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

std::size_t times_named(const AstNode& e, const std::string& id) {
  std::size_t out = e.refers_to == id ? 1 : 0;
  for (const auto& child : e.inner) out += times_named(*child, id);
  return out;
}

}  // namespace

bool SoleNames::is_sole_name(const HostUses::Bound& b) const {
  const AstNode &p = *b.parameter, &v = *b.variable;
  const AstNode* function = p.parent;
  const AstNode* call = b.node->parent;
  while (call != nullptr && !is_call(*call)) call = call->parent;
  if (function == nullptr || call == nullptr || uses_.otherwise_used_.contains(uses_.key_of(*function))) return false;
  // What is not const refers to no other type than its own.
  if (uses_.escaped_.contains(&p) || uses_.escaped_.contains(&v) || p.type.starts_with("const ") || !uses_.is_followed(v.type)) return false;
  const bool lives_elsewhere = uses_.function_of(v) == nullptr || v.is_static || uses_.lambda_of(*b.node) != uses_.lambda_of(v);
  const bool is_local = v.kind == "ParmVarDecl" || (v.parent != nullptr && v.parent->kind == "DeclStmt");
  if (lives_elsewhere || !is_local || times_named(*call, v.id) != 1) return false;
  for (const AstNode* variable : {&p, &v}) {
    const auto it = uses_.changes_.find(variable);
    if (it == uses_.changes_.end()) continue;
    for (const HostUses::Change& c : it->second)
      if (uses_.lambda_of(*c.node) != uses_.lambda_of(*variable)) return false;
  }
  return true;
}

// Who gets an array gets what it points to, and who changes or passes on a reference does it to what is bound to it.
void SoleNames::bind(const HostUses::InArrays& in_arrays, const std::vector<HostUses::Bound>& bound) {
  const std::set<const AstNode*> escaped = uses_.escaped_;
  std::map<const AstNode*, std::size_t> known;
  for (const HostUses::Bound& b : bound) ++known[b.parameter];
  for (const auto& [parameter, times] : known) {
    // A call that binds the parameter to what is no variable is not among those that are known.
    const auto all = parameter->parent == nullptr ? uses_.calls_.end() : uses_.calls_.find(uses_.key_of(*parameter->parent));
    if (uses_.changes_.contains(parameter) && all != uses_.calls_.end() && all->second.size() == times) uses_.sole_names_.insert(parameter);
  }
  for (bool is_settled = false; !is_settled;) {
    is_settled = true;
    uses_.escaped_ = escaped;
    for (std::size_t before = uses_.escaped_.size() + 1; before != uses_.escaped_.size();) {
      before = uses_.escaped_.size();
      for (const auto& [of, variable] : in_arrays)
        if (uses_.escaped_.contains(of) || uses_.changes_.contains(of)) uses_.escaped_.insert(variable);
      for (const HostUses::Bound& b : bound) {
        const bool is_changed = uses_.changes_.contains(b.parameter) && !uses_.sole_names_.contains(b.parameter);
        if (uses_.escaped_.contains(b.parameter) || is_changed) uses_.escaped_.insert(b.variable);
      }
    }
    for (const HostUses::Bound& b : bound) {
      if (!uses_.sole_names_.contains(b.parameter) || is_sole_name(b)) continue;
      uses_.sole_names_.erase(b.parameter);
      is_settled = false;
    }
  }
  for (const HostUses::Bound& b : bound)
    if (uses_.sole_names_.contains(b.parameter)) uses_.changes_[b.variable].push_back({b.node->order, b.node, nullptr, nullptr, "", false});
}

const AstNode& MadeNodes::end_of(const AstNode& body) const {
  std::unique_ptr<AstNode>& end = made_[&body];
  if (end == nullptr) {
    end = std::make_unique<AstNode>();
    end->id = "the end of " + body.id;
    end->parent = &body;
    end->order = end->last = body.last;
    end->place = body.place;
  }
  return *end;
}

const AstNode& MadeNodes::pair_member(const AstNode& binding, bool is_second) const {
  std::unique_ptr<AstNode>& member = made_[&binding];
  if (member == nullptr) {
    member = std::make_unique<AstNode>();
    member->kind = "MemberExpr";
    member->name = is_second ? "second" : "first";
    member->type = binding.type;
    member->order = member->last = binding.order;
  }
  return *member;
}

}  // namespace warpproof
