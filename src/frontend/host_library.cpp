#include "src/frontend/host_library.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string_view>

#include "src/frontend/host_integer.h"
#include "src/frontend/host_uses.h"

namespace warpproof {

const AstNode* named_declaration(const HostAst& ast, const AstNode& e) {
  const AstNode& bare = without_wrapping(e);
  return bare.kind == "DeclRefExpr" || bare.kind == "MemberExpr" ? ast.find(bare.refers_to) : nullptr;
}

namespace {

bool is_variable_kind(const std::string& kind) {
  return kind == "VarDecl" || kind == "ParmVarDecl" || kind == "BindingDecl" || kind == "FieldDecl" || kind.starts_with("VarTemplate");
}

// Functions of C, also where C++ says std::exit: one with a C++ name is another one.
bool is_of_c(const std::string& name) {
  static constexpr const char* kAll[] = {"exit", "abort", "_Exit", "quick_exit", "fread", "memcpy", "memset"};
  return name.ends_with("scanf") || std::any_of(std::begin(kAll), std::end(kAll), [&](const char* n) { return name == n; });
}

}  // namespace

std::string called_name(const AstNode& e) {
  if (e.inner.empty()) return "";
  const AstNode& callee = without_wrapping(*e.inner[0]);
  return callee.kind == "MemberExpr" ? callee.name : callee.refers_name;
}

std::string library_name(const HostAst& ast, const AstNode& e) {
  if (e.inner.empty() || named_declaration(ast, *e.inner[0]) != nullptr) return "";
  // Variables that are called are the user's, also where their declaration is not in the tree: `[exit = &f] { exit(1); }`.
  const AstNode& callee = without_wrapping(*e.inner[0]);
  if (callee.kind == "DeclRefExpr" && is_variable_kind(callee.refers_kind)) return "";
  const std::string name = called_name(e);
  if (name == "operator=") return name;  // a member of some class, whose objects are asked for it
  // Any library may have a function lib::exit.
  const HostAst::Scope scope = ast.library_scope(callee.refers_to);
  const bool may_be_it = scope == HostAst::Scope::C || (!is_of_c(name) && (scope == HostAst::Scope::Global || scope == HostAst::Scope::Known));
  return may_be_it ? name : "";
}

bool writes_one_object(const std::string& name) {
  // Not cudaDeviceGetPCIBusId, which takes the length of what it writes.
  static constexpr const char* kBeginnings[] = {"cudaMalloc",      "cudaGetDevice",   "cudaOccupancy",    "cudaStreamCreate",
                                                "cudaEventCreate", "cudaEventElapsed", "cudaFuncGet",     "cudaMemGetInfo",
                                                "cudaRuntimeGet",  "cudaDriverGet",   "cudaChooseDevice", "cudaDeviceGetAttribute"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings), [&](const char* n) { return name.starts_with(n); });
}

bool only_writes(const std::string& name) {
  static constexpr const char* kBeginnings[] = {"cudaDeviceGet", "cudaGetSymbol", "cudaPointerGet", "cudaStreamGet"};
  static constexpr const char* kWhole[] = {"cudaMemcpy", "cudaMemcpyFromSymbol", "cudaMemset", "cudaHostAlloc",
                                           "operator>>", "fread",                "memcpy",     "memset",
                                           "from_chars"};
  return name.ends_with("scanf") || writes_one_object(name) ||
         std::any_of(std::begin(kWhole), std::end(kWhole), [&](const char* n) { return name == n; }) ||
         std::any_of(std::begin(kBeginnings), std::end(kBeginnings), [&](const char* n) { return name.starts_with(n); });
}

bool gives_back_address(const std::string& name) { return name == "memset" || name == "memcpy"; }

bool reads_number(const std::string& name) { return name.starts_with("ato") || name.starts_with("strto") || name.starts_with("sto"); }

bool is_reference_cast(const std::string& name) { return name == "forward" || name == "move"; }

bool is_launch_call(const std::string& name) {
  return name.starts_with("cudaLaunch") && !name.starts_with("cudaLaunchHostFunc");
}

std::optional<std::uint64_t> size_of(std::string type) {
  if (type.starts_with("const ")) type = type.substr(6);
  if (type.empty()) return std::nullopt;
  if (type.back() == '*') return 8;
  if (type.back() == ']') {
    const std::size_t open = type.find('[');
    std::uint64_t count = 1;
    for (std::size_t at = open; at != std::string::npos; at = type.find('[', at + 1)) {
      // Of an array of variable length the type has the text of its size: "char[64 + m]".
      char* end = nullptr;
      const std::uint64_t n = std::strtoull(type.c_str() + at + 1, &end, 10);
      if (*end != ']' || n == 0 || n > 1u << 30 || count > 1u << 20) return std::nullopt;
      count *= n;
    }
    std::string element = type.substr(0, open);
    while (!element.empty() && element.back() == ' ') element.pop_back();
    const auto one = element.find('[') == std::string::npos ? size_of(element) : std::nullopt;
    return one ? std::optional(*one * count) : std::nullopt;
  }
  if (const auto integer = host_integer_type(type)) return std::max(8, integer->bits) / 8;
  if (type == "char") return 1;
  if (type == "float") return 4;
  if (type == "double") return 8;
  if (type == "__half" || type == "__nv_bfloat16") return 2;
  // The prelude's vector types (vector_types.cuh).
  static const std::map<std::string, std::uint64_t> kElements = {
      {"char", 1}, {"uchar", 1}, {"short", 2},    {"ushort", 2},    {"int", 4},   {"uint", 4},
      {"long", 8}, {"ulong", 8}, {"longlong", 8}, {"ulonglong", 8}, {"float", 4}, {"double", 8}};
  const char last = type.back();
  const auto it = kElements.find(type.substr(0, type.size() - 1));
  if (it == kElements.end() || last < '1' || last > '4') return std::nullopt;
  return it->second * static_cast<std::uint64_t>(last - '0');
}

namespace {

bool has_declarator(const std::string& type, std::initializer_list<std::string_view> all) {
  return std::any_of(all.begin(), all.end(), [&](std::string_view d) { return type.find(d) < type.find('<'); });
}

}  // namespace

bool is_declared_pointer(const std::string& type) { return has_declarator(type, {"(*)", "(*const)"}); }

bool is_declared_reference(const std::string& type) { return has_declarator(type, {"(&)", "(&&)"}); }

bool is_arithmetic(std::string type) {
  if (type.starts_with("const ")) type = type.substr(6);
  return host_integer_type(type) || type == "char" || type == "float" || type == "double";
}

bool is_plain_pair(const std::string& type) {
  static constexpr std::string_view kName = "std::pair<";
  if (!type.starts_with(kName) || !type.ends_with(">")) return false;
  const std::string inside = type.substr(kName.size(), type.size() - kName.size() - 1);
  const std::size_t comma = inside.find(", ");
  if (comma == std::string::npos) return false;
  const auto is_known = [](const std::string& part) { return part == "dim3" || is_arithmetic(part); };
  return is_known(inside.substr(0, comma)) && is_known(inside.substr(comma + 2));
}

bool is_library_container(std::string type) {
  if (type.starts_with("const ")) type = type.substr(6);
  static constexpr const char* kAll[] = {"std::vector<", "std::array<",      "std::span<",       "std::deque<",
                                         "std::string",  "std::basic_string<", "std::unique_ptr<", "std::shared_ptr<",
                                         "thrust::"};
  for (const char* name : kAll) {
    std::string plain = type;
    for (const char* inner : {"std::__cxx11::", "std::__1::"})
      if (plain.starts_with(inner)) plain = "std::" + plain.substr(std::string(inner).size());
    if (plain.starts_with(name)) return true;
  }
  return false;
}

}  // namespace warpproof
