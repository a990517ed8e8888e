#include "checker/cli/json_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "checker/report/printable.h"
#include "src/base/source.h"

namespace warpproof::cli {
namespace {

constexpr std::size_t kLongestReason = 200;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

[[noreturn]] void fail_at(std::string_view text, const std::string& file, std::size_t at, const std::string& message) {
  const std::string_view before = text.substr(0, at);
  const auto line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t newline = before.rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  throw InputError({file, line, static_cast<int>(before.size() - start) + 1}, report::printable(message));
}

// "unexpected ']'; expected a literal" of the parser's long message.
std::string reason_of(const nlohmann::json::parse_error& error) {
  const std::string_view all = error.what();
  const std::size_t dash = all.find(" - ");
  if (dash == std::string_view::npos) return "";
  return ": " + std::string(all.substr(dash + 3, kLongestReason));
}

nlohmann::ordered_json parsed(std::string_view text, const std::string& file) {
  try {
    return nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    fail_at(text, file, std::min(std::max<std::size_t>(error.byte, 1) - 1, text.size()), "is not valid JSON" + reason_of(error));
  }
}

// Walks over text that is known to be JSON.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text), at_(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0) { blanks(); }

  std::size_t at() const { return at_; }

  // To the member or element of the value here. Of members with one name the last counts.
  bool enter(const std::string& token) {
    const std::size_t begin = at_;
    const char open = text_[at_];
    if (open != '{' && open != '[') return false;
    std::size_t found = std::string_view::npos;
    ++at_;
    blanks();
    for (std::size_t i = 0; text_[at_] != '}' && text_[at_] != ']'; ++i) {
      std::string name = std::to_string(i);
      if (open == '{') {
        const std::size_t quote = at_;
        skip_string();
        name = nlohmann::json::parse(text_.substr(quote, at_ - quote)).get<std::string>();
        blanks();
        ++at_;  // the colon
        blanks();
      }
      if (name == token) found = at_;
      skip_value();
      blanks();
      if (text_[at_] == ',') ++at_;
      blanks();
    }
    at_ = found != std::string_view::npos ? found : begin;
    return found != std::string_view::npos;
  }

 private:
  void blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  void skip_string() {
    for (++at_; text_[at_] != '"'; ++at_) at_ += text_[at_] == '\\' ? 1 : 0;
    ++at_;
  }

  void skip_value() {
    int depth = 0;
    do {
      const char c = text_[at_];
      if (c == '"') {
        skip_string();
      } else if (c == '{' || c == '[' || c == '}' || c == ']') {
        depth += c == '{' || c == '[' ? 1 : -1;
        ++at_;
      } else {
        while (at_ < text_.size() && std::string_view(depth > 0 ? "\"{}[]" : ",}] \t\r\n").find(text_[at_]) == std::string_view::npos) ++at_;
      }
    } while (depth > 0);
  }

  std::string_view text_;
  std::size_t at_;
};

std::string kind_of(const JsonFile::Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_string()) return "a text";
  if (value.is_boolean()) return "true or false";
  return value.is_null() ? "null" : "a number";
}

std::vector<std::string> tokens_of(JsonFile::Path path) {
  std::vector<std::string> out;
  for (; !path.empty(); path.pop_back()) out.push_back(path.back());
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace

JsonFile::JsonFile(std::string_view text, std::string file, const std::string& schema, const std::string& writer)
    : text_(text), file_(std::move(file)), root_(parsed(text, file_)) {
  const std::string wanted = fmt::format("is not of schema {}, which {} writes", schema, writer);
  if (!root_.is_object() || !root_.contains("schema")) fail(Path(), wanted);
  if (root_["schema"] != schema) fail(Path("/schema"), wanted);
}

void JsonFile::fail(const Path& path, const std::string& message) const {
  Walker walker(text_);
  for (const std::string& token : tokens_of(path)) {
    if (!walker.enter(token)) break;
  }
  fail_at(text_, file_, walker.at(), message);
}

const JsonFile::Json& JsonFile::value_at(const Path& path, Json::value_t type, const char* expected) const {
  if (!root_.contains(path)) fail(path, fmt::format("has no \"{}\"", path.back()));
  const Json& value = root_.at(path);
  if (value.type() != type) fail(path, fmt::format("expected {}, not {}", expected, kind_of(value)));
  return value;
}

const JsonFile::Json& JsonFile::list_at(const Path& path, std::size_t most) const {
  const Json& value = value_at(path, Json::value_t::array, "a list");
  if (value.size() > most) fail(path, fmt::format("has more than {} elements", most));
  return value;
}

std::string JsonFile::text_at(const Path& path) const {
  return value_at(path, Json::value_t::string, "a text").get<std::string>();
}

}  // namespace warpproof::cli
