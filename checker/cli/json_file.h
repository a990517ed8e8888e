// A JSON file that a user gives, and complaints about it with line and column.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace warpproof::cli {

class JsonFile {
 public:
  using Json = nlohmann::ordered_json;
  using Path = Json::json_pointer;  // "/findings"_json_pointer / 3 / "rule"

  // Throws InputError where the text is no JSON, and where it is none of `schema`, which `writer` writes. `text` must outlive this.
  JsonFile(std::string_view text, std::string file, const std::string& schema, const std::string& writer);

  const Json& root() const { return root_; }
  // The value at a path; throws InputError where it is not there or not of the type.
  const Json& list_at(const Path& path, std::size_t most) const;
  std::string text_at(const Path& path) const;

  // At the value of the path, or at what is there of it.
  [[noreturn]] void fail(const Path& path, const std::string& message) const;

 private:
  const Json& value_at(const Path& path, Json::value_t type, const char* expected) const;

  std::string_view text_;
  std::string file_;
  Json root_;
};

}  // namespace warpproof::cli
