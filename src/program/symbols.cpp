#include "src/program/symbols.h"

#include <charconv>

namespace warpproof::lowering {

void SymbolTable::start_function() {
  scopes_.resize(1);
  scopes_.emplace_back();
}

bool SymbolTable::add(std::string_view name, Symbol symbol) {
  return scopes_.back().names.emplace(name, symbol).second;
}

bool SymbolTable::add_range(std::string_view prefix, std::uint64_t count, Type type) {
  return scopes_.back().ranges.emplace(prefix, RegisterRange{count, type}).second;
}

// The prefix may end in digits itself (`%f1<4>` declares %f10 .. %f13), so every split is tried.
const SymbolTable::RegisterRange* SymbolTable::find_range(const Scope& scope, std::string_view name) {
  if (scope.ranges.empty()) return nullptr;
  std::size_t digits = 0;
  while (digits < name.size() && name[name.size() - 1 - digits] >= '0' &&
         name[name.size() - 1 - digits] <= '9')
    ++digits;
  for (std::size_t n = digits; n > 0; --n) {
    const std::string_view number = name.substr(name.size() - n);
    if (n > 1 && number[0] == '0') continue;
    const auto it = scope.ranges.find(name.substr(0, name.size() - n));
    if (it == scope.ranges.end()) continue;
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(number.data(), number.data() + n, value);
    if (code == std::errc() && value < it->second.count) return &it->second;
  }
  return nullptr;
}

std::optional<Symbol> SymbolTable::find(std::string_view name, std::vector<Register>& registers) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto it = scope->names.find(name); it != scope->names.end()) return it->second;
    if (const RegisterRange* range = find_range(*scope, name)) {
      const Symbol made{Symbol::Kind::Register, static_cast<std::uint32_t>(registers.size())};
      registers.push_back({std::string(name), range->type});
      scope->names.emplace(name, made);
      return made;
    }
  }
  return std::nullopt;
}

}  // namespace warpproof::lowering
