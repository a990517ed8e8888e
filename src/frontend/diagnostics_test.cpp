#include "src/frontend/diagnostics.h"

#include <catch2/catch.hpp>

using namespace warpproof;

namespace {

struct Case {
  const char* output;
  SourceLocation where;
  const char* message_begins;
};

}  // namespace

TEST_CASE("the first error gives the place") {
  const Case cases[] = {
      {"k.cu:3:5: warning: odd\nk.cu:7:12: error: no such thing\n  x\nk.cu:9:1: error: later\n",
       {"k.cu", 7, 12},
       "no such thing\n"},
      {"In file included from k.cu:1:\n/a b/h.h:2:1: fatal error: 'x.h' file not found\n",
       {"/a b/h.h", 2, 1},
       "'x.h' file not found\n"},
      {"k.cu(12): warning #177-D: unused\nk.cu(13): error: identifier \"x\" is undefined\n",
       {"k.cu", 13, 0},
       "identifier \"x\" is undefined\n"},
      {"k.cu(2): catastrophic error: cannot open\n", {"k.cu", 2, 0}, "cannot open\n"},
      {"k.cu(5): error #20011-D: calling\n", {"k.cu", 5, 0}, "calling\n"},
      {"nvcc fatal   : Unsupported gpu architecture 'sm_1'\n", {"the.cu", 0, 0}, "nvcc failed:\nnvcc fatal"},
      {"", {"the.cu", 0, 0}, "nvcc failed without a message"},
  };
  for (const Case& c : cases) {
    INFO(c.output);
    const InputError error = first_error(c.output, "the.cu", "nvcc");
    CHECK(error.where() == c.where);
    CHECK(error.message().rfind(c.message_begins, 0) == 0);
  }
}
