#include "src/frontend/host_layout.h"

#include <algorithm>

#include "src/frontend/host_library.h"

namespace warpproof {

bool is_pointer_type(const std::string& type) { return type.ends_with("*") || type.ends_with("*const"); }

namespace {

using Put = std::function<void(const AstNode& field, std::size_t at)>;

struct Extent {
  std::size_t bytes, alignment;
};

std::optional<Extent> extent_of(const HostUses& uses, const std::string& type, int depth);

// False: not all of the class is known.
bool lay_out(const HostUses& uses, const std::string& type, int depth, Extent& all, const Put& put) {
  constexpr int kDeepest = 8;
  all = {0, 1};
  if (depth > kDeepest || uses.classes.has_aligned_types() || type.find_first_of("*&[") != std::string::npos) return false;
  const auto records = uses.classes.records_of(type);
  if (records.size() != 1) return false;
  const AstNode& record = *records.front();
  if (record.is_union || record.has_bases || record.is_polymorphic) return false;
  const auto is_attribute = [](const auto& n) { return n->kind.ends_with("Attr"); };
  if (std::any_of(record.inner.begin(), record.inner.end(), is_attribute)) return false;
  for (const auto& field : record.inner) {
    if (field->kind != "FieldDecl") continue;
    const auto one = extent_of(uses, field->type, depth + 1);
    if (!one || field->is_bit_field || std::any_of(field->inner.begin(), field->inner.end(), is_attribute))
      return false;
    all.alignment = std::max(all.alignment, one->alignment);
    all.bytes = (all.bytes + one->alignment - 1) / one->alignment * one->alignment;
    put(*field, all.bytes);
    all.bytes += one->bytes;
  }
  all.bytes = std::max(all.alignment, (all.bytes + all.alignment - 1) / all.alignment * all.alignment);
  return true;
}

std::optional<Extent> extent_of(const HostUses& uses, const std::string& type, int depth) {
  if (is_pointer_type(type)) return Extent{8, 8};
  if (type.ends_with("]")) {
    std::string element = type.substr(0, type.find('['));
    while (element.ends_with(' ')) element.pop_back();
    const auto all = size_of(type), one = size_of(element);
    // A vector's alignment is not its size always.
    const bool is_plain = is_pointer_type(element) || is_arithmetic(element);
    return all && one && is_plain ? std::optional(Extent{*all, *one}) : std::nullopt;
  }
  if (uses.classes.is_users_class(type)) {
    Extent all{};
    return lay_out(uses, type, depth, all, [](const AstNode&, std::size_t) {}) ? std::optional(all) : std::nullopt;
  }
  const auto bytes = is_arithmetic(type) ? size_of(type) : std::nullopt;
  return bytes ? std::optional(Extent{*bytes, *bytes}) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> for_members(const HostUses& uses, const std::string& type, int depth, const Put& put) {
  Extent all{};
  return lay_out(uses, type, depth, all, put) ? std::optional(all.bytes) : std::nullopt;
}

std::optional<std::size_t> alignment_of(const HostUses& uses, const std::string& type) {
  Extent all{};
  return lay_out(uses, type, 0, all, [](const AstNode&, std::size_t) {}) ? std::optional(all.alignment) : std::nullopt;
}

}  // namespace warpproof
