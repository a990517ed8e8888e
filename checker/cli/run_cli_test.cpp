// `warpproof run`: what it prints and saves, and its exit statuses.
#include <catch2/catch.hpp>

#include "checker/cli/ptx_for_test.h"
#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;

TEST_CASE("run prints buffers and ends with 0 where the rules are kept") {
  const Workshop shop;
  const std::string file = shop.write("rotate.ptx", kHead + rotate("rotate", "-1"));
  const std::vector<std::string> launch = {"run",       file,    "--block", "32",     "--arg",
                                           "zeros:128", "--arg", "1=32",    "--dump", "0:u32:4"};
  const Outcome outcome = shop.run(launch);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "finished"));
  CHECK(holds(outcome.out, "0[0]: "));
}

TEST_CASE("run says which approximate instructions ran, and how far off a GPU may be") {
  const Workshop shop;
  const auto run = [&](const std::string& body) {
    const std::string text = kHead +
                             ".visible .entry k()\n{\n.reg .f32 %f<3>;\n.reg .b16 %h;\n.reg .pred %p;\n"
                             "mov.f32 %f0, 0f3F800000;\nmov.u16 %h, 0;\n" +
                             body + "ret;\n}\n";
    const Outcome outcome = shop.run({"run", shop.write("k.ptx", text), "--grid", "2"});
    CHECK(outcome.status == 0);
    return outcome.out + outcome.err;
  };
  const std::string sine = run("sin.approx.ftz.f32 %f1, %f0;\nex2.approx.f16 %h, %h;\n");
  INFO(sine);
  CHECK(holds(sine,
              "note: sin.approx.ftz.f32 ran; its results are within the error that PTX ISA 9.1 documents "
              "(absolute 2^-20.5 within 2 pi of 0"));
  CHECK(holds(sine, "ex2.approx.f16 ran"));
  CHECK(holds(sine, "(relative 2^-9.9)"));
  CHECK(sine.find("sin.approx") == sine.rfind("sin.approx"));
  // Exact instructions, and approximate ones that no thread reached, are not mentioned.
  const std::string exact =
      run("sqrt.rn.f32 %f1, %f0;\nsetp.lt.f32 %p, %f0, 0f00000000;\n@!%p bra END;\n"
          "lg2.approx.f32 %f1, %f0;\nEND:\n");
  INFO(exact);
  CHECK_FALSE(holds(exact, "note:"));
}

TEST_CASE("run saves a buffer, traces and compares schedules") {
  const Workshop shop;
  const std::string file = shop.write("rotate.ptx", kHead + rotate("rotate", "-1"));
  const Outcome outcome =
      shop.run({"run", file, "--grid", "2", "--block", "32", "--arg", "zeros:128", "--arg", "32", "--save",
                "0=" + shop.path("out.bin"), "--trace-warp", "0", "--schedules", "3"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(read(shop.path("out.bin")).size() == 128);
  CHECK(holds(outcome.out, "trace of block 1"));
  CHECK(holds(outcome.out, "3 schedules: all results are equal"));
}

TEST_CASE("run says what went wrong, and with which status") {
  const Workshop shop;
  const std::string kernel =
      ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n"
      ".reg .pred %p<2>;\nld.param.u64 %rd0, [p];\nmov.u32 %r0, %tid.x;\n";
  const auto run = [&](const std::string& body, std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", shop.write("k.ptx", kHead + kernel + body + "ret;\n}\n")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = shop.run(arguments);
    return std::to_string(outcome.status) + "\n" + outcome.out + outcome.err;
  };
  const std::string stuck =
      run("setp.lt.u32 %p0, %r0, 16;\n@%p0 bra LOW;\nbar.warp.sync 0xffff0001;\nret;\nLOW:\nbar.warp.sync "
          "0x0001ffff;\n",
          {"--arg", "zeros:4"});
  INFO(stuck);
  CHECK(stuck.starts_with("1\n"));
  CHECK(holds(stuck, "DEADLOCK"));
  CHECK(holds(stuck, "the last for the first"));
  const std::string outside = run("st.global.u32 [%rd0+4], 1;\n", {"--arg", "zeros:4"});
  INFO(outside);
  CHECK(outside.starts_with("1\n"));
  CHECK(holds(outside, "memory.out-of-bounds"));
  const std::string endless = run("L:\nbra L;\n", {"--arg", "zeros:4", "--max-steps", "1000"});
  INFO(endless);
  CHECK(endless.starts_with("2\n"));
  CHECK(holds(endless, "loop.unbounded"));
  CHECK(run("", {}).starts_with("3\n"));
  CHECK(run("", {"--arg", "zeros:4", "--arg", "1"}).starts_with("3\n"));
  CHECK(run("", {"--arg", "q=1"}).starts_with("3\n"));
  CHECK(run("", {"--arg", "zeros:4", "--dump", "p:u32:2"}).starts_with("3\n"));
  CHECK(run("", {"--arg", "zeros:4", "--dump", "p:u32:1"}).starts_with("0\n"));
}

TEST_CASE("run and replay tell one cause once, in the names of PTX") {
  const Workshop shop;
  const std::string file = shop.write("k.ptx", kHead +
                                                   ".visible .entry k(.param .u64 numbers) {\n"
                                                   ".reg .pred %inside;\n.reg .b32 %r<3>;\n.reg .b64 %rd;\n"
                                                   "ld.param.u64 %rd, [numbers];\ncvta.to.global.u64 %rd, %rd;\nmov.u32 %r1, %tid.x;\n"
                                                   "shfl.sync.up.b32 %r2|%inside, %r1, 4, 0, 0x7fffffff;\n"
                                                   "@%inside add.s32 %r1, %r1, %r2;\n"
                                                   "bar.sync 0;\nst.global.u32 [%rd], %r1;\nret;\n}\n");
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t out = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
    return out;
  };
  const std::string saved = shop.path("saved.json");
  const Outcome check = shop.run({"check", file, "--block", "32", "--save-inputs", saved, "--no-cache"});
  for (const Outcome& outcome : {shop.run({"run", file, "--block", "32", "--arg", "numbers=zeros:128"}), shop.run({"replay", saved}), check}) {
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == 1);
    CHECK(count(outcome.out, "[mask.self") == 1);
    CHECK(count(outcome.out, "used here as a guard") == 1);
    CHECK_FALSE(holds(outcome.out, "[value.tainted-use]"));
    CHECK(holds(outcome.out, "vote.sync.ballot.b32"));
    CHECK_FALSE(holds(outcome.out, "__ballot_sync"));
  }
  // Parameters by the names of their list.
  CHECK(holds(check.out, "--arg numbers=cells:any:"));
  CHECK(holds(check.out, "accesses stay inside the buffer of numbers"));
}

TEST_CASE("a barrier of PTX has the name that its line has") {
  const Workshop shop;
  for (const std::string barrier : {"bar.sync", "bar.cta.sync", "barrier.sync.aligned"}) {
    const std::string file = shop.write("k.ptx", kHead + ".visible .entry k() {\n.reg .pred %p;\n.reg .u32 %r;\nmov.u32 %r, %tid.x;\n"
                                                         "setp.lt.u32 %p, %r, 16;\n@%p bra LOW;\n" + barrier + " 0;\nbra END;\nLOW:\n"
                                                         "bar.warp.sync 0xffffffff;\n" + barrier + " 0;\nEND:\nret;\n}\n");
    const std::string text = shop.run({"check", file, "--block", "32", "--no-cache"}).out;
    INFO(text);
    CHECK(holds(text, "lanes 0-15 wait at bar.warp.sync with mask 0xffffffff for lanes 16-31 (waiting at " + barrier + ")"));
    CHECK(holds(text, "  waits at " + barrier + "\n"));
    CHECK(holds(text, "barrier.sync.aligned") == (barrier == "barrier.sync.aligned"));
  }
}
