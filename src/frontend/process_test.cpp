#include "src/frontend/process.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

using namespace warpproof;
namespace fs = std::filesystem;

TEST_CASE("output, status and arguments come through as they are") {
  const ProcessResult ran = run_process(
      {"/bin/sh", "-c", "printf '%s|' \"$@\"; echo err >&2; exit 7", "sh", "a b", "$X;"}, {}, 60, 1000);
  CHECK(ran.exit_status == 7);
  CHECK(ran.output == "a b|$X;|err\n");
  CHECK_FALSE(ran.timed_out);
  CHECK_FALSE(ran.truncated);
}

TEST_CASE("the environment is replaced by name") {
  const ProcessResult ran =
      run_process({"/bin/sh", "-c", "echo $WP_TEST; env | grep -c ^WP_TEST="}, {"WP_TEST=one"}, 60, 1000);
  CHECK(ran.output == "one\n1\n");
}

TEST_CASE("output beyond the limit is dropped, the program still ends") {
  const ProcessResult ran = run_process({"/bin/sh", "-c", "head -c 300000 /dev/zero"}, {}, 60, 1000);
  CHECK(ran.output.size() == 1000);
  CHECK(ran.truncated);
  CHECK(ran.exit_status == 0);
}

TEST_CASE("a program over its time is killed with its children") {
  const ProcessResult ran = run_process({"/bin/sh", "-c", "sleep 600 & sleep 600"}, {}, 0, 1000);
  CHECK(ran.timed_out);
  CHECK(ran.exit_status == 128 + 9);
}

TEST_CASE("a signal is a status, a missing program an exception") {
  CHECK(run_process({"/bin/sh", "-c", "while :; do :; done"}, {}, 1, 1000).timed_out);  // of processor time
  CHECK(run_process({"/bin/sh", "-c", "kill -TERM $$"}, {}, 60, 1000).exit_status == 128 + 15);
  CHECK_THROWS_AS(run_process({"/nonexistent/program"}, {}, 60, 1000), std::runtime_error);
}

TEST_CASE("programs are found in the order of the path") {
  const TemporaryDirectory temporary;
  const std::string a = temporary.path() + "/a", b = temporary.path() + "/b";
  fs::create_directories(a);
  fs::create_directories(b + "/tool2");
  for (const std::string& file : {a + "/plain", b + "/tool", b + "/plain"})
    std::ofstream(file) << "#!/bin/sh\n";
  fs::permissions(b + "/tool", fs::perms::owner_all);
  fs::permissions(b + "/plain", fs::perms::owner_all);
  CHECK(find_program("tool", a + ":" + b) == b + "/tool");
  CHECK(find_program("plain", a + ":" + b) == b + "/plain");  // a's is not executable
  CHECK(find_program("tool2", a + ":" + b).empty());          // a directory
  CHECK(find_program("tool", "").empty());
}

TEST_CASE("a temporary directory is private and goes away") {
  std::string path;
  {
    const TemporaryDirectory temporary;
    path = temporary.path();
    CHECK(fs::status(path).permissions() == fs::perms::owner_all);
    fs::create_directories(path + "/x/y");
  }
  CHECK_FALSE(fs::exists(path));
}
