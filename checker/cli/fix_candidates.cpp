#include "checker/cli/fix_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "checker/cli/barrier_moves.h"
#include "checker/cli/bound_fixes.h"
#include "checker/cli/mask_fixes.h"
#include "src/base/text.h"

namespace warpproof::cli {
namespace {

class Candidates {
 public:
  Candidates(const report::Finding& finding, const std::string& file, const SourceText& lines)
      : finding_(finding), file_(file), source_(lines) {}

  std::vector<FixCandidate> all() {
    using spec::Rule;
    const auto place = line_of(finding_.place);
    if (!place) return {};
    const std::size_t column = finding_.place.column > 0 ? static_cast<std::size_t>(finding_.place.column) - 1 : 0;
    const AddFix add_fix = [this](std::string what, SourceText lines) { add(std::move(what), std::move(lines)); };
    switch (finding_.rule) {
      case Rule::MemoryImplicitWarpSync:
      case Rule::MemoryCollectiveAsFence:
        add_barriers(*place, "__syncwarp();");
        break;
      case Rule::Race:
      case Rule::ValueUninitialised:
        add_barriers(*place, "__syncthreads();");
        break;
      case Rule::MaskSelf:
      case Rule::MaskMissing:
      case Rule::MaskMismatch:
      case Rule::MaskFromActivemask:
      case Rule::ShflSourceOutsideMask:
      case Rule::ShflInactiveSource:
      case Rule::OpMismatch:
        mask_fixes(source_, *place, column, add_fix);
        break;
      case Rule::BarrierDivergent:
        barrier_moves(source_, *place, add_fix);
        break;
      case Rule::PointMismatch:
        warp_barrier_moves(source_, *place, add_fix);
        break;
      case Rule::MemoryOutOfBounds:
        bound_fixes(source_, *place, column, add_fix);
        break;
      default:
        break;
    }
    return std::move(out_);
  }

 private:
  std::optional<std::size_t> line_of(const report::SourcePlace& place) const {
    if (place.file != file_ || place.line < 1 || static_cast<std::size_t>(place.line) > source_.lines().size())
      return std::nullopt;
    return static_cast<std::size_t>(place.line) - 1;
  }

  void add(std::string what, SourceText lines) {
    const bool known = std::any_of(out_.begin(), out_.end(), [&](const FixCandidate& c) { return c.lines == lines; });
    if (!known) out_.push_back({std::move(what), std::move(lines)});
  }

  void insert(std::size_t line, const std::string& statement, const std::string& indent) {
    if (!source_.begins_statement(line)) return;
    SourceText lines = source_.lines();
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line), indent + statement);
    add(fmt::format("{} before line {}", statement.substr(0, statement.size() - 1), line + 1), std::move(lines));
  }
  void insert(std::size_t line, const std::string& statement) {
    if (line < source_.lines().size()) insert(line, statement, indent_of(source_.lines()[line]));
  }

  // Before either access, after either, or at the end of the block that holds them, for the next iteration of a loop.
  void add_barriers(std::size_t place, const std::string& statement) {
    std::vector<std::size_t> accesses{place};
    for (const report::Related& r : finding_.related) {
      if (const auto other = line_of(r.place)) accesses.push_back(*other);
    }
    for (const std::size_t at : accesses) outwards(at, statement);
    for (const std::size_t at : accesses) {
      if (at + 1 < source_.lines().size()) insert(at + 1, statement, indent_of(source_.lines()[statement_of(at)]));
    }
  }

  // Where the statement begins that the line belongs to: an `if` without braces before it, or the first line of a long one.
  std::size_t statement_of(std::size_t line) const {
    constexpr std::size_t kFarthest = 16;
    for (std::size_t at = line; line - at < kFarthest; --at) {
      if (source_.begins_statement(at)) return at;
      if (at == 0) break;
    }
    return line;
  }

  // Before the statement, and before the conditions and loops that hold it.
  void outwards(std::size_t at, const std::string& statement) {
    insert(statement_of(at), statement);
    for (auto open = source_.opening(at); open; open = source_.opening(*open)) insert(*open, statement);
  }

  const report::Finding& finding_;
  const std::string& file_;
  FixSource source_;
  std::vector<FixCandidate> out_;
};

}  // namespace

std::vector<FixCandidate> fix_candidates(const report::Finding& finding, const std::string& file, const SourceText& lines) {
  return Candidates(finding, file, lines).all();
}

std::optional<FixCandidate> asserted(const std::string& condition, const std::string& kernel, const SourceText& lines) {
  const FixSource source(lines);
  // The head of the kernel: its name and a parenthesis, after __global__ in the same line or one of those before it.
  constexpr std::size_t kFarthest = 4, kMostLines = 24;
  std::optional<std::size_t> head;
  for (std::size_t i = 0; i < lines.size() && !head; ++i) {
    const std::string& code = source.code()[i];
    for (std::size_t at = code.find(kernel); at != std::string::npos; at = code.find(kernel, at + 1)) {
      const std::string_view rest = trimmed(std::string_view(code).substr(at + kernel.size()));
      if ((at > 0 && is_word_character(code[at - 1])) || !rest.starts_with('(')) continue;
      for (std::size_t k = i + 1; k-- > 0 && i - k < kFarthest;) {
        if (source.code()[k].find("__global__") != std::string::npos) head = i;
        if (k < i && source.code()[k].find_first_of(";}") != std::string::npos) break;
      }
    }
  }
  if (!head) return std::nullopt;
  for (std::size_t i = *head; i < lines.size() && i - *head < kMostLines; ++i) {
    const std::size_t open = source.code()[i].find_first_of("{;");
    if (open == std::string::npos) continue;
    if (source.code()[i][open] != '{' || !trimmed(std::string_view(source.code()[i]).substr(open + 1)).empty()) return std::nullopt;
    SourceText out = lines;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(i) + 1, indent_of(lines[*head]) + "  assert(" + condition + ");");
    const auto includes = [&](const char* what) {
      return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return trimmed(line).starts_with("#include") && line.find(what) != std::string::npos;
      });
    };
    if (!includes("<cassert>") && !includes("<assert.h>")) {
      const auto first = std::find_if(out.begin(), out.end(), [](const std::string& line) { return trimmed(line).starts_with("#include"); });
      out.insert(first == out.end() ? out.begin() : first, "#include <cassert>");
    }
    return FixCandidate{fmt::format("assert({}) at the start of {}", condition, kernel), std::move(out)};
  }
  return std::nullopt;
}

std::string unified_diff(const std::string& file, const SourceText& before, const SourceText& after) {
  constexpr std::size_t kAround = 3, kMostCells = std::size_t{1} << 24;
  std::size_t first = 0;
  while (first < before.size() && first < after.size() && before[first] == after[first]) ++first;
  std::size_t tail = 0;
  while (tail < before.size() - first && tail < after.size() - first &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  if (first == before.size() && first == after.size()) return "";
  // What lies between the first and the last change is one hunk; lines that both have in the same order stay.
  const std::size_t rows = before.size() - tail - first, columns = after.size() - tail - first;
  if (rows * columns > kMostCells) return "";
  std::vector<std::vector<std::size_t>> common(rows + 1, std::vector<std::size_t>(columns + 1, 0));
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t k = columns; k-- > 0;)
      common[i][k] = before[first + i] == after[first + k] ? common[i + 1][k + 1] + 1 : std::max(common[i + 1][k], common[i][k + 1]);
  }
  const std::size_t begin = first - std::min(first, kAround), follow = std::min(tail, kAround);
  std::string out = fmt::format("--- {0}\n+++ {0}\n@@ -{1},{2} +{1},{3} @@\n", file, begin + 1, before.size() - tail + follow - begin,
                                after.size() - tail + follow - begin);
  for (std::size_t i = begin; i < first; ++i) out += " " + before[i] + "\n";
  for (std::size_t i = 0, k = 0; i < rows || k < columns;) {
    if (i < rows && k < columns && before[first + i] == after[first + k]) {
      out += " " + before[first + i] + "\n";
      ++i;
      ++k;
    } else if (i < rows && (k == columns || common[i + 1][k] >= common[i][k + 1])) {
      out += "-" + before[first + i++] + "\n";
    } else {
      out += "+" + after[first + k++] + "\n";
    }
  }
  for (std::size_t i = before.size() - tail; i < before.size() - tail + follow; ++i) out += " " + before[i] + "\n";
  return out;
}

}  // namespace warpproof::cli
