#include "src/base/shortage.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "src/base/apart.h"

namespace warpproof {
namespace {

// In a process of its own, which watches unless it is said otherwise: was there a shortage in `work`?
bool has_shortage(const std::function<void()>& work, bool watches = true) {
  const ApartResult result = run_apart(
      [&] {
        if (watches) shortage::watch();
        work();
        return std::string(shortage::noted() ? "yes" : "no");
      },
      std::chrono::steady_clock::time_point::max());
  REQUIRE(result.outcome == ApartResult::Outcome::Finished);
  return result.bytes == "yes";
}

void in_copy(const std::function<void()>& work) {
  run_apart([&] { return work(), std::string(); }, std::chrono::steady_clock::time_point::max());
}

void want_more_memory_than_there_is() {
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = rlim_t{1} << 30;
  setrlimit(RLIMIT_AS, &limit);
  try {
    std::vector<char> much(std::size_t{1} << 31);
    CHECK(much[1 << 30] == 0);
  } catch (const std::bad_alloc&) {
  }
}

TEST_CASE("work that gets what it asks for has no shortage") {
  CHECK(!has_shortage([] {}));
  CHECK(!has_shortage([] { std::vector<char> some(std::size_t{1} << 20); in_copy([] {}); }));
}

TEST_CASE("memory that runs out is a shortage, wherever that is, and whoever goes on without it") {
  CHECK(has_shortage(want_more_memory_than_there_is));
  CHECK(has_shortage([] { in_copy(want_more_memory_than_there_is); }));
  CHECK(has_shortage([] { in_copy([] { in_copy(want_more_memory_than_there_is); }); }));
}

TEST_CASE("a process that ends early is a shortage") {
  CHECK(has_shortage([] { in_copy([] { std::abort(); }); }));
  CHECK(has_shortage([] { in_copy([] { std::_Exit(0); }); }));
  CHECK(has_shortage([] { in_copy([] { throw 1; }); }));
}

TEST_CASE("where nobody watches, a shortage is not excluded; what was before is not the work's") {
  CHECK(has_shortage([] {}, false));
  CHECK(!has_shortage([] { in_copy([] { std::abort(); }); shortage::watch(); }, false));
  in_copy([] { std::abort(); });
  CHECK(!has_shortage([] {}));
}

}  // namespace
}  // namespace warpproof
