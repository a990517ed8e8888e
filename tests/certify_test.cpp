// What Z3 answered about kernels of the test suite, asked of cvc5 again. An answer of cvc5's that is another one
// fails; one that it does not give within its limit, which is counted, says nothing, but most must be confirmed.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "checker/smt/certificates.h"
#include "tests/case_runner.h"

namespace warpproof::tests {
namespace {

constexpr std::size_t kEvery = 11;       // case of those in the folders
constexpr std::size_t kMostOfCase = 12;  // questions

// "sat", "unsat", or anything else.
std::string ask_cvc5(const std::string& file) {
  const std::string command = "cvc5 --rlimit=200000 '" + file + "' 2>/dev/null";
  FILE* out = popen(command.c_str(), "r");
  REQUIRE(out != nullptr);
  std::array<char, 64> line{};
  const std::string answer = std::fgets(line.data(), line.size(), out) != nullptr ? line.data() : "";
  pclose(out);
  return answer.substr(0, answer.find('\n'));
}

TEST_CASE("cvc5 confirms what Z3 answered") {
  REQUIRE(std::system("command -v cvc5 > /dev/null") == 0);  // tools/install_dependencies
  std::string folder = (std::filesystem::temp_directory_path() / "warpproof-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  const auto cases = find_cases({"tests/cases/barriers", "tests/cases/claims", "tests/cases/loops",
                                 "tests/cases/division", "tests/cases/masks", "tests/cases/assume"});
  std::size_t asked = 0, confirmed = 0;
  for (std::size_t i = 0; i < cases.size(); i += kEvery) {
    const std::string own = folder + "/" + std::to_string(i);
    certify_to(own);
    run_case(cases[i]);
    certify_to("");
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(own)) files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    for (std::size_t k = 0; k < std::min(files.size(), kMostOfCase); ++k) {
      const std::string name = std::filesystem::path(files[k]).filename().string();
      const std::string expected = name.substr(0, name.find('-')), answer = ask_cvc5(files[k]);
      INFO(cases[i] << ": " << name << ": cvc5 says '" << answer << "'");
      CHECK((answer == expected || (answer != "sat" && answer != "unsat")));
      ++asked;
      confirmed += answer == expected ? 1 : 0;
    }
  }
  std::filesystem::remove_all(folder);
  WARN(confirmed << " of " << asked << " answers confirmed");
  CHECK(asked > 20);
  CHECK(2 * confirmed > asked);
}

}  // namespace
}  // namespace warpproof::tests
