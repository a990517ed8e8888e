#include "checker/cli/complaint.h"

#include <algorithm>
#include <string_view>

#include "checker/report/printable.h"

namespace warpproof::cli {

std::string complaint(const InputError& error) {
  const std::string where = error.where().str();
  std::string_view rest = error.message();
  const std::string first = (where.empty() ? "warpproof" : where) + ": error: " + std::string(rest.substr(0, rest.find('\n')));
  std::string out;
  // A compiler's whole output may follow, which begins with the same line.
  const std::size_t second = rest.find('\n') + 1;
  if (second == 0 || !rest.substr(second).starts_with(first)) out += report::printable(first) + '\n';
  rest.remove_prefix(second == 0 ? rest.size() : second);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    out += report::printable(rest.substr(0, end)) + '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

}  // namespace warpproof::cli
