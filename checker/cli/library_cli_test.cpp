// Findings in code of a library's headers: at the user's line. The PTX is as nvcc -G writes it.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

// A toolkit with one header, a source file, and PTX of both.
class Compiled {
 public:
  Compiled() {
    std::filesystem::create_directories(shop.path("toolkit"));
    shop.write("toolkit/cuda_runtime.h", "");
    shop.write("toolkit/shfl.hpp", "int down(int v) {\n  return shfl_down(v);\n}\n");
    shop.write("k.cu",
               "__global__ void k(int* out) {\n"
               "  int v = threadIdx.x;\n"
               "  v = down(v);\n"
               "  if (v < 5) v = down(v);\n"
               "  if (v == 0) fence(), ready = 1;\n"
               "  out[threadIdx.x] = v;\n"
               "}\n");
  }

  std::string ptx(const std::string& statements) const {
    return shop.write(
        "k.ptx",
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".func fence() { membar.cta; ret; }\n"
        ".func (.param .b32 func_retval0) down(.param .b32 down_param_0) {\n"
        ".reg .pred %p<2>; .reg .b32 %r<4>;\n"
        ".loc 2 1 0\nld.param.u32 %r1, [down_param_0];\n"
        ".loc 2 2 10\nshfl.sync.down.b32 %r2|%p1, %r1, 1, 31, -1;\n"
        "st.param.b32 [func_retval0+0], %r2;\nret;\n}\n"
        ".shared .align 4 .u32 ready;\n.shared .align 4 .u32 data;\n"
        ".visible .entry k(.param .u64 out) {\n.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
        ".loc 1 2 3\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, 0;\nld.param.u64 %rd1, [out];\n" +
            statements + "ret;\n}\n.file 1 \"" + shop.path("k.cu") + "\"\n.file 2 \"" +
            shop.path("toolkit/shfl.hpp") + "\"\n");
  }

  Workshop shop;
};

const std::string kDown =
    "{ .param .b32 param0; st.param.b32 [param0+0], %r1; .param .b32 retval0;\n"
    "call.uni (retval0), down, (param0);\nld.param.b32 %r1, [retval0+0]; }\n";

TEST_CASE("the finding is at the line that calls the library, which is a related place") {
  const Compiled k;
  const std::string file =
      k.ptx(".loc 1 3 7\n" + kDown + ".loc 1 4 3\nsetp.gt.s32 %p1, %r1, 4;\n@%p1 bra over;\n.loc 1 4 14\n" +
            kDown + "over:\n.loc 1 6 3\nbar.sync 0;\n");
  const Outcome text = k.shop.run({"check", file, "--block", "32"});
  INFO(text.out << text.err);
  CHECK(text.status == 1);
  CHECK(holds(text.out, "k.cu:4:14: error: "));
  CHECK(holds(text.out,
              "toolkit/shfl.hpp:2:10: note: the instruction itself, in a header of a library\n"
              "      2 |   return shfl_down(v);\n"));
  CHECK_FALSE(holds(text.out, "shfl.hpp:2:10: error"));
  CHECK_FALSE(holds(text.out, "inlined at"));

  const Outcome json = k.shop.run({"check", file, "--block", "32", "--format", "json"});
  const auto finding = nlohmann::json::parse(json.out)["kernels"][0]["findings"][0];
  CHECK(finding["file"] == k.shop.path("k.cu"));
  CHECK(finding["line"] == 4);
  CHECK(finding["text"] == "  if (v < 5) v = down(v);");
  CHECK(finding["inlined_at"].empty());
  CHECK(finding["related"].back()["file"] == k.shop.path("toolkit/shfl.hpp"));
  CHECK(finding["related"].back()["line"] == 2);
  for (const auto& step : finding["trace"]) CHECK(step["file"] == k.shop.path("k.cu"));

  const Outcome run = k.shop.run({"run", file, "--block", "32", "--arg", "zeros:128"});
  INFO(run.out << run.err);
  CHECK(holds(run.out, "k.cu:4:14: error: "));
  CHECK(holds(run.out, "shfl.hpp:2:10: note:"));
}

TEST_CASE("a file that is part of the library itself keeps its lines") {
  const Compiled k;
  const std::string text = read(k.ptx(".loc 1 3 7\nsetp.gt.s32 %p1, %r1, 4;\n@%p1 bra over;\n" + kDown +
                                      "over:\n.loc 1 6 3\nbar.sync 0;\n"));
  const Outcome inside = k.shop.run({"check", k.shop.write("toolkit/k.ptx", text), "--block", "32"});
  CHECK(holds(inside.out, "shfl.hpp:2:10: error: "));
}

TEST_CASE("a fence that is a function orders what a flag hands over") {
  const Compiled k;
  const auto handoff = [&](const std::string& writer, const std::string& reader) {
    return k.shop
        .run({"check",
              k.ptx("setp.ne.s32 %p1, %r1, 0;\n@%p1 bra set;\nst.volatile.shared.u32 [ready], 0;\nset:\n"
                    "bar.sync 0;\n@%p1 bra wait;\n.loc 1 5 3\nst.shared.u32 [data], 7;\n" +
                    writer +
                    "st.volatile.shared.u32 [ready], 1;\n"
                    "wait: setp.ne.s32 %p2, %r1, 32;\n@%p2 bra end;\n"
                    "again: ld.volatile.shared.u32 %r3, [ready];\nsetp.eq.s32 %p3, %r3, 0;\n"
                    "@%p3 bra again;\n" +
                    reader + ".loc 1 6 3\nld.shared.u32 %r4, [data];\nst.u32 [%rd1], %r4;\nend: "),
              "--block", "64"})
        .status;
  };
  CHECK(handoff("call fence;\n", "call fence;\n") == 0);
  CHECK(handoff("call fence;\n", "") == 1);
  CHECK(handoff("", "call fence;\n") == 1);
}

}  // namespace
}  // namespace warpproof::cli
