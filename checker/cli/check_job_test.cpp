#include "checker/cli/check_job.h"

#include <catch2/catch.hpp>
#include <new>
#include <vector>

#include "checker/cli/verdict_cache.h"
#include "src/base/apart.h"
#include "src/base/shortage.h"

using namespace warpproof;
using namespace warpproof::cli;

namespace {

report::Kernel kernel_of(report::Verdict verdict) {
  report::Kernel out;
  out.name = std::string(1, 'k');
  out.verdict = verdict;
  return out;
}

// As run_pieces hands it over: from a process of its own.
JobReply reply_of(const std::function<std::optional<report::Kernel>()>& check) {
  const ApartResult result = run_apart([&] { return job_reply(check); }, std::chrono::steady_clock::time_point::max());
  return read_job_reply(result.outcome == ApartResult::Outcome::Finished ? std::optional(result.bytes) : std::nullopt);
}

}  // namespace

TEST_CASE("what the process of a job hands back is what came of it") {
  const JobReply good = reply_of([] { return kernel_of(report::Verdict::Proved); });
  REQUIRE(good.result);
  CHECK(good.result->name == "k");
  CHECK(good.result->verdict == report::Verdict::Proved);
  CHECK((good.failure.empty() && !good.is_bad_input && !good.shortage));

  const JobReply over = reply_of([] { return std::optional<report::Kernel>(); });
  CHECK((!over.result && over.failure.empty() && !over.is_bad_input));

  const JobReply bad = reply_of([]() -> std::optional<report::Kernel> { throw InputError({}, "no"); });
  CHECK((!bad.result && bad.failure.empty() && bad.is_bad_input));

  const auto failure = [](const std::function<void()>& f) {
    return reply_of([&]() -> std::optional<report::Kernel> { return f(), kernel_of(report::Verdict::Proved); }).failure;
  };
  CHECK(failure([] { throw std::runtime_error("odd"); }) == "internal error: odd");
  CHECK(failure([] { throw std::bad_alloc(); }).find("out of memory") == 0);
  CHECK(failure([] { std::abort(); }).find("the process that checked it ended early") == 0);
}

TEST_CASE("a job says that it met a shortage, and what is unknown is then not kept") {
  CheckOptions options;
  for (const report::Verdict verdict : {report::Verdict::Proved, report::Verdict::Violation, report::Verdict::Unknown}) {
    const JobReply calm = reply_of([&] { return kernel_of(verdict); });
    const JobReply pressed = reply_of([&] {
      run_apart([]() -> std::string { std::abort(); }, std::chrono::steady_clock::time_point::max());  // Z3, say
      return kernel_of(verdict);
    });
    REQUIRE((calm.result && pressed.result));
    CHECK(!calm.shortage);
    CHECK(pressed.shortage);
    CHECK(may_keep(*calm.result, options, calm.shortage));
    CHECK(may_keep(*pressed.result, options, pressed.shortage) == (verdict != report::Verdict::Unknown));
    CheckOptions timed = options;
    timed.timeout_seconds = 5;
    CHECK(!may_keep(*calm.result, timed, calm.shortage));
  }
}
