#include "src/frontend/launch_members.h"

#include <string>

#include "src/frontend/host_layout.h"
#include "src/frontend/host_library.h"
#include "src/frontend/launch_narrow.h"

namespace warpproof {
namespace {

constexpr std::size_t kMostMembers = 64;  // of one launch

std::string without_const(const std::string& type) {
  return type.starts_with("const ") && !is_pointer_type(type) ? type.substr(6) : type;
}

class MemberReader {
 public:
  MemberReader(HostValues& values, const AstNode& argument, std::size_t parameter, HostLaunch& launch, std::vector<HostIntegerPtr>& out)
      : values_(values), argument_(argument), parameter_(parameter), launch_(launch), out_(out) {}

  // False: some number is not known.
  bool read(const std::string& type, std::size_t offset) {
    bool is_known = true;
    const auto size = for_members(values_.place().uses, type, static_cast<int>(fields_.size()), [&](const AstNode& field, std::size_t at) {
      AstNode named;  // as an expression would name it
      named.kind = "MemberExpr";
      named.name = field.name;
      named.type = field.type;
      named.refers_to = field.id;
      fields_.push_back(&named);
      is_known &= read_one(field, offset + at);
      fields_.pop_back();
    });
    if (fields_.empty() && size) launch_.structure_sizes.emplace(parameter_, *size);
    return is_known && size;
  }

 private:
  bool read_one(const AstNode& field, std::size_t offset) {
    const std::string type = without_const(field.type);
    if (is_pointer_type(type)) return true;
    if (values_.place().uses.classes.is_users_class(type)) return read(type, offset);
    const auto number = is_plain_char(field) ? std::nullopt : host_integer_type(type);
    if (!number) return is_floating(type);
    if (out_.size() >= kMostMembers) return false;
    std::string name = launch_.parameters[parameter_].name;
    for (const AstNode* f : fields_) name += "." + f->name;
    launch_.members.push_back({{parameter_, offset}, std::move(name), *number});
    const HostValues::IntegerPart part = values_.integer_part(argument_, fields_, *number);
    out_.push_back(part.value);
    return part.is_known;
  }

  // What a floating-point number is, is open always.
  static bool is_floating(const std::string& type) { return type == "float" || type == "double"; }

  HostValues& values_;
  const AstNode& argument_;
  const std::size_t parameter_;
  HostLaunch& launch_;
  std::vector<HostIntegerPtr>& out_;
  std::vector<const AstNode*> fields_;
};

}  // namespace

std::vector<HostLaunch::Parameter> HostLaunch::numbers() const {
  std::vector<Parameter> out = parameters;
  for (const Member& m : members) out.push_back({m.name, m.type});
  return out;
}

std::vector<HostIntegerPtr> read_members(HostValues& values, const std::vector<const AstNode*>& given,
                                         const std::vector<const AstNode*>& parameters, HostLaunch& launch,
                                         std::set<std::size_t>& unknown) {
  std::vector<HostIntegerPtr> out;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string type = without_const(parameters[i]->type);
    if (!values.place().uses.classes.is_users_class(type)) continue;
    // An argument that is converted where it arrives is not looked into.
    const bool is_same = i < given.size() && given[i] != nullptr && without_const(given[i]->type) == type;
    if (!is_same || !MemberReader(values, *given[i], i, launch, out).read(type, 0)) unknown.insert(i);
  }
  return out;
}

}  // namespace warpproof
