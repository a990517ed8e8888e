#include "tests/case_header.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "checker/cli/options.h"

namespace warpproof::tests {
namespace {

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// The length of `key` in "key: value"; nothing where the text does not start so.
std::optional<std::size_t> key_length(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const bool word = std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon),
                                [](char c) { return c >= 'a' && c <= 'z'; });
  const bool ends = colon + 1 == text.size() || text[colon + 1] == ' ';
  return word && ends ? std::optional(colon) : std::nullopt;
}

class Parser {
 public:
  Parser(const std::string& text, const std::string& file) : rest_(text), file_(file) {}

  CaseHeader run() {
    std::string_view line = next_line();
    if (!line.starts_with("// case:")) fail("expected `// case: ID   expect: ..` in the first line");
    first_line(trim(line.substr(2)));
    while (!(line = next_line()).empty()) {
      if (!line.starts_with("// ")) break;
      const std::string_view body = trim(line.substr(2));
      const auto length = key_length(body);
      if (!length) break;
      detail(body.substr(0, *length), trim(body.substr(*length + 1)));
    }
    if (header_.safe && seen_.contains("level")) fail("a safe case has no level");
    return std::move(header_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { throw InputError({file_, line_, 0}, message); }

  std::string_view next_line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    return trim(line);
  }

  void first_line(std::string_view text) {
    while (!text.empty()) {
      const auto length = key_length(text);
      if (!length) fail("expected a key, at '" + std::string(text) + "'");
      const std::string key(text.substr(0, *length));
      text.remove_prefix(*length + 1);
      const std::size_t end = key == "at" ? text.size() : std::min(text.find("  ", 1), text.size());
      field(key, std::string(trim(text.substr(0, end))));
      text = trim(text.substr(end));
    }
    for (const char* key : {"case", "expect", "class", "launch", "at"}) {
      if (!seen_.contains(key)) fail("no `" + std::string(key) + ":` in the first line");
    }
  }

  void once(const std::string& key) {
    if (!seen_.insert(key).second) fail("`" + key + ":` is given twice");
  }

  void field(const std::string& key, const std::string& value) {
    once(key);
    if (value.empty()) fail("`" + key + ":` has no value");
    if (key == "case") {
      header_.id = value;
    } else if (key == "expect") {
      if (value != "safe" && value != "unsafe" && value != "unproved")
        fail("expect: is safe, unsafe or unproved, not '" + value + "'");
      header_.safe = value == "safe";
      header_.unproved = value == "unproved";
    } else if (key == "class") {
      header_.kind = value;
    } else if (key == "launch") {
      launch(value);
    } else if (key == "rule") {
      if (value == "-") return;
      const spec::RuleInfo* info = spec::find_rule(value);
      if (info == nullptr) fail("no rule '" + value + "'");
      header_.rule = info->rule;
    } else if (key == "at") {
      if (value != "-") header_.at = value;
    } else {
      fail("unknown key '" + key + "' in the first line");
    }
  }

  void detail(std::string_view key, std::string_view value) {
    static const std::set<std::string_view> for_readers = {"source",    "url",  "cause",  "why",
                                                           "contested", "note", "compare"};
    if (for_readers.contains(key)) return;
    if (key == "assume") {
      header_.assumptions.emplace_back(value);
      return;
    }
    if (key == "size") {
      header_.sizes.emplace_back(value);
      return;
    }
    once(std::string(key));
    if (key == "level") {
      if (value != "ptx" && value != "functional") fail("level: is ptx or functional");
      header_.functional = value == "functional";
    } else if (key == "proved") {
      if (header_.safe) fail("proved: is for unsafe cases");
      if (value.empty()) fail("proved: needs block sizes, or `-`");
      header_.proved = value == "-" ? "" : value;
    } else if (key == "pending") {
      if (value.empty()) fail("pending: needs a reason");
      header_.pending = value;
    } else {
      fail("unknown key '" + std::string(key) + "'");
    }
  }

  // "grid(1) block(64) n=100": words with at most one pair of parentheses, or NAME=VALUE.
  void launch(const std::string& text) {
    std::string_view rest = text;
    while (!(rest = trim(rest)).empty()) {
      const std::size_t open = rest.find('('), equals = rest.find('=');
      std::size_t end = std::min(rest.find(' '), rest.size());
      try {
        if (open < end && open < equals) {
          const std::size_t close = rest.find(')');
          if (close == std::string_view::npos) fail("launch: '(' without ')'");
          launch_word(rest.substr(0, open), std::string(rest.substr(open + 1, close - open - 1)));
          end = close + 1;
        } else {
          header_.parameters.insert(cli::parse_parameter(std::string(rest.substr(0, end))));
        }
      } catch (const cli::OptionError& error) {
        fail(std::string("launch: ") + error.what());
      }
      rest.remove_prefix(end);
    }
    if (!launch_seen_.contains("block")) fail("launch: has no block(..)");
    if (!launch_seen_.contains("grid")) fail("launch: has no grid(..)");
  }

  void launch_word(std::string_view word, const std::string& value) {
    if (word != "policy" && !launch_seen_.insert(std::string(word)).second) {
      fail("launch: two of " + std::string(word) + "(..)");
    }
    if (word == "block") {
      header_.block = cli::parse_block(value);
    } else if (word == "grid") {
      header_.grid = cli::parse_grid(value);
    } else if (word == "target") {
      header_.target_sm = cli::parse_target(value);
    } else if (word == "shared") {
      const auto bytes = cli::parse_integer(value);
      if (!bytes) fail("launch: shared(..) takes bytes");
      header_.dynamic_shared = *bytes;
    } else if (word == "warp" || word == "unroll") {
      const auto number = cli::parse_integer(value);
      if (!number || *number > 1024 || (word == "warp" && *number != 4 && *number != 8 && *number != 32))
        fail("launch: " + std::string(word) + "(..) takes a number (warp: 4, 8 or 32)");
      (word == "warp" ? header_.warp_size : header_.unroll) = static_cast<int>(*number);
    } else if (word == "effort") {
      const auto percent = cli::parse_integer(value);
      if (!percent || *percent < 1 || *percent > 100) fail("launch: effort(..) takes a part in percent");
      header_.effort = static_cast<double>(*percent) / 100;
    } else if (word == "runs") {
      if (value != "none") fail("launch: runs(..) is runs(none)");
      header_.random_runs = false;
    } else if (word == "alias") {
      if (value != "may") fail("launch: alias(..) is alias(may)");
      header_.pointers_overlap = true;
    } else if (word == "bounds") {
      if (value != "all") fail("launch: bounds(..) is bounds(all)");
      header_.bounds = true;
    } else if (word == "policy") {
      if (const auto message = spec::apply_policy(header_.policies, value)) fail("launch: " + *message);
    } else {
      fail("launch: unknown word '" + std::string(word) + "'");
    }
  }

  std::string_view rest_;
  const std::string& file_;
  int line_ = 0;
  std::set<std::string> seen_, launch_seen_;
  CaseHeader header_;
};

}  // namespace

CaseHeader parse_case_header(const std::string& text, const std::string& file) {
  return Parser(text, file).run();
}

}  // namespace warpproof::tests
