#include "checker/cli/saved_inputs.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "src/base/source.h"

using namespace warpproof;
using namespace warpproof::cli;
using Words = std::vector<std::string>;

namespace {

report::Report with_runs(const std::vector<Words>& commands) {
  report::Report r;
  r.kernels.resize(1);
  for (const Words& command : commands) {
    report::Finding f;
    f.rerun = command;
    f.inputs = {{"n", "5"}};
    r.kernels[0].findings.push_back(f);
  }
  return r;
}

std::string file_with(const nlohmann::json& command) {
  return nlohmann::json{{"schema", "warpproof-inputs/1"}, {"runs", {{{"command", command}}}}}.dump();
}

std::string complaint(const std::string& text) {
  try {
    read_saved_runs(text, "f.json");
  } catch (const InputError& error) {
    return error.message();
  }
  return "";
}

}  // namespace

TEST_CASE("what is saved is read again, each run once") {
  const Words a{"warpproof", "run", "k.cu", "--kernel", "k", "-X", "-fsigned-char", "--arg", "n=-5", "--unsized"},
      b{"warpproof", "run", "k.cu", "--arg", "in=cells:any:0=ff"};
  const auto runs = read_saved_runs(saved_inputs(with_runs({a, b, a, {}})), "f.json");
  REQUIRE(runs.size() == 2);
  CHECK(runs[0] == Words(a.begin() + 2, a.end()));
  CHECK(runs[1] == Words(b.begin() + 2, b.end()));
}

TEST_CASE("a file of saved inputs says of each run what it shows") {
  const auto json = nlohmann::json::parse(saved_inputs(with_runs({{"warpproof", "run", "k.cu"}})));
  CHECK(json["schema"] == "warpproof-inputs/1");
  CHECK(json["runs"][0]["inputs"]["n"] == "5");
}

TEST_CASE("no text but a saved run is taken") {
  CHECK(complaint("").starts_with("is not valid JSON: "));
  CHECK(complaint(std::string(100'000, '[')).starts_with("is not valid JSON: "));
  CHECK(complaint("[]").find("schema") != std::string::npos);
  CHECK(complaint(R"({"schema": 1, "runs": []})").find("schema") != std::string::npos);
  CHECK(complaint(R"({"schema": "warpproof-inputs/1", "runs": 5})") == "expected a list, not a number");
  CHECK(complaint(R"({"schema": "warpproof-inputs/1", "runs": []})") == "has no run");
  CHECK(complaint(R"({"schema": "warpproof-inputs/1", "runs": [5]})") == "has no \"command\"");
  for (const nlohmann::json& command : std::vector<nlohmann::json>{
           "warpproof run", {1, 2, 3}, {"warpproof", "run"}, {"warpproof", "check", "k.cu"}, {"rm", "run", "k.cu"},
           {"warpproof", "run", "--save"}, {"warpproof", "run", "k.cu", "--save", "in=/etc/passwd"},
           {"warpproof", "run", "k.cu", "--arg", "in=file:/etc/passwd"}, {"warpproof", "run", "k.cu", "--arg", "--save=in=x"},
           {"warpproof", "run", "k.cu", "-X", "--save=in=x"}, {"warpproof", "run", "k.cu", "-X", "-fplugin=x.so"},
           {"warpproof", "run", "k.cu", "--dump", "in:u32:1"}, {"warpproof", "run", "k.cu", "--arg"},
           {"warpproof", "run", "k.cu", "other.cu"}, {"warpproof", "run", "k.cu", "--", "x"}})
    CHECK(complaint(file_with(command)) != "");
}
