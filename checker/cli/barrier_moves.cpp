#include "checker/cli/barrier_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "src/base/text.h"

namespace warpproof::cli {
namespace {

constexpr std::string_view kBarrier = "__syncthreads();";

// Where one step has taken a barrier.
struct Moved {
  SourceText lines;
  std::size_t line = 0;
  std::string where;  // "after its branch"
};

// The condition has the same value after the lines: they call nothing and assign to nothing that it names, and it reads no
// memory.
bool keeps(const FixSource& source, const std::string& condition, std::size_t from, std::size_t to) {
  if (!is_pure(condition) || condition.find_first_of("[*>-") != std::string::npos) return false;
  std::set<std::string> words;
  std::string word;
  for (const char c : condition + " ") {
    if (is_word_character(c)) word += c;
    else {
      if (!word.empty()) words.insert(word);
      word.clear();
    }
  }
  for (std::size_t i = from + 1; i < to; ++i) {
    const std::string& code = source.code()[i];
    for (const std::string& name : words) {
      for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at > 0 && is_word_character(code[at - 1])) || (end < code.size() && is_word_character(code[end]))) continue;
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

class Move {
 public:
  // `barrier`: the statement, as it stands in the line.
  Move(const FixSource& source, std::size_t line, std::string barrier)
      : source_(source), code_(source.code()), line_(line), barrier_(std::move(barrier)) {}

  // Out of the `if` that it stands in.
  std::optional<Moved> out() const {
    if (const auto own = source_.header_at(line_); own && own->kind == Header::Kind::If && trimmed(code_[line_]).ends_with(barrier_))
      return in_place(line_, line_ + 1);
    if (trimmed(code_[line_]) != barrier_) return std::nullopt;
    const auto headers = source_.headers_over(line_, 0);
    if (headers.empty() || headers.front().kind != Header::Kind::If) return std::nullopt;
    const Header& header = headers.front();
    if (header.last == line_) return in_place(header.line, line_ + 1);
    const std::size_t close = header.last;
    if (close <= line_ || !source_.begins_statement(header.line)) return std::nullopt;
    if (trimmed(code_[close]) == "} else {") return out_of_both(close);
    if (trimmed(code_[close]) != "}") return std::nullopt;
    if (const auto next = next_line(close); next && trimmed(code_[*next]).starts_with("else")) return std::nullopt;
    if (are_blank(line_ + 1, close)) return moved(line_, close + 1, header.line, "after its branch");
    const std::size_t open = source_.opening(line_).value_or(header.line);
    if (are_blank(open + 1, line_)) return moved(line_, header.line, header.line, "before its branch");
    if (open != header.line || !keeps(source_, header.text, open, line_)) return std::nullopt;
    const std::string indent = indent_of(source_.lines()[header.line]);
    SourceText lines = source_.lines();
    lines[line_] = indent + "}";
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line_) + 1,
                 {indent + barrier_, fmt::format("{}if ({}) {{", indent, header.text)});
    return Moved{std::move(lines), line_ + 1, "between the halves of its branch, which is split"};
  }

 private:
  bool are_blank(std::size_t from, std::size_t to) const {
    return std::all_of(code_.begin() + static_cast<std::ptrdiff_t>(from), code_.begin() + static_cast<std::ptrdiff_t>(to),
                       [](const std::string& line) { return trimmed(line).empty(); });
  }
  std::optional<std::size_t> next_line(std::size_t line) const {
    for (std::size_t i = line + 1; i < code_.size(); ++i) {
      if (!trimmed(code_[i]).empty()) return i;
    }
    return std::nullopt;
  }

  // In place of the lines from `first` to before `end`, without its condition.
  Moved in_place(std::size_t first, std::size_t end) const {
    SourceText lines = source_.lines();
    lines[first] = indent_of(lines[first]) + barrier_;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(first) + 1, lines.begin() + static_cast<std::ptrdiff_t>(end));
    return {std::move(lines), first, "without its condition"};
  }

  Moved moved(std::size_t from, std::size_t to, std::size_t indented_as, std::string where) const {
    SourceText lines = source_.lines();
    const std::string barrier = indent_of(lines[indented_as]) + barrier_;
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(to), barrier);
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(from + (to <= from ? 1 : 0)));
    return {std::move(lines), to <= from ? to : to - 1, std::move(where)};
  }

  // The first half ends in line `middle`; the barrier is its last statement, and that of the other half, if that has one.
  std::optional<Moved> out_of_both(std::size_t middle) const {
    const auto close = source_.closing(middle);
    if (!close || trimmed(code_[*close]) != "}" || !are_blank(line_ + 1, middle)) return std::nullopt;
    if (const auto next = next_line(*close); next && trimmed(code_[*next]).starts_with("else")) return std::nullopt;
    std::size_t last = *close;
    while (last > middle && (last == *close || trimmed(code_[last]).empty())) --last;
    Moved out = moved(line_, *close + 1, middle, "after its branch");
    if (trimmed(code_[last]) != barrier_) return out;
    out.lines.erase(out.lines.begin() + static_cast<std::ptrdiff_t>(last - 1));
    --out.line;
    out.where = "after both halves of its branch";
    return out;
  }

  const FixSource& source_;
  const SourceText& code_;
  const std::size_t line_;
  const std::string barrier_;
};

// Of threads of one warp only, perhaps: all barriers of the innermost block, which are one cause.
void of_the_warp(const FixSource& source, std::size_t line, const AddFix& add) {
  const auto open = source.opening(line);
  const auto close = open ? source.closing(*open) : std::nullopt;
  if (!close) return;
  SourceText lines = source.lines();
  std::size_t count = 0;
  for (std::size_t i = *open; i <= *close; ++i) {
    for (std::size_t at = source.code()[i].rfind(kBarrier); at != std::string::npos;
         at = at == 0 ? std::string::npos : source.code()[i].rfind(kBarrier, at - 1)) {
      lines[i].replace(at, kBarrier.size(), "__syncwarp();");
      ++count;
    }
  }
  if (count > 0) add(fmt::format("__syncwarp() in place of {} __syncthreads() from line {} on", count, *open + 1), std::move(lines));
}

void move_out(const FixSource& source, std::size_t line, const std::string& barrier, const AddFix& add) {
  constexpr int kMostBranches = 4;
  SourceText lines = source.lines();
  std::size_t at = line;
  std::string where;
  for (int branches = 0; branches < kMostBranches; ++branches) {
    const FixSource now(lines);
    auto next = Move(now, at, barrier).out();
    if (!next) break;
    where += (where.empty() ? "" : ", then ") + next->where;
    add(fmt::format("the barrier of line {} {}", line + 1, where), next->lines);
    lines = std::move(next->lines);
    at = next->line;
  }
}

}  // namespace

void barrier_moves(const FixSource& source, std::size_t line, const AddFix& add) {
  move_out(source, line, std::string(kBarrier), add);
  of_the_warp(source, line, add);
}

void warp_barrier_moves(const FixSource& source, std::size_t line, const AddFix& add) {
  const std::string& code = source.code()[line];
  const std::size_t begin = code.find("__syncwarp("), end = code.find(';', begin);
  if (begin != std::string::npos && end != std::string::npos) move_out(source, line, code.substr(begin, end + 1 - begin), add);
}

}  // namespace warpproof::cli
