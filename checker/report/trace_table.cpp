#include "checker/report/trace_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "checker/report/printable.h"

namespace warpproof::report {
namespace {

constexpr std::size_t kLongestIteration = 12;  // steps
constexpr std::size_t kWidestColumn = 60;  // columns; longer cells push the rest of their row to the right

using Cells = std::array<std::string, 6>;  // step, line, warp, active, what, who waits

// A step, or what stands in place of steps that are not shown.
struct Row {
  Cells cells;
  std::string instead;
  std::size_t first = 0, last = 0;  // the steps that it shows or stands for, from 1
  TraceStep::Weight weight = TraceStep::Weight::Other;
};

bool same_but_for(std::size_t column, const Row& a, const Row& b) {
  for (std::size_t c = 1; c < a.cells.size(); ++c) {
    if (c != column && a.cells[c] != b.cells[c]) return false;
  }
  return true;
}

std::string span(std::size_t first, std::size_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

// A step that each of several neighbouring warps takes in turn is one row.
std::vector<Row> merge_warps(const std::vector<TraceStep>& trace, std::vector<Row> rows) {
  std::vector<Row> out;
  for (Row& row : rows) {
    const bool joins = !out.empty() && same_but_for(2, out.back(), row) &&
                       trace[row.first - 1].warp == trace[out.back().last - 1].warp + 1;
    if (!joins) {
      out.push_back(std::move(row));
      continue;
    }
    Row& into = out.back();
    into.last = row.last;
    into.weight = std::max(into.weight, row.weight);
  }
  for (Row& row : out) {
    if (row.first == row.last) continue;
    row.cells[0] = span(row.first, row.last);
    row.cells[2] = fmt::format("{}-{}", trace[row.first - 1].warp, trace[row.last - 1].warp);
  }
  return out;
}

// What the finding is about is shown each time.
bool same_step(const Row& a, const Row& b) {
  return std::max(a.weight, b.weight) != TraceStep::Weight::Finding &&
         std::equal(a.cells.begin() + 1, a.cells.end(), b.cells.begin() + 1);
}

// How often the `length` rows from `at` come in a row.
std::size_t iterations(const std::vector<Row>& rows, std::size_t at, std::size_t length) {
  std::size_t count = 1;
  while (at + (count + 1) * length <= rows.size() &&
         std::equal(rows.begin() + static_cast<std::ptrdiff_t>(at),
                    rows.begin() + static_cast<std::ptrdiff_t>(at + length),
                    rows.begin() + static_cast<std::ptrdiff_t>(at + count * length), same_step)) {
    ++count;
  }
  return count;
}

// Replaces the second and later iterations of a repetition by one row.
std::vector<Row> fold_iterations(std::vector<Row> rows) {
  std::vector<Row> out;
  std::size_t at = 0;
  while (at < rows.size()) {
    std::size_t best_length = 1, best_count = 1;
    for (std::size_t length = 1; length <= kLongestIteration; ++length) {
      const std::size_t count = iterations(rows, at, length);
      if (count > 1 && (count - 1) * length > (best_count - 1) * best_length) {
        best_length = length;
        best_count = count;
      }
    }
    // A row saves nothing where it stands for one.
    if ((best_count - 1) * best_length < 2) best_length = best_count = 1;
    for (std::size_t i = 0; i < best_length; ++i) out.push_back(std::move(rows[at + i]));
    if (best_count > 1) {
      const std::size_t last = rows[at + best_length * best_count - 1].last;
      out.push_back(
          {{},
           fmt::format(".. the same {}, up to step {} ..",
                       best_count == 2 ? "again" : fmt::format("{} more times", best_count - 1), last),
           last,
           last});
    }
    at += best_length * best_count;
  }
  return out;
}

// Keeps the first and the last rows, and of what lies between what is weightiest and nearest to the finding.
std::vector<Row> cut_middle(std::vector<Row> rows, std::size_t most) {
  if (most == 0 || rows.size() <= most) return rows;
  std::vector<bool> kept(rows.size(), false);
  const auto finding = static_cast<std::size_t>(
      std::find_if(rows.begin(), rows.end(),
                   [](const Row& row) { return row.weight == TraceStep::Weight::Finding; }) -
      rows.begin());
  std::vector<std::size_t> weighty;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].weight != TraceStep::Weight::Other) weighty.push_back(i);
  }
  const auto distance = [&](std::size_t i) { return i > finding ? i - finding : finding - i; };
  std::sort(weighty.begin(), weighty.end(), [&](std::size_t a, std::size_t b) {
    return rows[a].weight != rows[b].weight ? rows[a].weight > rows[b].weight
           : distance(a) != distance(b)     ? distance(a) < distance(b)
                                            : a < b;
  });
  std::size_t count = std::min(weighty.size(), most / 2);
  for (std::size_t i = 0; i < count; ++i) kept[weighty[i]] = true;
  // Head and tail in turn.
  std::size_t front = 0, back = rows.size();
  while (count < most && front < back) {
    const bool from_front = front < rows.size() - back;
    std::size_t& end = from_front ? front : back;
    const std::size_t at = from_front ? end++ : --end;
    if (!kept[at]) ++count;
    kept[at] = true;
  }
  std::vector<Row> out;
  for (std::size_t i = 0; i < rows.size();) {
    if (kept[i]) {
      out.push_back(std::move(rows[i++]));
      continue;
    }
    std::size_t end = i;
    while (end < rows.size() && !kept[end]) ++end;
    out.push_back({{}, fmt::format(".. {} {} left out ..", end - i, end - i == 1 ? "row" : "rows")});
    i = end;
  }
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
         "",
         rows.size() + 1,
         rows.size() + 1,
         step.weight});
  }
  rows = cut_middle(fold_iterations(merge_warps(trace, std::move(rows))), most);
  rows.insert(rows.begin(), {{"step", "line", "warp", "active", "what", "who waits"}, ""});
  return align(rows);
}

}  // namespace warpproof::report
