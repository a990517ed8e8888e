#include "checker/report/trace_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "checker/report/printable.h"

namespace warpproof::report {
namespace {

constexpr std::size_t kLongestRound = 12;  // steps
constexpr std::size_t kWidestColumn = 60;  // columns; longer cells push the rest of their row to the right

using Cells = std::array<std::string, 6>;  // step, line, warp, active, what, who waits

// A step, or what stands in place of steps that are not shown.
struct Row {
  Cells cells;
  std::string instead;
};

bool same_step(const Row& a, const Row& b) {
  return std::equal(a.cells.begin() + 1, a.cells.end(), b.cells.begin() + 1);
}

// How often the `length` rows from `at` come in a row.
std::size_t rounds(const std::vector<Row>& rows, std::size_t at, std::size_t length) {
  std::size_t count = 1;
  while (at + (count + 1) * length <= rows.size() &&
         std::equal(rows.begin() + static_cast<std::ptrdiff_t>(at),
                    rows.begin() + static_cast<std::ptrdiff_t>(at + length),
                    rows.begin() + static_cast<std::ptrdiff_t>(at + count * length), same_step)) {
    ++count;
  }
  return count;
}

// Replaces the second and later rounds of a repetition by one row.
std::vector<Row> fold_rounds(std::vector<Row> rows) {
  std::vector<Row> out;
  std::size_t at = 0;
  while (at < rows.size()) {
    std::size_t best_length = 1, best_count = 1;
    for (std::size_t length = 1; length <= kLongestRound; ++length) {
      const std::size_t count = rounds(rows, at, length);
      if (count > 1 && (count - 1) * length > (best_count - 1) * best_length) {
        best_length = length;
        best_count = count;
      }
    }
    // A row saves nothing where it stands for one.
    if ((best_count - 1) * best_length < 2) best_length = best_count = 1;
    for (std::size_t i = 0; i < best_length; ++i) out.push_back(std::move(rows[at + i]));
    if (best_count > 1) {
      out.push_back({{},
                     fmt::format(".. the same {}, up to step {} ..",
                                 best_count == 2 ? "again" : fmt::format("{} more times", best_count - 1),
                                 at + best_length * best_count)});
    }
    at += best_length * best_count;
  }
  return out;
}

std::vector<Row> cut_middle(std::vector<Row> rows, std::size_t most) {
  if (most == 0 || rows.size() <= most) return rows;
  const std::size_t head = most / 2, tail = most - head;
  std::vector<Row> out(std::make_move_iterator(rows.begin()),
                       std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(head)));
  out.push_back({{}, fmt::format(".. {} rows left out ..", rows.size() - most)});
  out.insert(out.end(), std::make_move_iterator(rows.end() - static_cast<std::ptrdiff_t>(tail)),
             std::make_move_iterator(rows.end()));
  return out;
}

std::vector<std::string> align(const std::vector<Row>& rows) {
  std::array<std::size_t, 6> widths{};
  std::array<bool, 6> used{};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      widths[c] = std::max(widths[c], std::min(display_width(rows[r].cells[c]), kWidestColumn));
      used[c] |= r > 0 && !rows[r].cells[c].empty();
    }
  }
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string text = row.instead;
    for (std::size_t c = 0; row.instead.empty() && c < widths.size(); ++c) {
      if (!used[c]) continue;
      const std::size_t width = display_width(row.cells[c]);
      text += row.cells[c] + std::string(std::max(widths[c], width) - width + 2, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    lines.push_back(std::move(text));
  }
  return lines;
}

}  // namespace

std::string place_text(const SourcePlace& place) {
  std::string text = place.file.empty() ? "<unknown place>" : printable(place.file);
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  return text;
}

std::vector<std::string> trace_table(const std::vector<TraceStep>& trace, const std::string& file,
                                     std::size_t most) {
  std::vector<Row> rows;
  for (const TraceStep& step : trace) {
    const bool own_file = step.place.file == file && step.place.line > 0;
    rows.push_back(
        {{fmt::format("{}", rows.size() + 1),
          own_file ? fmt::format("{}", step.place.line) : place_text(step.place),
          fmt::format("{}", step.warp), printable(step.lanes), printable(step.what), printable(step.waiting)},
         ""});
  }
  rows = cut_middle(fold_rounds(std::move(rows)), most);
  rows.insert(rows.begin(), {{"step", "line", "warp", "active", "what", "who waits"}, ""});
  return align(rows);
}

}  // namespace warpproof::report
