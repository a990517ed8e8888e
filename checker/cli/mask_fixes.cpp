#include "checker/cli/mask_fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/base/text.h"

namespace warpproof::cli {
namespace {

constexpr const char* kFull = "0xffffffffu";
constexpr int kLanes = 32;

bool is_full(std::string_view mask) {
  for (const std::string_view text : {"0xffffffff", "0xffffffffu", "0xffffffffU", "0xFFFFFFFF", "0xFFFFFFFFu", "0xFFFFFFFFU", "~0u", "~0U", "-1"}) {
    if (mask == text) return true;
  }
  return false;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error != std::errc() || !(rest.empty() || rest == "u" || rest == "U")) return std::nullopt;
  return value;
}

// "x < 16" in its two parts.
struct Bound {
  std::string what, limit;
};
std::optional<Bound> bound_of(const std::string& condition) {
  const std::size_t at = condition.find('<');
  if (at == std::string::npos || condition.find_first_of("<>=&|!?:,", at + 1) != std::string::npos) return std::nullopt;
  Bound out{std::string(trimmed(std::string_view(condition).substr(0, at))), std::string(trimmed(std::string_view(condition).substr(at + 1)))};
  const bool is_index = std::all_of(out.what.begin(), out.what.end(), [](char c) { return is_word_character(c) || c == '.'; });
  if (out.what.empty() || out.limit.empty() || !is_index || !is_pure(condition)) return std::nullopt;
  return out;
}

// Edits of lines of a source. What is put before a line comes in only at the end, so that lines keep their numbers.
class Edit {
 public:
  explicit Edit(const FixSource& source) : source_(source), lines_(source.lines()), code_(source.code()) {}

  const std::string& code(std::size_t line) const { return code_[line]; }
  const std::string& line(std::size_t line) const { return lines_[line]; }
  std::string text(std::size_t line, TextRange range) const { return lines_[line].substr(range.begin, range.end - range.begin); }

  void replace(std::size_t line, TextRange range, const std::string& text) {
    lines_[line].replace(range.begin, range.end - range.begin, text);
    code_[line].replace(range.begin, range.end - range.begin, text);
  }
  void replace_line(std::size_t line, const std::string& text) {
    lines_[line] = code_[line] = indent_of(lines_[line]) + text;
  }
  void put_before(std::size_t line, const std::string& statement) {
    before_.emplace_back(line, indent_of(source_.lines()[line]) + statement);
  }

  SourceText result() const {
    SourceText out = lines_;
    auto sorted = before_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto it = sorted.rbegin(); it != sorted.rend(); ++it)
      out.insert(out.begin() + static_cast<std::ptrdiff_t>(it->first), it->second);
    return out;
  }

 private:
  const FixSource& source_;
  SourceText lines_, code_;
  std::vector<std::pair<std::size_t, std::string>> before_;
};

class MaskFixes {
 public:
  MaskFixes(const FixSource& source, std::size_t line, std::size_t column, const AddFix& add)
      : source_(source), line_(line), column_(column), add_(add) {}

  void run() {
    const std::string& code = source_.code()[line_];
    auto call = warp_call_at(code, std::min(column_, code.size()));
    if (!call) call = warp_call_at(code, 0);
    if (!call || call->arguments.empty()) return;
    call_ = *std::move(call);
    mask_ = Edit(source_).text(line_, call_.arguments[0]);
    if (!is_full(mask_)) {
      Edit edit(source_);
      edit.replace(line_, call_.arguments[0], kFull);
      add_(fmt::format("the full mask in line {}", line_ + 1), edit.result());
    }
    headers_ = source_.headers_over(line_, call_.arguments[0].begin);
    for (const bool has_width : {false, true}) {
      for (const Header& header : headers_) from_ballots({header}, kFull, has_width);
    }
    std::vector<Header> chain;
    for (const Header& header : headers_) {
      chain.push_back(header);
      if (chain.size() > 1) from_ballots(chain, kFull, false);
    }
    if (is_identifier(mask_)) from_ballots_under_own_mask();
    whole_warp();
    lowest_lane_leads();
  }

 private:
  // All operations with that mask in the lines get another one.
  void replace_masks(Edit& edit, std::size_t first, std::size_t last, const std::string& mask, const std::string& width) const {
    for (std::size_t i = first; i <= last && i < source_.lines().size(); ++i) {
      for (std::size_t from = 0;;) {
        const auto call = warp_call_at(edit.code(i), from);
        if (!call || call->arguments.empty()) break;
        from = call->arguments[0].begin;
        if (edit.text(i, call->arguments[0]) != mask_) continue;
        const bool takes_width = call->name.starts_with("__shfl") && call->arguments.size() == 3;
        if (!width.empty() && takes_width) edit.replace(i, {call->end, call->end}, ", " + width);
        edit.replace(i, call->arguments[0], mask);
      }
    }
  }

  // `headers` from the innermost to the outermost: the lanes that get there are told apart by a vote before each branch, and
  // before each iteration of a loop, under the mask of those that got so far.
  void from_ballots(const std::vector<Header>& headers, const std::string& outermost, bool has_width) {
    Edit edit(source_);
    std::string mask = outermost, where, width;
    if (has_width) {
      const auto bound = bound_of(headers.front().text);
      const auto lanes = bound ? number(bound->limit) : std::nullopt;
      if (!lanes || *lanes < 1 || *lanes >= kLanes || (*lanes & (*lanes - 1)) != 0) return;
      width = std::to_string(*lanes);
    }
    // Masks are replaced before conditions, which move what stands behind them.
    replace_masks(edit, headers.front().line, headers.front().last, name_of(headers.front()), width);
    for (auto header = headers.rbegin(); header != headers.rend(); ++header) {
      if (!is_pure(header->text)) return;
      const std::string name = name_of(*header);
      const std::string vote = fmt::format("__ballot_sync({}, {})", header->is_loop() ? name : mask, header->text);
      if (header->is_loop()) {
        const auto place = statement_of(*header);
        if (!place) return;
        edit.put_before(*place, fmt::format("unsigned {} = {};", name, mask));
        edit.replace(header->line, header->condition, fmt::format("{} = {}, {}", name, vote, header->text));
      } else {
        if (!source_.begins_statement(header->line)) return;
        edit.put_before(header->line, fmt::format("const unsigned {} = {};", name, vote));
      }
      where += fmt::format("{}{} line {}", where.empty() ? "" : " and ",
                           header->is_loop() ? "before each iteration of the loop in" : "before", header->line + 1);
      mask = name;
    }
    add_(fmt::format("a mask from a ballot {}{}", where, width.empty() ? "" : ", and width " + width), edit.result());
  }

  static std::string name_of(const Header& header) { return fmt::format("mask_of_line_{}", header.line + 1); }

  // The mask is right where it is made, and not in the branches further in.
  void from_ballots_under_own_mask() {
    std::vector<Header> chain;
    for (const Header& header : headers_) {
      if (source_.lines()[header.line].find(mask_) != std::string::npos) break;
      chain.push_back(header);
      from_ballots(chain, mask_, false);
    }
  }

  // Where a variable for a loop may be declared: before the loop, or before headers that hold nothing else.
  std::optional<std::size_t> statement_of(const Header& header) const {
    if (source_.begins_statement(header.line)) return header.line;
    for (const Header& outer : headers_) {
      if (outer.line < header.line && outer.last == header.last && source_.begins_statement(outer.line)) return outer.line;
    }
    return std::nullopt;
  }

  // `if (x < k) { v = s[x]; v += __shfl..; s[x] = v; }`: all lanes below 32 go in, and only those below k read and write.
  void whole_warp() {
    if (!call_.name.starts_with("__shfl")) return;
    for (const Header& header : headers_) {
      const auto bound = header.is_loop() ? std::nullopt : bound_of(header.text);
      if (!bound || bound->limit == std::to_string(kLanes)) continue;
      if (const auto lanes = number(bound->limit); lanes && *lanes > kLanes) continue;
      Edit edit(source_);
      if (!with_guards(edit, header)) continue;
      edit.replace(header.line, header.condition, fmt::format("{} < {}", bound->what, kLanes));
      add_(fmt::format("the whole first warp in the branch of line {}, with 0 for lanes that are not below {}", header.line + 1, bound->limit),
           edit.result());
      return;
    }
  }

  // False where 0 is perhaps not what leaves the result as it is, or a line is not of the known forms.
  bool with_guards(Edit& edit, const Header& header) const {
    if (header.last <= header.line) return false;
    bool is_sum = false;
    replace_masks(edit, header.line, header.last, kFull, "");
    for (std::size_t i = header.line + 1; i < header.last; ++i) {
      const std::string code = edit.code(i);
      const std::string_view text = trimmed(code);
      for (const std::string_view other : {"min", "max", "*=", "&=", "/=", "return", "else"}) {
        if (text.find(other) != std::string_view::npos) return false;
      }
      is_sum |= text.find("+=") != std::string_view::npos || text.find("|=") != std::string_view::npos;
      const std::size_t bracket = text.find('[');
      if (bracket == std::string_view::npos || text.starts_with("if")) continue;
      if (text.back() != ';' || warp_call_at(code, 0)) return false;
      const std::size_t sign = text.find('=');
      if (sign == std::string_view::npos || sign == 0 || text[sign + 1] == '=') return false;
      const std::string line(trimmed(edit.line(i)));
      if (bracket < sign) edit.replace_line(i, fmt::format("if ({}) {}", header.text, line));
      else if (text[sign - 1] == ' ')
        edit.replace_line(i, fmt::format("{}= {} ? {} : 0;{}", line.substr(0, sign), header.text,
                                         trimmed(std::string_view(line).substr(sign + 1, text.size() - sign - 2)), line.substr(text.size())));
      else return false;
    }
    return is_sum;
  }

  // `if (lane == 0) base = ..; base = __shfl_sync(mask, base, 0);`, where lane 0 may not be in the mask.
  void lowest_lane_leads() {
    if (call_.name != "__shfl_sync" || call_.arguments.size() < 3 || !is_identifier(mask_) || headers_.empty()) return;
    Edit edit(source_);
    const std::string lane = edit.text(line_, call_.arguments[2]);
    if (!number(lane)) return;
    const std::string leader = fmt::format("__ffs({}) - 1", mask_), sign = "== " + lane + ")";
    edit.replace(line_, call_.arguments[2], leader);
    int changes = 0;
    for (std::size_t i = headers_.front().line + 1; i < line_; ++i) {
      const std::size_t at = edit.code(i).find(sign);
      if (!trimmed(edit.code(i)).starts_with("if") || at == std::string::npos) continue;
      edit.replace(i, {at, at + sign.size()}, "== " + leader + ")");
      ++changes;
    }
    if (changes == 1) add_(fmt::format("the lowest lane of {} leads in line {}", mask_, line_ + 1), edit.result());
  }

  const FixSource& source_;
  const std::size_t line_, column_;
  const AddFix& add_;
  WarpCall call_;
  std::string mask_;
  std::vector<Header> headers_;
};

}  // namespace

void mask_fixes(const FixSource& source, std::size_t line, std::size_t column, const AddFix& add) {
  MaskFixes(source, line, column, add).run();
}

}  // namespace warpproof::cli
