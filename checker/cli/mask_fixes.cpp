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
    if (is_identifier(mask_)) from_ballots_under_own_mask();
    for (const Header& header : headers_) {
      if (!header.is_loop()) from_ballots({header}, kFull, false);
    }
    for (const Header& header : headers_) from_ballots({header}, kFull, true);
    lowest_lane_leads();
    whole_warp();
    for (const Header& header : headers_) {
      if (header.is_loop()) from_ballots({header}, kFull, false);
    }
    std::vector<Header> chain;
    for (const Header& header : headers_) {
      chain.push_back(header);
      if (chain.size() > 1) from_ballots(chain, kFull, false);
    }
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

  // `headers` from the innermost to the outermost: the lanes that get there are found by a vote before each branch, and
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
    // Masks are replaced before conditions, which move what comes after them.
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
  // `for (i = lane; i < n; i += 32) { .. }`: all lanes stay in the loop as long as one of them has something to do.
  void whole_warp() {
    for (const Header& header : headers_) {
      std::string condition = fmt::format("__any_sync({}, {})", kFull, header.text);
      std::string what = fmt::format("the whole warp in each iteration of the loop in line {}", header.line + 1);
      if (header.is_loop()) {
        if (!is_pure(header.text)) continue;
      } else {
        const auto bound = bound_of(header.text);
        if (!bound || bound->limit == std::to_string(kLanes)) continue;
        if (const auto lanes = number(bound->limit); lanes && *lanes > kLanes) continue;
        condition = fmt::format("{} < {}", bound->what, kLanes);
        what = fmt::format("all lanes of warp 0 take the branch in line {}", header.line + 1);
      }
      Edit edit(source_);
      if (!with_guards(edit, header)) continue;
      edit.replace(header.line, header.condition, condition);
      add_(what + "; lanes that are added contribute 0", edit.result());
    }
  }

  // What lanes do for which the condition is false changes nothing: they read and write nothing, and give 0 to sums and votes.
  // False where 0 is perhaps not what leaves the result as it is, or a line is not of the known forms.
  bool with_guards(Edit& edit, const Header& header) const {
    const bool is_block = trimmed(source_.code()[header.last]) == "}";
    const std::size_t end = header.last + (is_block ? 0 : 1);
    if (end <= header.line + 1) return false;
    std::vector<std::string> guarded;  // variables that are 0 then
    bool is_sum = false, has_shuffles = false;
    for (std::size_t i = header.line + 1; i < end; ++i) {
      const std::string_view text = trimmed(source_.code()[i]);
      for (const std::string_view other : {"min", "max", "*=", "&=", "/=", "return", "else", "break", "continue"}) {
        if (text.find(other) != std::string_view::npos) return false;
      }
      is_sum |= text.find("+=") != std::string_view::npos || text.find("|=") != std::string_view::npos;
      if (!guard_calls(edit, i, header.text, guarded, has_shuffles) || !guard_access(edit, i, header.text, guarded)) return false;
    }
    return is_sum || !has_shuffles;
  }

  bool guard_calls(Edit& edit, std::size_t line, const std::string& condition, const std::vector<std::string>& guarded,
                   bool& has_shuffles) const {
    for (std::size_t from = 0;;) {
      const auto call = warp_call_at(edit.code(line), from);
      if (!call || call->arguments.empty()) return true;
      from = call->arguments[0].begin;
      const auto is = [&](std::string_view name) { return call->name == name; };
      if (!is("__syncwarp") && call->arguments.size() < 2) return false;
      if (is("__ballot_sync") || is("__any_sync")) {
        edit.replace(line, call->arguments[1], fmt::format("{} && ({})", condition, edit.text(line, call->arguments[1])));
      } else if (is("__reduce_add_sync") || is("__reduce_or_sync") || is("__reduce_xor_sync")) {
        edit.replace(line, call->arguments[1], fmt::format("({}) ? {} : 0", condition, edit.text(line, call->arguments[1])));
      } else if (call->name.starts_with("__shfl")) {
        has_shuffles = true;
        if (std::find(guarded.begin(), guarded.end(), edit.text(line, call->arguments[1])) == guarded.end()) return false;
      } else if (!is("__syncwarp")) {
        return false;
      }
      if (edit.text(line, call->arguments[0]) == mask_) edit.replace(line, call->arguments[0], kFull);
    }
  }

  static bool guard_access(Edit& edit, std::size_t line, const std::string& condition, std::vector<std::string>& guarded) {
    const std::string code(trimmed(edit.code(line))), statement(trimmed(edit.line(line)));
    const std::string_view text = code;
    const std::size_t bracket = text.find('['), sign = text.find('=');
    if (text.starts_with("atomic")) {
      edit.replace_line(line, fmt::format("if ({}) {}", condition, statement));
      return text.back() == ';';
    }
    if (bracket == std::string_view::npos || text.starts_with("if") || text.starts_with("for")) return true;
    if (text.back() != ';' || sign == std::string_view::npos || sign == 0 || text[sign + 1] == '=') return false;
    // An array of the thread's own may be added to: what is added is 0.
    if (bracket < sign) {
      if (text[sign - 1] == '+' || text[sign - 1] == '|') return true;
      edit.replace_line(line, fmt::format("if ({}) {}", condition, statement));
      return !warp_call_at(edit.code(line), 0);
    }
    if (text[sign - 1] != ' ' || warp_call_at(edit.code(line), 0)) return false;
    const std::string_view before = trimmed(text.substr(0, sign));
    std::size_t name = before.size();
    while (name > 0 && is_word_character(before[name - 1])) --name;
    guarded.emplace_back(before.substr(name));
    edit.replace_line(line, fmt::format("{}= {} ? {} : 0;{}", statement.substr(0, sign), condition,
                                        trimmed(std::string_view(statement).substr(sign + 1, text.size() - sign - 2)),
                                        statement.substr(text.size())));
    return true;
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
