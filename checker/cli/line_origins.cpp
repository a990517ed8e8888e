#include "checker/cli/line_origins.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

namespace warpproof::cli {

std::optional<std::vector<std::optional<std::size_t>>> line_origins(const SourceText& before, const SourceText& after) {
  constexpr std::size_t kMostCells = std::size_t{1} << 24;
  std::vector<std::optional<std::size_t>> out(after.size());
  std::size_t first = 0;
  while (first < before.size() && first < after.size() && before[first] == after[first]) {
    out[first] = first;
    ++first;
  }
  std::size_t tail = 0;
  while (tail < before.size() - first && tail < after.size() - first &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
    out[after.size() - tail] = before.size() - tail;
  }
  const std::size_t rows = before.size() - tail - first, columns = after.size() - tail - first;
  if (rows * columns > kMostCells) return std::nullopt;
  std::vector<std::vector<std::size_t>> common(rows + 1, std::vector<std::size_t>(columns + 1, 0));
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t k = columns; k-- > 0;)
      common[i][k] = before[first + i] == after[first + k] ? common[i + 1][k + 1] + 1 : std::max(common[i + 1][k], common[i][k + 1]);
  }
  for (std::size_t i = 0, k = 0; i < rows && k < columns;) {
    if (before[first + i] == after[first + k]) {
      out[first + k] = first + i;
      ++i;
      ++k;
    } else if (common[i + 1][k] >= common[i][k + 1]) {
      ++i;
    } else {
      ++k;
    }
  }
  return out;
}

std::string in_original_lines(const std::string& text, const SourceText& before, const SourceText& after) {
  static constexpr std::string_view kLine = "line ";
  const auto origins = line_origins(before, after);
  if (!origins) return text;
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find(kLine); at != std::string::npos; at = text.find(kLine, at + 1)) {
    const std::size_t digits = at + kLine.size();
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + digits, text.data() + text.size(), number);
    if (error != std::errc() || number == 0) continue;
    std::size_t line = number - 1;
    while (line < after.size() && !(*origins)[line]) ++line;
    out += text.substr(from, digits - from) + std::to_string(line < after.size() ? *(*origins)[line] + 1 : before.size() + 1);
    from = static_cast<std::size_t>(end - text.data());
  }
  return out + text.substr(from);
}

}  // namespace warpproof::cli
