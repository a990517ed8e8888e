// How much a randomised test tries: a small fixed amount in the suite, as much as one likes by hand.
//
//   bazel test -c opt --test_env=WARPPROOF_ROUNDS=50000 --test_env=WARPPROOF_SEED=7
//   //src/term:rewrite_property_test
#pragma once

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace warpproof::testing {

// The environment's value, or `otherwise` where it has none. Throws std::invalid_argument for what is no
// number.
inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return otherwise;
  std::size_t used = 0;
  const std::uint64_t value = std::stoull(text, &used);
  if (text[used] != '\0') throw std::invalid_argument(std::string(name) + " is no number: " + text);
  return value;
}

// Rounds of each randomised test case.
inline int rounds(int in_the_suite) {
  return static_cast<int>(
      number_from_environment("WARPPROOF_ROUNDS", static_cast<std::uint64_t>(in_the_suite)));
}

// Seeds of the suite are fixed; any other number gives other samples.
inline std::uint64_t seed(std::uint64_t in_the_suite) {
  return in_the_suite + 1'000'003 * number_from_environment("WARPPROOF_SEED", 0);
}

// Is the environment's value `all`? Throws std::invalid_argument for any other value than none.
inline bool is_all(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return false;
  if (std::string(text) != "all") throw std::invalid_argument(std::string(name) + " is not 'all'");
  return true;
}

// Whether a test that replays a share of what is recorded is to replay all of it.
inline bool all_samples() { return is_all("WARPPROOF_SAMPLES"); }

}  // namespace warpproof::testing
