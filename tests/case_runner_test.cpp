#include "tests/case_runner.h"

#include <catch2/catch.hpp>

using namespace warpproof;
using namespace warpproof::tests;
using report::Kernel;
using report::Verdict;

namespace {

CaseHeader unsafe(const std::string& at, std::optional<spec::Rule> rule = {}) {
  CaseHeader header;
  header.at = at;
  header.rule = rule;
  return header;
}

Kernel kernel(Verdict verdict, const std::string& line, spec::Rule rule = spec::Rule::MaskSelf,
              spec::Level level = spec::Level::Error) {
  Kernel k;
  k.name = "kernel";
  k.verdict = verdict;
  report::Finding finding;
  finding.rule = rule;
  finding.level = level;
  finding.place = {"k.cu", 3, 1, line};
  k.findings = {finding};
  return k;
}

}  // namespace

TEST_CASE("a safe case is one where every kernel is proved") {
  CaseHeader safe;
  safe.safe = true;
  Kernel proved = kernel(Verdict::Proved, "");
  CHECK(compare_with_expectation(safe, {proved}).empty());
  CHECK(compare_with_expectation(safe, {proved, proved}).empty());
  CHECK_FALSE(compare_with_expectation(safe, {}).empty());
  CHECK_FALSE(compare_with_expectation(safe, {kernel(Verdict::Unknown, "")}).empty());
  CHECK_FALSE(compare_with_expectation(safe, {proved, kernel(Verdict::Violation, "")}).empty());
}

TEST_CASE("a functional case keeps every rule") {
  CaseHeader header = unsafe("f(x);");
  header.functional = true;
  CHECK(compare_with_expectation(header, {kernel(Verdict::Proved, "")}).empty());
  CHECK_FALSE(compare_with_expectation(header, {kernel(Verdict::Violation, "f(x);")}).empty());
}

TEST_CASE("an unsafe case needs a violation at its line") {
  CHECK(compare_with_expectation(unsafe("f(x);"), {kernel(Verdict::Violation, "  v = f(x);  // here")})
            .empty());
  CHECK(compare_with_expectation(unsafe("f( x);"), {kernel(Verdict::Violation, "\tf(  x);")}).empty());
  CHECK(compare_with_expectation(unsafe(""), {kernel(Verdict::Violation, "anything")}).empty());
  CHECK_FALSE(compare_with_expectation(unsafe("f(x);"), {kernel(Verdict::Violation, "g(x);")}).empty());
  CHECK_FALSE(compare_with_expectation(unsafe("f(x);"), {kernel(Verdict::Unknown, "f(x);")}).empty());
  CHECK_FALSE(compare_with_expectation(unsafe("f(x);"), {kernel(Verdict::Proved, "f(x);")}).empty());
  CHECK_FALSE(compare_with_expectation(unsafe(""), {}).empty());
}

TEST_CASE("an unsafe case may say for which sizes it is proved all the same") {
  Kernel k = kernel(Verdict::Violation, "f(x);");
  k.holds_for = "block == 32";
  CaseHeader header = unsafe("f(x);");
  CHECK(compare_with_expectation(header, {k}).empty());
  header.proved = "block == 32";
  CHECK(compare_with_expectation(header, {k}).empty());
  for (const char* other : {"", "block % 32 == 0"}) {
    header.proved = other;
    CHECK_FALSE(compare_with_expectation(header, {k}).empty());
  }
}

TEST_CASE("a line may be that of a caller or of the other access") {
  Kernel k = kernel(Verdict::Violation, "inner();");
  k.findings[0].inlined_at = {{"k.cu", 9, 1, "outer();"}};
  k.findings[0].related = {{{"k.cu", 12, 1, "other();"}, ""}};
  for (const char* at : {"inner();", "outer();", "other();"}) {
    CHECK(compare_with_expectation(unsafe(at), {k}).empty());
  }
}

TEST_CASE("rule and line must belong to one finding") {
  Kernel k = kernel(Verdict::Violation, "f(x);", spec::Rule::MaskSelf);
  CHECK(compare_with_expectation(unsafe("f(x);", spec::Rule::MaskSelf), {k}).empty());
  CHECK_FALSE(compare_with_expectation(unsafe("f(x);", spec::Rule::Race), {k}).empty());
  k.findings.push_back(kernel(Verdict::Violation, "g(x);", spec::Rule::Race).findings[0]);
  CHECK_FALSE(compare_with_expectation(unsafe("f(x);", spec::Rule::Race), {k}).empty());
  CHECK(compare_with_expectation(unsafe("g(x);", spec::Rule::Race), {k}).empty());
}

TEST_CASE("a note is not what an unsafe case waits for") {
  const Kernel k = kernel(Verdict::Violation, "f(x);", spec::Rule::MaskSelf, spec::Level::Note);
  CHECK_FALSE(compare_with_expectation(unsafe("f(x);"), {k}).empty());
}

TEST_CASE("a folder without cases is an error") {
  CHECK_THROWS_AS(find_cases({"no/such/folder"}), std::runtime_error);
}

TEST_CASE("a file that cannot be read is a difference") {
  CHECK_FALSE(run_case("no/such/case.cu").difference.empty());
}
