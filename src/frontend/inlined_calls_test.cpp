#include "src/frontend/inlined_calls.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace warpproof {
namespace {

// A subprogram (1), calls inlined in it with their line as data1 (2), with children, and as data2 (3),
// without, and a block (4).
const std::string kAbbreviations =
    "\t.section\t.debug_abbrev\n\t{\n"
    ".b8 1\n.b8 46\n.b8 1\n.b8 17\n.b8 1\n.b8 18\n.b8 1\n.b8 64\n.b8 10\n.b8 3\n.b8 8\n.b8 0\n.b8 0\n"
    ".b8 2\n.b8 29\n.b8 1\n.b8 49\n.b8 19\n.b8 17\n.b8 1\n.b8 18\n.b8 1\n.b8 88\n.b8 11\n.b8 89\n.b8 11\n.b8 "
    "0\n.b8 0\n"
    ".b8 3\n.b8 29\n.b8 0\n.b8 49\n.b8 19\n.b8 17\n.b8 1\n.b8 18\n.b8 1\n.b8 88\n.b8 11\n.b8 89\n.b8 5\n.b8 "
    "0\n.b8 0\n"
    ".b8 4\n.b8 11\n.b8 1\n.b8 17\n.b8 1\n.b8 18\n.b8 1\n.b8 0\n.b8 0\n.b8 0\n\t}\n";

std::string info(const std::string& entries) {
  return "\t.section\t.debug_info\n\t{\n.b32 100\n.b8 2\n.b8 0\n.b32 .debug_abbrev\n.b8 8\n"
         ".b8 1\n.b64 $L__func_begin0\n.b64 $L__func_end0\n.b8 1\n.b8 156\n.b8 107,101,114\n.b8 "
         "110,101,108\n.b8 0\n" +
         entries + ".b8 0\n.b8 0\n\t}\n";
}

std::string inlined(int code, int first, int end, int file, int line) {
  std::string out = ".b8 " + std::to_string(code) + "\n.b32 77\n.b64 $L__tmp" + std::to_string(first) +
                    "\n.b64 $L__tmp" + std::to_string(end) + "\n.b8 " + std::to_string(file) + "\n.b8 " +
                    std::to_string(line % 256) + "\n";
  if (code == 3) out += ".b8 " + std::to_string(line / 256) + "\n";
  return out;
}

const std::string kCode =
    "$L__func_begin0:\n\t.loc\t1 2 0\n$L__tmp0:\n\t.loc\t1 7 3\n\tmov.u32 %r1, 0;\n$L__tmp1:\n\t.loc\t2 30 "
    "9\n"
    "\tbar.sync 0;\n$L__tmp2:\n\t.loc\t3 40 5\n\tbar.sync 1;\n$L__tmp3:\n\t.loc\t2 31 9\n\tbar.sync "
    "2;\n$L__tmp4:\n"
    "\t.loc\t1 9 3\n\tret;\n$L__func_end0:\n";

std::vector<std::string> locs(const std::string& ptx) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = ptx.find("\t.loc", at)) != std::string::npos; ++at) {
    std::string line = ptx.substr(at + 6, ptx.find('\n', at) - at - 6);
    if (const std::size_t name = line.find("function_name $L__inlined, inlined_at ");
        name != std::string::npos)
      line = line.substr(0, name - 2) + " <" + line.substr(name + 37);
    out.push_back(line);
  }
  return out;
}

using Lines = std::vector<std::string>;

TEST_CASE("code between the labels of an inlined call is given its place") {
  const std::string ptx =
      kCode + kAbbreviations + info(inlined(2, 1, 4, 1, 8) + inlined(3, 2, 3, 2, 489) + ".b8 0\n");
  CHECK(locs(with_inlined_calls(ptx)) == Lines{"1 2 0", "1 7 3",           // the kernel's own
                                               "1 8 0", "2 30 9 < 1 8 0",  // one call
                                               "1 8 0", "2 489 0 < 1 8 0", "3 40 5 < 2 489 0",  // one in it
                                               "1 8 0", "2 31 9 < 1 8 0", "1 9 3"});
}

TEST_CASE("blocks between calls do not count, nor do calls without code") {
  const std::string block = ".b8 4\n.b64 $L__tmp1\n.b64 $L__tmp4\n";
  const std::string ptx = kCode + kAbbreviations +
                          info(block + inlined(2, 1, 4, 1, 8) + inlined(3, 3, 3, 2, 5) + ".b8 0\n.b8 0\n");
  CHECK(locs(with_inlined_calls(ptx)) == Lines{"1 2 0", "1 7 3", "1 8 0", "2 30 9 < 1 8 0", "1 8 0",
                                               "3 40 5 < 1 8 0", "1 8 0", "2 31 9 < 1 8 0", "1 9 3"});
}

TEST_CASE("what the compiler says itself stays") {
  std::string code = kCode;
  code.replace(code.find("2 30 9"), 6, "2 30 9, function_name $S, inlined_at 1 6 3");
  const std::string ptx = code + kAbbreviations + info(inlined(3, 1, 4, 1, 8));
  CHECK(locs(with_inlined_calls(ptx)).at(2) == "2 30 9, function_name $S, inlined_at 1 6 3");
}

TEST_CASE("sections that cannot be read change nothing") {
  const std::string good = kAbbreviations + info(inlined(2, 1, 4, 1, 8) + ".b8 0\n");
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string out = good;
    const std::size_t at = out.find(from);
    REQUIRE(at != std::string::npos);
    return out.replace(at, from.size(), to);
  };
  REQUIRE(with_inlined_calls(kCode + good) != kCode + good);
  for (const std::string& sections :
       {std::string(), kAbbreviations, info(""), good.substr(0, good.size() / 2),
        good.substr(0, good.size() - 60),
        replaced(".b8 2\n.b8 0\n.b32 .debug_abbrev", ".b8 5\n.b8 0\n.b32 .debug_abbrev"),
        replaced(".b8 88\n.b8 11\n", ".b8 88\n.b8 99\n"), replaced(".b8 8\n.b8 1\n", ".b8 4\n.b8 1\n"),
        replaced(".b8 2\n.b32 77", ".b8 200\n.b32 77"), replaced(".b32 77", ".quad 77"),
        replaced(".b8 1\n.b8 156", ".b8 250\n.b8 156")}) {
    CAPTURE(sections);
    CHECK(locs(with_inlined_calls(kCode + sections)) == locs(kCode));
  }
  CHECK(with_inlined_calls("") == "");
}

}  // namespace
}  // namespace warpproof
