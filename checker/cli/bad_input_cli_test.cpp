// Files of a user that are wrong: each complaint has the file, the line and the column, is one line, and ends with status 3.
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;
using Json = nlohmann::json;

namespace {

const char* const kGood = "__global__ void good(int* out) { out[threadIdx.x] = 1; }\n";
const char* const kBroken =
    "__global__ void broken(int* out) {\n  if (threadIdx.x < 16) __syncthreads();\n  out[threadIdx.x] = 1;\n}\n";

struct Case {
  std::string text, complaint;  // after the file's name
};

void expect(const Workshop& shop, const std::string& file, const Case& c, const std::vector<std::string>& command) {
  std::ofstream(file, std::ios::binary) << c.text;
  const Outcome out = shop.run(command);
  INFO(c.text.substr(0, 300) << "\n" << out.err << out.out);
  CHECK(out.status == 3);
  CHECK(out.out.empty());
  CHECK(out.err.starts_with(file + c.complaint));
  CHECK(out.err.find('\n') == out.err.size() - 1);
}

}  // namespace

TEST_CASE("what is wrong in a baseline is named at its place") {
  const Workshop shop;
  const std::string kernel = shop.write("k.cu", kGood), file = shop.path("known.json");
  const std::string head = "{\"schema\": \"warpproof-baseline/1\",\n";
  const std::string whole = R"({"rule": "race", "kernel": "k", "file": "f", "text": "t"})";
  const std::string schema = "is not of schema warpproof-baseline/1, which check --write-baseline writes\n";
  for (const Case& c : std::vector<Case>{
           {"", ":1:1: error: is not valid JSON: "},
           {head + "\"findings\": [" + whole + ",]}", ":2:72: error: is not valid JSON: unexpected ']'; "},
           {head + "\"findings\": [" + whole, ":2:71: error: is not valid JSON: unexpected end of input; "},
           {"\n[]", ":2:1: error: " + schema},
           {"{\"schema\": \"warpproof-inputs/1\"}", ":1:12: error: " + schema},
           {head + "\"finding\": []}", ":1:1: error: has no \"findings\"\n"},
           {head + "\"findings\": {}}", ":2:13: error: expected a list, not an object\n"},
           {head + "\"findings\": [\n" + whole + ",\n  7]}", ":4:3: error: has no \"rule\"\n"},
           {head + "\"findings\": [\n {\"rule\": \"race\"}]}", ":3:2: error: has no \"kernel\"\n"},
           {head + "\"findings\": [{\"rule\":\n\n   null}]}", ":4:4: error: expected a text, not null\n"},
           {head + "\"findings\": [{\"kernel\": \"k\", \"file\": \"\", \"text\": \"\", \"rule\": \"rac\"}]}",
            ":2:62: error: no rule 'rac'; `warpproof spec` lists them\n"},
           {head + "\"findings\": [{\"kernel\": \"k\", \"file\": \"\", \"text\": \"\", \"rule\": \"a\\nb\\u001b[31m\"}]}",
            ":2:62: error: no rule 'a\\nb\\x1b[31m'; `warpproof spec` lists them\n"}})
    expect(shop, file, c, {"check", kernel, "--block", "32", "--baseline", file});
}

TEST_CASE("what is wrong in saved inputs is named at its place") {
  const Workshop shop;
  const std::string file = shop.path("inputs.json");
  const std::string head = "{\"schema\": \"warpproof-inputs/1\",\n\"runs\": ";
  for (const Case& c : std::vector<Case>{
           {"[1", ":1:3: error: is not valid JSON: unexpected end of input; "},
           {"{}", ":1:1: error: is not of schema warpproof-inputs/1, which check --save-inputs writes\n"},
           {head + "[]}", ":2:9: error: has no run\n"},
           {head + "[{}]}", ":2:10: error: has no \"command\"\n"},
           {head + "[{\"command\": \"warpproof run k.cu\"}]}", ":2:22: error: expected a list, not a text\n"},
           {head + "[{\"command\": [\"warpproof\", \"run\", 3]}]}", ":2:43: error: expected a text, not a number\n"},
           {head + "[{\"command\": [\"rm\", \"-r\", \"k.cu\"]}]}", ":2:22: error: \"command\" does not begin with: warpproof run FILE\n"},
           {head + "[{\"command\":\n[\"warpproof\", \"run\", \"k.cu\",\n\"--dump\", \"x\"]}]}",
            ":4:1: error: option '--dump' is none that a saved run may have\n"},
           {head + "[{\"command\":\n[\"warpproof\", \"run\", \"k.cu\",\n\"--arg\", \"a=file:/etc/hosts\\n\"]}]}",
            ":4:10: error: 'a=file:/etc/hosts\\n' is no value of --arg that a saved run may have\n"},
           {head + "[{\"command\": [\"warpproof\", \"run\", \"k.cu\", \"--arg\"]}]}", ":2:51: error: option '--arg' has no value\n"}})
    expect(shop, file, c, {"replay", file});
}

TEST_CASE("what a check has written is read again; an edit that breaks it is named") {
  const Workshop shop;
  const std::string kernel = shop.write("k.cu", kBroken), known = shop.path("known.json"), inputs = shop.path("inputs.json");
  REQUIRE(shop.run({"check", kernel, "--block", "32", "--write-baseline", known, "--save-inputs", inputs}).status == 1);
  CHECK(shop.run({"check", kernel, "--block", "32", "--baseline", known}).status == 2);
  CHECK(shop.run({"replay", inputs}).status == 1);
  const auto edited = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  expect(shop, known, {edited(read(known), "\"barrier.divergent\"", "\"barrier.diverging\""), ":5:15: error: no rule 'barrier.diverging'"},
         {"check", kernel, "--baseline", known});
  expect(shop, inputs, {edited(read(inputs), "\"--block\"", "\"--blok\""), ":"}, {"replay", inputs});
}

TEST_CASE("what is wrong in a project's file is named at its place") {
  const Workshop shop;
  shop.write("k.cu", kGood);
  const std::string file = shop.path("warpproof.toml"), head = "files = [\"k.cu\"]\n";
  const std::string suppress = head + "[[suppress]]\nrule = \"race\"\nreason = \"x\"\n", number = " takes a number from 0.001 to 1000000, not ";
  for (const Case& c : std::vector<Case>{
           {suppress + "kernel = 3\n", ":5:10: error: expected a text in quotes, not an integer\n"},
           {suppress + "file = [\"a\"]\n", ":5:8: error: expected a text in quotes, not a list\n"},
           {head + "[suppress]\nkernel = 3\n", ":2:2: error: suppress is a list of tables: [[suppress]]\n"},
           {head + "[[suppress]]\nrule = \"race\"\nreason = nan\n", ":4:10: error: expected a text in quotes, not a number\n"},
           {head + "[[suppress]]\nrule = \"a\\nb\"\nreason = \"x\"\n", ":3:8: error: a text with a line break or another control character\n"},
           {head + "[[suppress]]\nrule = \"a b\\u0009\"\nreason = \"x\"\n", ":3:8: error: a text with a line break or another control character\n"},
           {head + "\"ef\\nfort\" = 1\n", ":2:1: error: a text with a line break or another control character\n"},
           {head + "effort = nan\n", ":2:10: error: effort: --effort:" + number + "'nan'\n"},
           {head + "effort = -inf\n", ":2:10: error: effort: --effort:" + number + "'-inf'\n"},
           {head + "effort = 0.0\n", ":2:10: error: effort: --effort:" + number + "'0'\n"},
           {head + "timeout = -0.5\n", ":2:11: error: timeout: --timeout: takes a number from 0 to 1000000, not '-0.5'\n"},
           {head + "timeout = 1979-05-27\n", ":2:11: error: expected a number, not a date or a time\n"},
           {head + "memory = 99999999999999999999\n", ":2:30: error: "},
           {"files = [\"\"]\n", ":1:10: error: a file needs a name\n"},
           {head + "[files]\n", ":2:"}})
    expect(shop, file, c, {"check", "--config", file});
}

TEST_CASE("a number on the command line that is none gets a plain complaint") {
  const Workshop shop;
  const std::string kernel = shop.write("k.cu", kGood);
  for (const char* const value : {"nan", "-nan", "NaN", "inf", "-1", "0", "x", "1e9", "", "0x1p99", "1 2"}) {
    for (const char* const option : {"--effort", "--timeout", "--total-timeout"}) {
      if (std::string(value) == "0" && std::string(option) != "--effort") continue;
      const Outcome out = shop.run({"check", kernel, "--block", "32", option, value});
      INFO(option << " " << value << "\n" << out.err);
      CHECK(out.status == 3);
      CHECK(out.err.starts_with(std::string("warpproof: error: ") + option + ": takes a number from "));
      CHECK(holds(out.err, std::string(", not '") + value + "'\n"));
    }
  }
}

TEST_CASE("names that are not there are printed on one line") {
  const Workshop shop;
  const std::string kernel = shop.write("k.cu", kGood);
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"check", kernel, "--kernel", "a\nb"}, {"run", kernel, "--kernel", "a\nb"}, {"spec", "a\nb"},
           {"check", kernel, "--policy", "a\nb=c"}, {"check", kernel, "--effort", "a\nb"}}) {
    const Outcome out = shop.run(command);
    INFO(out.err << out.out);
    CHECK(out.status == 3);
    CHECK(holds(out.err, "'a\\nb'"));
    CHECK_FALSE(holds(out.err, "a\nb"));
  }
}
