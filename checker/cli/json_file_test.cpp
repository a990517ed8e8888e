#include "checker/cli/json_file.h"

#include <catch2/catch.hpp>

#include "src/base/source.h"

using namespace warpproof;
using namespace warpproof::cli;
using Path = JsonFile::Path;

namespace {

std::string complaint(const std::string& text, const Path& path = Path(), const char* message = "here") {
  try {
    JsonFile(text, "f.json", "s/1", "a command").fail(path, message);
  } catch (const InputError& error) {
    return error.where().str() + ": " + error.message();
  }
}

template <class Ask>
std::string complaint_of(const std::string& text, const Ask& ask) {
  const JsonFile json(text, "f.json", "s/1", "a command");
  try {
    ask(json);
  } catch (const InputError& error) {
    return error.where().str() + ": " + error.message();
  }
  return "";
}

}  // namespace

TEST_CASE("what is no JSON is named at its place") {
  CHECK(complaint("").starts_with("f.json:1:1: is not valid JSON: unexpected end of input"));
  CHECK(complaint("{\n  \"a\": 1,\n  ]\n").starts_with("f.json:3:3: is not valid JSON: unexpected ']'"));
  CHECK(complaint("{\"a\"\n").starts_with("f.json:2:1: is not valid JSON: unexpected end of input"));
  CHECK(complaint(std::string(100'000, '[')).starts_with("f.json:1:100001: is not valid JSON"));
  CHECK(complaint("{\"a\": \"\xff\"}").starts_with("f.json:1:8: is not valid JSON"));
  CHECK(complaint("\"" + std::string(100'000, 'x')).size() < 400);
  CHECK(complaint(std::string("\0\n", 2)).find('\n') == std::string::npos);
}

TEST_CASE("another schema is named at its place") {
  const std::string wanted = ": is not of schema s/1, which a command writes";
  CHECK(complaint("\n []") == "f.json:2:2" + wanted);
  CHECK(complaint("{\"a\": 1}") == "f.json:1:1" + wanted);
  CHECK(complaint("{\n\"schema\":\n \"s/2\"}") == "f.json:3:2" + wanted);
  CHECK(complaint("{\"schema\": 1}") == "f.json:1:12" + wanted);
}

TEST_CASE("a value is found by its path") {
  const std::string text =
      "\xEF\xBB\xBF{\"x\": {\"schema\": [\"}\", \"\\\"{\"]},\n"
      " \"schema\" : \"s/1\", \"n\": -1.5e3,\n"
      "\t\"l\":[ 1,true , [ ],\n  {\"a\\u0062\":null, \"k\":{}}, {\"k\": [[3], \"]\", 4 ] } ],\n \"d\": 1, \"d\":\n2}";
  const auto at = [&](const char* path) {
    const std::string all = complaint(text, Path(path));
    return all.substr(0, all.find(": here"));
  };
  CHECK(at("") == "f.json:1:4");
  CHECK(at("/schema") == "f.json:2:13");
  CHECK(at("/x/schema/1") == "f.json:1:27");
  CHECK(at("/n") == "f.json:2:25");
  CHECK(at("/l/0") == "f.json:3:8");
  CHECK(at("/l/1") == "f.json:3:10");
  CHECK(at("/l/2") == "f.json:3:17");
  CHECK(at("/l/3/ab") == "f.json:4:14");
  CHECK(at("/l/3/k") == "f.json:4:24");
  CHECK(at("/l/4/k/2") == "f.json:4:46");
  CHECK(at("/d") == "f.json:6:1");
  // What is not there has the place of what should hold it.
  CHECK(at("/l/3/none") == "f.json:4:3");
  CHECK(at("/l/9") == "f.json:3:6");
  CHECK(at("/n/0") == "f.json:2:25");
}

TEST_CASE("a value of another type is named at its place") {
  const std::string text = "{\"schema\": \"s/1\",\n\"l\": [5, null, true, {}],\n\"t\": \"x\"}";
  const auto list = [&](const char* path) { return complaint_of(text, [&](const JsonFile& json) { json.list_at(Path(path), 3); }); };
  const auto word = [&](const char* path) { return complaint_of(text, [&](const JsonFile& json) { json.text_at(Path(path)); }); };
  CHECK(list("/t") == "f.json:3:6: expected a list, not a text");
  CHECK(list("/none") == "f.json:1:1: has no \"none\"");
  CHECK(list("/l") == "f.json:2:6: has more than 3 elements");
  CHECK(word("/l") == "f.json:2:6: expected a text, not a list");
  CHECK(word("/l/0") == "f.json:2:7: expected a text, not a number");
  CHECK(word("/l/1") == "f.json:2:10: expected a text, not null");
  CHECK(word("/l/2") == "f.json:2:16: expected a text, not true or false");
  CHECK(word("/l/3") == "f.json:2:22: expected a text, not an object");
  CHECK(word("/t").empty());
}

TEST_CASE("a complaint is one line, whatever the file says") {
  const std::string text = "{\"schema\": \"s/1\"}";
  CHECK(complaint(text, Path(), "no 'a\nb\x1b'") == "f.json:1:1: no 'a\\nb\\x1b'");
}
