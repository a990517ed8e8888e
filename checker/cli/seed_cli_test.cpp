// `--seed`: the same seed draws the same, another one draws something else, and proofs stay.
#include <regex>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;

namespace {

// Only a schedule in which warp 1 comes first shows it.
const char* const kTickets = R"(__global__ void tickets(int* out) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  int ticket = 0;
  if (threadIdx.x % 32 == 0) ticket = atomicAdd(&next, 1);
  if (threadIdx.x % 32 == 0 && ticket < threadIdx.x / 32) out[0] = __ballot_sync(2, 1);
}
)";

const char* const kRotate = R"(__global__ void rotate(int* out) {
  out[threadIdx.x] = __shfl_sync(~0u, (int)threadIdx.x, threadIdx.x + 1);
}
)";

// Times aside.
std::string without_times(const Outcome& outcome) {
  return std::regex_replace(outcome.out, std::regex("[0-9.]+ s\\b"), "- s");
}

}  // namespace

TEST_CASE("random choices follow --seed") {
  const Workshop shop;
  const std::string tickets = shop.write("tickets.cu", kTickets);
  const auto check = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"check", tickets, "--block", "64", "--grid", "1"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = shop.run(words);
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == 1);
    return without_times(outcome);
  };
  const std::string plain = check({});
  CHECK(plain == check({"--seed", "0"}));
  const std::string other = check({"--seed", "18446744073709551615"});
  CHECK(other == check({"--seed", "18446744073709551615"}));
  CHECK(other != plain);
}

TEST_CASE("a proof does not depend on --seed") {
  const Workshop shop;
  const std::string rotate = shop.write("rotate.cu", kRotate);
  for (const char* const seed : {"0", "1", "99"})
    CHECK(shop.run({"check", rotate, "--block", "64", "--seed", seed}).status == 0);
  const Outcome bad = shop.run({"check", rotate, "--seed", "one"});
  CHECK(bad.status == 3);
  CHECK(bad.err.find("--seed") != std::string::npos);
}
