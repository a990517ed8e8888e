// Which names a text may have a preprocessor look for, and when it is not known.
#include "src/frontend/read_trace.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "src/frontend/include_names.h"
#include "src/frontend/process.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST_CASE("every name after #include and __has_include counts, wherever it stands") {
  const IncludeNames names = include_names(R"(#include "a.h"
# /* why */ include <b/c.h> // twice
%:include_next <d.h>
#inc\
lude "e.h"
#if 0
#include "f.h"
#endif
// #include "g.h"
const char* s = "#include <h.h>";
#if defined(__has_include) && __has_include( <i.h> ) || __has_include_next("j.h")
#ifdef __has_include
#endif
#define __has_include(x) 0
)",
                                           false);
  CHECK(names.quoted == Names{"a.h", "e.h", "f.h", "g.h", "j.h"});
  CHECK(names.angled == Names{"b/c.h", "d.h", "h.h", "i.h"});
  CHECK_FALSE(names.is_untold);
  CHECK_FALSE(names.has_computed);
}

TEST_CASE("what a macro names is said") {
  CHECK(include_names("#include MACRO\n", false).has_computed);
  CHECK(include_names("/* a /* b */ include MACRO\n", false).has_computed);
  CHECK(include_names("#\\\n include \\\n MACRO\n", false).has_computed);
  for (const char* text : {"#if __has_include(MACRO)\n", "#define HAS __has_include\n",
                           "#define HAS(x) __has_include(x)\n", "#embed \"a\"\n", "#if __has_embed(\"a\")\n",
                           "?\?=include \"a.h\"\n", "#if /* defined */ __has_include /* */ (M)\n",
                           "__has_\\\ninclude(M)\n", "#if __has_include(<a.h)\n"}) {
    INFO(text);
    CHECK(include_names(text, false).is_untold);
  }
  CHECK_FALSE(include_names("#endif  // __has_include\n", true).is_untold);
  CHECK(include_names("#if __has_include(MACRO)\n", true).is_untold);
  // Pasted together: CAT(__has_, include)(<x.h>).
  const IncludeNames pasted =
      include_names("#define CAT(a, b) a##b\n#if CAT(__has_, include)(<x.h>)\n", false);
  CHECK(pasted.has_first_part);
  CHECK(pasted.has_last_part);
  CHECK_FALSE(include_names("#include <x.h>\nint has_x, x_include_y;\n", false).has_first_part);
  CHECK_FALSE(include_names("#include <x.h>\nint has_x, x_include_y;\n", false).has_last_part);
}

class Files {
 public:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
    return path(name);
  }

 private:
  TemporaryDirectory folder_;
};

// Of a run on `source` that read those headers.
ReadTrace trace_of(const Files& files, const std::string& source, const std::string& headers) {
  ReadTrace out({files.path("a"), files.path("b")}, {});
  out.source(source);
  out.ran(files.write("list", headers), files.path("prelude"));
  return out;
}

TEST_CASE("the answers to a record change with what was read, and with what is found") {
  const Files files;
  const std::string source = files.write("src/k.cu", "#include \"x.h\"\n#include <y/z.h>\n");
  const std::string x = files.write("b/x.h", ""), z = files.write("b/y/z.h", "");
  ReadTrace trace = trace_of(files, source, x + "\n" + z + "\n");
  REQUIRE(trace.is_known());
  const ReadRecord record = trace.record();
  const auto now = [&] { return FileAnswers().digest(record, {}); };
  const std::string first = now();
  CHECK_FALSE(first.empty());
  CHECK(unpacked<ReadRecord>(packed(record)).names == record.names);
  for (const char* name : {"a/x.h", "a/y/z.h", "src/x.h", "a/y/z.h/folder"}) {
    INFO(name);
    const std::string added = files.write(name, "");
    CHECK(now() != first);
    fs::remove_all(files.path("a"));
    fs::remove(files.path("src/x.h"));
    CHECK(now() == first);
  }
  // Not looked for there.
  files.write("src/y/z.h", "");
  CHECK(now() == first);
  files.write("b/x.h", "int i;");
  CHECK(now() != first);
  files.write("b/x.h", "");
  // One file by two names.
  fs::remove(z);
  fs::create_symlink(x, z);
  CHECK(now() != first);
  fs::remove(z);
  CHECK(now().empty());
}

TEST_CASE("a file that no text names makes the record unknown") {
  const Files files;
  const std::string source = files.write("src/k.cu", "#include \"x.h\"\n"),
                    other = files.write("b/other.h", "");
  CHECK_FALSE(trace_of(files, source, other + "\n").is_known());
  // The name that a macro gives follows from the file.
  files.write("src/k.cu", "#include MACRO\n");
  ReadTrace computed = trace_of(files, source, other + "\n");
  CHECK(computed.is_known());
  const ReadRecord record = computed.record();
  CHECK(std::find(record.names.begin(), record.names.end(), "other.h") != record.names.end());
  CHECK(std::find(record.beside.begin(), record.beside.end(), files.path("src/other.h")) !=
        record.beside.end());
  computed.failed("error: expected expression");
  CHECK_FALSE(computed.is_known());
}

TEST_CASE("what was changed since the compiler was started is not kept") {
  const Files files;
  const std::string source = files.write("src/k.cu", "#include \"x.h\"\n"), x = files.write("b/x.h", "");
  const ReadTrace trace = trace_of(files, source, x + "\n");
  timespec now = trace.start();
  now.tv_sec += 2;
  CHECK(is_older(trace.record(), now));
  now.tv_sec -= 4;
  CHECK_FALSE(is_older(trace.record(), now));
}

}  // namespace
}  // namespace warpproof
