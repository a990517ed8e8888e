#include "checker/cli/kernel_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace warpproof::cli {
namespace {

// Longer symbols are not demangled: their demangled form can grow exponentially with substitutions.
constexpr std::size_t kLongestSymbol = 4096;

std::string demangle(const std::string& symbol) {
  if (!symbol.starts_with("_Z") || symbol.size() > kLongestSymbol) return symbol;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : symbol;
}

// Position of the bracket that the last character of `text` closes; npos if none does. `>` and `)` close; the
// two characters of `->` and of comparison operators inside template arguments are in parentheses in
// demangled names.
std::size_t matching_open(std::string_view text) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    const char c = text[i];
    if (c == ')' || c == '>' || c == ']' || c == '}') ++depth;
    if (c == '(' || c == '<' || c == '[' || c == '{') --depth;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

// Without "(int*, int)" and what may follow it (" const", " [clone .1]").
std::string_view without_parameters(std::string_view text) {
  const std::size_t close = text.rfind(')');
  if (close == std::string_view::npos) return text;
  const std::size_t open = matching_open(text.substr(0, close + 1));
  return open == std::string_view::npos || open == 0 ? text : text.substr(0, open);
}

std::string_view without_template_arguments(std::string_view text) {
  if (!text.ends_with('>')) return text;
  const std::size_t open = matching_open(text);
  return open == std::string_view::npos || open == 0 ? text : text.substr(0, open);
}

// The position after the last separator outside brackets: ' ' or "::".
std::size_t last_part(std::string_view text, bool at_colons) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    const char c = text[i];
    if (c == ')' || c == '>' || c == ']' || c == '}') ++depth;
    if (c == '(' || c == '<' || c == '[' || c == '{') --depth;
    if (depth != 0) continue;
    if (at_colons ? c == ':' : c == ' ') return i + 1;
  }
  return 0;
}

// The base name with its template arguments.
std::string_view unqualified(std::string_view qualified) {
  return qualified.substr(last_part(qualified, true));
}

}  // namespace

KernelName parse_kernel_name(const std::string& symbol) {
  KernelName name;
  name.symbol = symbol;
  name.signature = demangle(symbol);
  name.qualified = name.base = symbol;
  if (name.signature == symbol) return name;
  std::string_view head = without_parameters(name.signature);
  head = head.substr(last_part(head, false));  // after the return type of a template
  name.qualified = head;
  name.base = without_template_arguments(unqualified(head));
  return name;
}

std::vector<std::string> parameter_types(const KernelName& kernel) {
  std::vector<std::string> out;
  const std::string_view text = kernel.signature;
  const std::size_t close = text.rfind(')');
  if (kernel.signature == kernel.symbol || close == std::string_view::npos) return out;
  const std::size_t open = matching_open(text.substr(0, close + 1));
  if (open == std::string_view::npos) return out;
  int depth = 0;
  std::string type;
  for (const char c : text.substr(open + 1, close - open - 1)) {
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      out.push_back(std::move(type));
      type.clear();
    } else if (c != ' ' || !type.empty()) {
      type += c;
    }
  }
  if (!type.empty()) out.push_back(std::move(type));
  return out;
}

bool names_kernel(const KernelName& kernel, const std::string& wanted) {
  const std::size_t head = kernel.signature.find(kernel.qualified);
  const std::string_view unreturned =
      head == std::string::npos ? kernel.signature : std::string_view(kernel.signature).substr(head);
  const std::array<std::string_view, 7> accepted = {kernel.symbol,
                                                    kernel.signature,
                                                    unreturned,
                                                    kernel.qualified,
                                                    without_template_arguments(kernel.qualified),
                                                    unqualified(kernel.qualified),
                                                    kernel.base};
  return !wanted.empty() && std::find(accepted.begin(), accepted.end(), wanted) != accepted.end();
}

std::vector<std::string> display_names(const std::vector<std::string>& symbols) {
  std::vector<std::array<std::string, 5>> forms;
  for (const std::string& symbol : symbols) {
    const KernelName name = parse_kernel_name(symbol);
    forms.push_back(
        {name.base, std::string(unqualified(name.qualified)), name.qualified, name.signature, name.symbol});
  }
  std::vector<std::string> names;
  for (const auto& form : forms) {
    std::size_t level = 0;
    const auto shared = [&] {
      return std::count_if(forms.begin(), forms.end(),
                           [&](const auto& other) { return other[level] == form[level]; }) > 1;
    };
    while (level + 1 < form.size() && shared()) ++level;
    names.push_back(form[level]);
  }
  return names;
}

}  // namespace warpproof::cli
