#include "src/base/symbol_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace warpproof {

std::string source_name(const std::string& symbol) {
  constexpr std::size_t kLongest = 1000;  // demangled forms may grow exponentially
  if (!symbol.starts_with("_Z") || symbol.size() > kLongest) return symbol;  // "s" would be the type short
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || demangled == nullptr) return symbol;
  const std::string name = demangled.get();
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

}  // namespace warpproof
