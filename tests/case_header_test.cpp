#include "tests/case_header.h"

#include <catch2/catch.hpp>

using namespace warpproof;
using namespace warpproof::tests;

namespace {
const std::string kFirst =
    "// case: a   expect: unsafe   class: c   launch: grid(1) block(64) n=100   at: f(x);\n";
}

TEST_CASE("a header in full") {
  const CaseHeader header = parse_case_header(
      "// case: id-1   expect: unsafe   class: stale-mask   launch: grid(2,3) block(4,4,2) n=100 k=-1 "
      "shared(64) "
      "target(sm_70) policy(data-race=equal-values-downgraded)   rule: mask.self   at: x ? a  : b;  // only\n"
      "// source: somewhere\n// level: ptx\n// pending: needs a quantifier\n//\n// word: of the text "
      "below\ncode\n",
      "f.cu");
  CHECK(header.id == "id-1");
  CHECK_FALSE(header.safe);
  CHECK(header.kind == "stale-mask");
  CHECK(header.block.shape == std::array<std::uint32_t, 3>{4, 4, 2});
  CHECK(header.grid == std::array<std::uint32_t, 3>{2, 3, 1});
  CHECK(header.dynamic_shared == 64);
  CHECK(header.target_sm == 70);
  CHECK(header.policies.data_race == spec::DataRace::EqualValuesDowngraded);
  CHECK(header.parameters == std::map<std::string, std::uint64_t>{{"n", 100}, {"k", ~std::uint64_t{0}}});
  CHECK(header.rule == spec::Rule::MaskSelf);
  CHECK(header.at == "x ? a  : b;  // only");
  CHECK_FALSE(header.functional);
  CHECK(header.pending == "needs a quantifier");
}

TEST_CASE("what a header leaves out") {
  const CaseHeader header = parse_case_header(
      "// case: b   expect: safe   class: c   launch: grid(any) block(any:32)   at: -\n", "f.cu");
  CHECK(header.safe);
  CHECK(header.block.any);
  CHECK(header.block.multiple == 32);
  CHECK_FALSE(header.grid.has_value());
  CHECK_FALSE(header.rule.has_value());
  CHECK(header.at.empty());
  CHECK(header.pending.empty());
}

TEST_CASE("level functional is read") {
  CHECK(parse_case_header(kFirst + "// level: functional\n", "f.cu").functional);
}

TEST_CASE("the sizes that an unsafe case is proved for are read") {
  const std::string unsafe = "// case: a   expect: unsafe   class: c   launch: grid(1) block(any)   at: -\n";
  CHECK_FALSE(parse_case_header(unsafe, "f.cu").proved.has_value());
  CHECK(parse_case_header(unsafe + "// proved: -\n", "f.cu").proved == "");
  CHECK(parse_case_header(unsafe + "// proved: block == 32\n", "f.cu").proved == "block == 32");
}

TEST_CASE("a bad header is refused with its line") {
  struct Case {
    std::string text;
    int line;
  };
  const auto first = [](const std::string& fields) { return "// case: a   class: c   " + fields + "\n"; };
  const std::vector<Case> cases = {
      {"", 1},
      {"__global__ void k() {}\n", 1},
      {"\n" + kFirst, 1},
      {first("expect: safe   launch: grid(1) block(32)"), 1},                            // no at
      {first("expect: maybe   launch: grid(1) block(32)   at: -"), 1},                   // value
      {first("expect: safe   expect: safe   launch: grid(1) block(32)   at: -"), 1},     // twice
      {first("exepct: safe   launch: grid(1) block(32)   at: -"), 1},                    // unknown key
      {first("expect: safe   launch: grid(1) block(32)   rule: mask.slef   at: -"), 1},  // unknown rule
      {first("expect: safe   launch: grid(1)   at: -"), 1},                              // no block
      {first("expect: safe   launch: block(32)   at: -"), 1},                            // no grid
      {first("expect: safe   launch: grid(1) block(2000)   at: -"), 1},                  // too large
      {first("expect: safe   launch: grid(1) block(32) warps(4)   at: -"), 1},            // unknown word
      {first("expect: safe   launch: grid(1) block(32) block(32)   at: -"), 1},          // twice
      {first("expect: safe   launch: grid(1) block(32   at: -"), 1},                     // open
      {first("expect: safe   launch: grid(1) block(32) n   at: -"), 1},                  // no value
      {first("expect: safe   launch: grid(1) block(32) policy(x=y)   at: -"), 1},        // unknown policy
      {kFirst + "// cuase: typo\n", 2},
      {kFirst + "// level: hardware\n", 2},
      {kFirst + "// why: x\n// level: ptx\n// level: ptx\n", 4},
      {kFirst + "// pending:\n", 2},
      {first("expect: safe   launch: grid(1) block(32)   at: -") + "// proved: block == 32\n", 2},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    try {
      parse_case_header(c.text, "f.cu");
      FAIL("accepted");
    } catch (const InputError& error) {
      CHECK(error.where().line == c.line);
    }
  }
}
