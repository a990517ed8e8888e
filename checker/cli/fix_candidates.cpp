#include "checker/cli/fix_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>

#include "src/base/text.h"

namespace warpproof::cli {
namespace {

constexpr std::size_t kFarthest = 400;  // lines that are looked through for an enclosing block

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string indent_of(const std::string& line) { return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())); }

// The text with comments and literals blanked out, of the same lines and columns.
SourceText code_of(const SourceText& lines) {
  SourceText out;
  bool in_comment = false;
  for (const std::string& line : lines) {
    std::string code = line;
    char quote = '\0';
    for (std::size_t i = 0; i < code.size(); ++i) {
      const auto starts = [&](std::string_view what) { return std::string_view(line).substr(i, what.size()) == what; };
      if (in_comment) {
        if (starts("*/")) {
          in_comment = false;
          code[i] = code[i + 1] = ' ';
          ++i;
        } else {
          code[i] = ' ';
        }
      } else if (quote != '\0') {
        if (line[i] == '\\' && i + 1 < code.size()) code[i++] = ' ';
        else if (line[i] == quote) quote = '\0';
        code[i] = ' ';
      } else if (starts("//")) {
        std::fill(code.begin() + static_cast<std::ptrdiff_t>(i), code.end(), ' ');
        break;
      } else if (starts("/*")) {
        in_comment = true;
        code[i] = code[i + 1] = ' ';
        ++i;
      } else if (line[i] == '"' || line[i] == '\'') {
        quote = line[i];
        code[i] = ' ';
      }
    }
    out.push_back(std::move(code));
  }
  return out;
}

// A condition that may be evaluated a second time: no call, no assignment.
bool is_pure(std::string_view text) {
  if (text.empty()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0', last = i > 0 ? text[i - 1] : '\0';
    if ((c == '+' || c == '-') && c == next) return false;
    if (c == '=' && next != '=' && last != '=' && last != '<' && last != '>' && last != '!') return false;
    if (c == '(' && in_word(last)) return false;
    if (c == ';' || c == '{' || c == '?') return false;
  }
  return true;
}

struct Condition {
  std::size_t line = 0;  // of the `if`, from 0
  std::string text;      // between its parentheses
  std::size_t end = 0;   // the last line of what stands under it
};

class Source {
 public:
  explicit Source(const SourceText& lines) : lines_(lines), code_(code_of(lines)) {}

  const SourceText& lines() const { return lines_; }
  const SourceText& code() const { return code_; }

  // A barrier may be put in front of the line: the text before it ends a statement or begins a block, and it begins one.
  bool begins_statement(std::size_t line) const {
    if (line >= code_.size()) return false;
    const std::string_view text = trimmed(code_[line]);
    if (text.empty() || text.front() == '#') return false;
    for (const std::string_view word : {"else", "case", "default", "while", ")", "&", "|", "+", "*", "=", "?", ":", ",", "."}) {
      if (text.starts_with(word)) return false;
    }
    for (std::size_t i = line; i-- > 0;) {
      const std::string_view before = trimmed(code_[i]);
      if (before.empty() || before.front() == '#') continue;
      return (before.back() == ';' || before.back() == '{' || before.back() == '}') && parentheses_are_closed(line);
    }
    return false;
  }

  // The `{` that the line stands in: its line; nothing outside of all blocks.
  std::optional<std::size_t> opening(std::size_t line) const {
    int depth = 0;
    for (std::size_t i = line; i-- > 0 && line - i < kFarthest;) {
      for (std::size_t k = code_[i].size(); k-- > 0;) {
        if (code_[i][k] == '}') ++depth;
        if (code_[i][k] == '{' && --depth < 0) return i;
      }
    }
    return std::nullopt;
  }
  // The line of the `}` that ends the block whose `{` is the last one of line `open`.
  std::optional<std::size_t> closing(std::size_t open) const {
    int depth = 0;
    const std::size_t start = code_[open].rfind('{');
    for (std::size_t i = open; i < code_.size() && i - open < kFarthest; ++i) {
      for (std::size_t k = i == open ? start : 0; k < code_[i].size(); ++k) {
        if (code_[i][k] == '{') ++depth;
        if (code_[i][k] == '}' && --depth == 0) return i;
      }
    }
    return std::nullopt;
  }

  // The condition of an `if` on this line, if its parentheses close there.
  std::optional<Condition> condition_at(std::size_t line) const {
    const std::string& code = code_[line];
    const std::size_t at = code.find("if");
    if (at == std::string::npos || (at > 0 && in_word(code[at - 1])) || trimmed(code).starts_with("else")) return std::nullopt;
    const std::size_t open = code.find_first_not_of(' ', at + 2);
    if (open == std::string::npos || code[open] != '(') return std::nullopt;
    int depth = 0;
    for (std::size_t k = open; k < code.size(); ++k) {
      if (code[k] == '(') ++depth;
      if (code[k] == ')' && --depth == 0)
        return Condition{line, std::string(trimmed(std::string_view(lines_[line]).substr(open + 1, k - open - 1))), line};
    }
    return std::nullopt;
  }

  // The `if` that a line stands under: on the line itself, on the one before it, or before a block that holds it.
  std::optional<Condition> condition_over(std::size_t line) const {
    if (auto own = condition_at(line); own && trimmed(code_[line]).starts_with("if")) return own;
    if (line > 0) {
      auto before = condition_at(line - 1);
      if (before && trimmed(code_[line - 1]).back() == ')') {
        before->end = line;
        return before;
      }
    }
    for (auto open = opening(line); open; open = opening(*open)) {
      auto condition = condition_at(*open);
      if (!condition) continue;
      condition->end = closing(*open).value_or(line);
      return condition;
    }
    return std::nullopt;
  }

 private:
  // Counted from the begin of the block that the line stands in.
  bool parentheses_are_closed(std::size_t line) const {
    int depth = 0;
    for (std::size_t i = opening(line).value_or(0); i < line; ++i) {
      for (const char c : code_[i]) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    return depth == 0;
  }

  const SourceText& lines_;
  SourceText code_;
};

class Candidates {
 public:
  Candidates(const report::Finding& finding, const std::string& file, const SourceText& lines)
      : finding_(finding), file_(file), source_(lines) {}

  std::vector<FixCandidate> all() {
    using spec::Rule;
    const auto place = line_of(finding_.place);
    if (!place) return {};
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
        change_mask(*place);
        break;
      case Rule::BarrierDivergent:
        move_barrier(*place);
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

  // In front of either access, behind either, or at the end of the block that holds them, for the next iteration of a loop.
  void add_barriers(std::size_t place, const std::string& statement) {
    std::vector<std::size_t> accesses{place};
    for (const report::Related& r : finding_.related) {
      if (const auto other = line_of(r.place)) accesses.push_back(*other);
    }
    for (const std::size_t at : accesses) outwards(at, statement);
    for (const std::size_t at : accesses) {
      if (at + 1 < source_.lines().size()) insert(at + 1, statement, indent_of(source_.lines()[at]));
    }
  }

  // In front of the line, and of the conditions and loops that hold it.
  void outwards(std::size_t at, const std::string& statement) {
    insert(at, statement);
    for (auto open = source_.opening(at); open; open = source_.opening(*open)) insert(*open, statement);
  }

  // The first argument of the call with a mask at the finding, by columns.
  struct Argument {
    std::size_t begin = 0, end = 0;
  };
  std::optional<Argument> mask_at(const std::string& code, std::size_t from) const {
    const std::size_t name = code.find("_sync", from);
    const std::size_t open = name == std::string::npos ? name : code.find('(', name);
    if (open == std::string::npos) return std::nullopt;
    int depth = 0;
    for (std::size_t k = open; k < code.size(); ++k) {
      if (code[k] == '(') ++depth;
      if (code[k] == ')') --depth;
      if ((code[k] == ',' && depth == 1) || depth == 0) return Argument{open + 1, k};
    }
    return std::nullopt;
  }

  void change_mask(std::size_t place) {
    const std::size_t column = finding_.place.column > 0 ? static_cast<std::size_t>(finding_.place.column) - 1 : 0;
    const auto argument = mask_at(source_.code()[place], std::min(column, source_.code()[place].size()));
    if (!argument) return;
    const std::string mask(trimmed(source_.lines()[place].substr(argument->begin, argument->end - argument->begin)));
    if (mask != "0xffffffff" && mask != "0xffffffffu") {
      SourceText lines = source_.lines();
      lines[place].replace(argument->begin, argument->end - argument->begin, "0xffffffffu");
      add(fmt::format("the full mask in line {}", place + 1), std::move(lines));
    }
    for (auto condition = source_.condition_over(place); condition;) {
      from_ballot(*condition, mask);
      const auto outer = source_.opening(condition->line);
      condition = outer ? source_.condition_over(*outer) : std::nullopt;
    }
  }

  // The lanes that get there, told apart by a vote before the branch; all operations under it with that mask get it.
  void from_ballot(const Condition& condition, const std::string& mask) {
    if (!is_pure(condition.text) || !source_.begins_statement(condition.line)) return;
    const std::string name = fmt::format("mask_of_line_{}", condition.line + 1);
    SourceText lines = source_.lines();
    for (std::size_t i = condition.line; i <= condition.end && i < lines.size(); ++i) {
      std::string code = source_.code()[i];
      for (std::size_t from = 0;;) {
        const auto argument = mask_at(code, from);
        if (!argument) break;
        from = argument->begin;
        if (trimmed(lines[i].substr(argument->begin, argument->end - argument->begin)) != mask) continue;
        lines[i].replace(argument->begin, argument->end - argument->begin, name);
        code.replace(argument->begin, argument->end - argument->begin, name);
      }
    }
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(condition.line),
                 fmt::format("{}const unsigned {} = __ballot_sync(0xffffffffu, {});", indent_of(lines[condition.line]), name,
                             condition.text));
    add(fmt::format("a mask from a ballot before line {}", condition.line + 1), std::move(lines));
  }

  // Out of the `if` that it stands in: behind it, before it, or between its two halves.
  void move_barrier(std::size_t place) {
    static constexpr std::string_view kBarrier = "__syncthreads();";
    const SourceText& code = source_.code();
    if (const auto own = source_.condition_at(place); own && trimmed(code[place]).ends_with(kBarrier)) {
      SourceText lines = source_.lines();
      lines[place] = indent_of(lines[place]) + std::string(kBarrier);
      return add(fmt::format("the barrier of line {} without its condition", place + 1), std::move(lines));
    }
    if (trimmed(code[place]) != kBarrier) return;
    const auto open = source_.opening(place);
    if (!open || *open == place) return;
    const auto close = source_.closing(*open);
    const auto condition = source_.condition_at(*open);
    if (!close || !condition || *close <= place || trimmed(code[*close]) != "}" || !source_.begins_statement(*open)) return;
    const std::string barrier = indent_of(source_.lines()[*open]) + std::string(kBarrier);
    const auto only_blanks = [&](std::size_t from, std::size_t to) {
      return std::all_of(code.begin() + static_cast<std::ptrdiff_t>(from), code.begin() + static_cast<std::ptrdiff_t>(to),
                         [](const std::string& line) { return trimmed(line).empty(); });
    };
    const auto moved = [&](std::size_t to, const std::vector<std::string>& text, const std::string& what) {
      SourceText lines = source_.lines();
      if (to > place) {
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(to), text.begin(), text.end());
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(place));
      } else {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(place));
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(to), text.begin(), text.end());
      }
      add(what, std::move(lines));
    };
    if (only_blanks(place + 1, *close)) moved(*close + 1, {barrier}, fmt::format("the barrier of line {} after its branch", place + 1));
    else if (only_blanks(*open + 1, place)) moved(*open, {barrier}, fmt::format("the barrier of line {} before its branch", place + 1));
    else if (keeps(*condition, *open, place)) {
      const std::string indent = indent_of(source_.lines()[*open]);
      SourceText lines = source_.lines();
      lines[place] = indent + "}";
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place) + 1,
                   {barrier, fmt::format("{}if ({}) {{", indent, condition->text)});
      add(fmt::format("the barrier of line {} between two halves of its branch", place + 1), std::move(lines));
    }
  }

  // The condition has the same value behind the lines: they call nothing and assign to nothing that it names, and it reads
  // no memory.
  bool keeps(const Condition& condition, std::size_t from, std::size_t to) const {
    if (!is_pure(condition.text) || condition.text.find_first_of("[*>-") != std::string::npos) return false;
    std::set<std::string> words;
    std::string word;
    for (const char c : condition.text + " ") {
      if (in_word(c)) word += c;
      else {
        if (!word.empty()) words.insert(word);
        word.clear();
      }
    }
    for (std::size_t i = from + 1; i < to; ++i) {
      const std::string& code = source_.code()[i];
      for (const std::string& name : words) {
        for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
          const std::size_t end = at + name.size();
          if ((at > 0 && in_word(code[at - 1])) || (end < code.size() && in_word(code[end]))) continue;
          if (at > 0 && (code[at - 1] == '&' || code[at - 1] == '+' || code[at - 1] == '-')) return false;
          const std::string_view rest = trimmed(std::string_view(code).substr(end));
          const bool compares = rest.starts_with("==");
          if (!compares && (rest.starts_with("=") || rest.starts_with("++") || rest.starts_with("--") ||
                            (rest.size() > 1 && rest[1] == '=' && rest.front() != '<' && rest.front() != '>' && rest.front() != '!')))
            return false;
        }
      }
    }
    return true;
  }

  const report::Finding& finding_;
  const std::string& file_;
  Source source_;
  std::vector<FixCandidate> out_;
};

}  // namespace

std::vector<FixCandidate> fix_candidates(const report::Finding& finding, const std::string& file, const SourceText& lines) {
  return Candidates(finding, file, lines).all();
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
  const std::size_t begin = first - std::min(first, kAround), behind = std::min(tail, kAround);
  std::string out = fmt::format("--- {0}\n+++ {0}\n@@ -{1},{2} +{1},{3} @@\n", file, begin + 1, before.size() - tail + behind - begin,
                                after.size() - tail + behind - begin);
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
  for (std::size_t i = before.size() - tail; i < before.size() - tail + behind; ++i) out += " " + before[i] + "\n";
  return out;
}

}  // namespace warpproof::cli
