#include "src/frontend/launch_members.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "src/frontend/host_layout.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/launch_narrow.h"

namespace warpproof {
namespace {

constexpr std::size_t kMostMembers = 64;  // of one launch, and of one structure

std::string without_const(const std::string& type) {
  return type.starts_with("const ") && !is_pointer_type(type) ? type.substr(6) : type;
}

// Integer members of a structure, and of those in it.
class MemberWalk {
 public:
  // `fields`: the way to the member, as an expression would name it. False: its value is not known.
  using Put = std::function<bool(const std::vector<const AstNode*>& fields, std::size_t at, const IntegerType& type)>;

  MemberWalk(const HostUses& uses, Put put) : uses_(uses), put_(std::move(put)) {}

  struct Known {
    std::optional<std::size_t> size;  // in bytes; nothing: not all of it is known
    bool all = true;                  // some number is not known otherwise
  };
  Known walk(const std::string& type, std::size_t offset) {
    Known out;
    out.size = for_members(uses_, type, static_cast<int>(fields_.size()), [&](const AstNode& field, std::size_t at) {
      AstNode named;
      named.kind = "MemberExpr";
      named.name = field.name;
      named.type = field.type;
      named.refers_to = field.id;
      fields_.push_back(&named);
      out.all &= take(field, offset + at);
      fields_.pop_back();
    });
    out.all &= out.size.has_value();
    return out;
  }

 private:
  bool take(const AstNode& field, std::size_t offset) {
    const std::string type = without_const(field.type);
    if (is_pointer_type(type)) return true;
    if (uses_.classes.is_users_class(type)) return walk(type, offset).all;
    const auto number = is_plain_char(field) ? std::nullopt : host_integer_type(type);
    if (!number) return is_floating(type);
    return ++count_ <= kMostMembers && put_(fields_, offset, *number);
  }

  // What a floating-point number is, is open always.
  static bool is_floating(const std::string& type) { return type == "float" || type == "double"; }

  const HostUses& uses_;
  const Put put_;
  std::size_t count_ = 0;
  std::vector<const AstNode*> fields_;
};

std::string name_of(std::string name, const std::vector<const AstNode*>& fields) {
  for (const AstNode* f : fields) name += "." + f->name;
  return name;
}

}  // namespace

std::vector<HostLaunch::Parameter> HostLaunch::numbers() const {
  std::vector<Parameter> out = parameters;
  for (const StructureMembers::Member& m : members.all) out.push_back({m.name, m.type});
  return out;
}

std::vector<HostIntegerPtr> read_members(HostValues& values, const std::vector<const AstNode*>& given,
                                         const std::vector<const AstNode*>& parameters, HostLaunch& launch,
                                         std::set<std::size_t>& unknown) {
  const HostUses& uses = values.place().uses;
  std::vector<HostIntegerPtr> out;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string type = without_const(parameters[i]->type);
    if (!uses.classes.is_users_class(type)) continue;
    unknown.insert(i);
    // An argument that is converted where it arrives is not looked into.
    if (i >= given.size() || given[i] == nullptr || without_const(given[i]->type) != type) continue;
    const auto put = [&](const std::vector<const AstNode*>& fields, std::size_t at, const IntegerType& number) {
      if (out.size() >= kMostMembers) return false;
      launch.members.all.push_back({{i, at}, name_of(launch.parameters[i].name, fields), number});
      const HostValues::IntegerPart part = values.integer_part(*given[i], fields, number);
      out.push_back(part.value);
      return part.is_known;
    };
    const MemberWalk::Known known = MemberWalk(uses, put).walk(type, 0);
    if (known.size) launch.members.sizes.emplace(i, *known.size);
    if (known.all) unknown.erase(i);
  }
  return out;
}

DeclaredFunction declared_function(const HostUses& uses, const AstNode& function) {
  DeclaredFunction out;
  for (const AstNode* p : parameters_of(function)) {
    const std::size_t i = out.parameters.size(), star = p->type.rfind('*');
    // Of the pointer itself, not of one that it points to.
    const bool is_restrict = star != std::string::npos && p->type.find("__restrict", star) != std::string::npos;
    std::string pointee = star == std::string::npos ? "" : without_const(p->type.substr(0, star));
    while (pointee.ends_with(' ')) pointee.pop_back();
    const auto alignment = uses.classes.is_users_class(pointee) ? alignment_of(uses, pointee) : std::nullopt;
    out.parameters.push_back({p->name, p->type, is_restrict, alignment.value_or(0)});
    const std::string type = without_const(p->type);
    if (p->name.empty() || !uses.classes.is_users_class(type)) continue;
    const auto put = [&](const std::vector<const AstNode*>& fields, std::size_t at, const IntegerType& number) {
      out.members.all.push_back({{i, at}, name_of(p->name, fields), number});
      return true;
    };
    if (const auto size = MemberWalk(uses, put).walk(type, 0).size) out.members.sizes.emplace(i, *size);
  }
  return out;
}

}  // namespace warpproof
