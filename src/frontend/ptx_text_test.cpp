#include "src/frontend/ptx_text.h"

#include <catch2/catch.hpp>

using namespace warpproof;

namespace {

const char* const kModule = R"(.version 8.0
.target sm_80, debug
.extern .func  (.param .b32 func_retval0) vprintf
(
  .param .b64 a
)
;
.func  (.param .b32 r) helper(
  .param .b32 p
)
;
.visible .entry k(.param .u64 k_0)
{
  // a brace } in a comment
  .loc 2 4 0
  { .reg .b32 t; }
  ret;
}
.func (.param .b32 r) helper(.param .b32 p) /* .func x { */
{
  .loc	1 7 3, function_name $L, inlined_at 2 1 1
  ret;
}
.func bare { ret; }
.file 1 "a b.h"
.file 2	"k.cu", 1, 2
.section .debug_abbrev
{
.b8 1
}
	.section .debug_loc { }
)";

}  // namespace

TEST_CASE("definitions are listed with the file of their first location") {
  const std::vector<PtxFunction> found = function_definitions(kModule);
  REQUIRE(found.size() == 3);
  CHECK(found[0].name == "k");
  CHECK(found[0].entry);
  CHECK(found[0].file == "k.cu");
  CHECK(found[1].name == "helper");
  CHECK_FALSE(found[1].entry);
  CHECK(found[1].file == "a b.h");
  CHECK(found[2].name == "bare");
  CHECK(found[2].file.empty());
}

TEST_CASE("debug sections go, the rest stays") {
  const std::string stripped = strip_debug_sections(kModule);
  CHECK(stripped.find(".section") == std::string::npos);
  CHECK(stripped.find(".b8") == std::string::npos);
  CHECK(stripped.find(".target sm_80\n") != std::string::npos);
  CHECK(stripped.find(".file 2") != std::string::npos);
  CHECK(function_definitions(stripped).size() == 3);
  CHECK(strip_debug_sections(stripped) == stripped);
}

TEST_CASE("file names are rewritten in place") {
  const std::string renamed = rename_files(
      kModule, [](const std::string& name) { return name == "k.cu" ? std::string("dir/k.cu") : name; });
  CHECK(renamed.find(".file 2\t\"dir/k.cu\", 1, 2\n") != std::string::npos);
  CHECK(renamed.find(".file 1 \"a b.h\"\n") != std::string::npos);
  CHECK(function_definitions(renamed)[0].file == "dir/k.cu");
}

TEST_CASE("a quote in a file's name is escaped where it was not") {
  const auto same = [](const std::string& name) { return name; };
  CHECK(rename_files(".file 1 \"a\"b.cu\"\n", same) == ".file 1 \"a\\\"b.cu\"\n");
  CHECK(rename_files(".file 1 \"a\\\"b.cu\", 1, 2\n", same) == ".file 1 \"a\\\"b.cu\", 1, 2\n");
  CHECK(rename_files(".file 1 \"\n", same) == ".file 1 \"\n");
}

TEST_CASE("names are renamed as they are meant, and written as they are read") {
  std::string seen;
  const std::string line = rename_files(".file 1 \"d\\303\\244/a\\\\b\\tc.cu\"\n", [&](const std::string& name) {
    seen = name;
    return "n\n" + name;
  });
  CHECK(seen == "d\xc3\xa4/a\\b\tc.cu");
  CHECK(line == ".file 1 \"n\\nd\xc3\xa4/a\\\\b\\tc.cu\"\n");
  const auto functions = function_definitions(line + ".entry k() {\n.loc 1 1 1\nret;\n}\n");
  REQUIRE(functions.size() == 1);
  CHECK(functions[0].file == "n\n" + seen);
}

TEST_CASE("text cut short is no crash") {
  const std::string whole = kModule;
  for (size_t length = 0; length < whole.size(); ++length) {
    const std::string part = whole.substr(0, length);
    CHECK(function_definitions(part).size() <= 3);
    CHECK(strip_debug_sections(part).size() <= part.size() + 1);
  }
}
