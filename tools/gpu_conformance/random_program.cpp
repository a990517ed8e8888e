#include <array>
#include <cstdint>
#include <string>

#include "tools/gpu_conformance/families.h"
#include "tools/gpu_conformance/lane_writer.h"
#include "tools/gpu_conformance/values.h"

namespace warpproof::conformance {
namespace {

// Where lanes meet and where they part.
class RandomProgram : LaneWriter {
 public:
  explicit RandomProgram(std::uint64_t seed) : LaneWriter(seed) {
    out_.block = 32 * (1 + random_.below(3));
    out_.grid = 1 + random_.below(2);
    for (std::uint64_t i = 0; i < kInputWords; ++i) out_.input.push_back(random32(random_));
  }

  ConformanceProgram make() {
    begin({kWords, kDoubles, kHalves, kPredicates});
    load_registers();
    const int statements = 10 + static_cast<int>(random_.below(10));
    for (int i = 0; i < statements; ++i) statement(0);
    store_registers();
    return end();
  }

 private:
  // Everyone adds to common words; the order does not matter, and nobody looks before the barrier.
  void common_atomics() {
    line("mov.u32 %x8, s;");
    line("bar.sync 0;");
    line("setp.lt.u32 %q1, %x0, 8;");
    line("mad.lo.u32 %x9, %x0, 4, %x8;");
    line("@%q1 st.shared.u32 [%x9+3072], 0;");
    line("bar.sync 0;");
    line({"and.b32 %x9, ", r(), ", 7;"});
    line("mad.lo.u32 %x9, %x9, 4, %x8;");
    static const char* const kOps[] = {"add.u32", "add.s32", "max.u32", "max.s32", "min.s32",
                                       "and.b32", "or.b32",  "xor.b32", "inc.u32"};
    const std::string op = kOps[random_.below(std::size(kOps))];
    line({"red.shared.", op, " [%x9+3072], ", (op == "inc.u32" ? "1000" : r()), ";"});
    use("red.shared." + op);
    line("bar.sync 0;");
    line("and.b32 %x9, %x0, 7;");
    line("mad.lo.u32 %x9, %x9, 4, %x8;");
    line({"ld.shared.u32 ", r(), ", [%x9+3072];"});
    line("bar.sync 0;");
  }

  void exchange_through_shared() {
    line("mov.u32 %x8, s;");
    line("mad.lo.u32 %x9, %x0, 4, %x8;");
    line("bar.sync 0;");
    line({"st.shared.u32 [%x9+2048], ", r(), ";"});
    line(random_.chance(50) ? "bar.sync 0;" : "barrier.sync 0, " + number(out_.block) + ";");
    line({"add.u32 %x10, %x0, ", number(random_.below(out_.block)), ";"});
    line({"rem.u32 %x10, %x10, ", number(out_.block), ";"});
    line("mad.lo.u32 %x10, %x10, 4, %x8;");
    line({"ld.shared.u32 ", r(), ", [%x10+2048];"});
    line("bar.sync 0;");
    use("bar.sync"), use("barrier.sync");
  }

  // With every lane of the warp there.
  void collective() {
    const std::uint32_t which = random_.below(12);
    if (which < 4) {
      static const char* const kModes[] = {"up", "down", "bfly", "idx"};
      const std::string op = "shfl.sync." + std::string(kModes[which]) + ".b32";
      const std::string b = random_.chance(50) ? number(random_.below(40)) : r();
      const std::uint32_t segments = random_.below(32), clamp = random_.below(32);
      const std::string c = random_.chance(50) ? hex(segments << 8 | clamp) : r();
      std::string destination = r();
      if (random_.chance(60)) destination += "|" + p();
      line({op, " ", destination, ", ", r(), ", ", b, ", ", c, ", -1;"});
      use(op);
    } else if (which < 7) {
      static const char* const kModes[] = {"all", "any", "uni"};
      const std::string op = "vote.sync." + std::string(kModes[which - 4]) + ".pred";
      line({op, " ", p(), ", ", (random_.chance(30) ? "!" : ""), p(), ", -1;"});
      use(op);
    } else if (which == 7) {
      line({"vote.sync.ballot.b32 ", r(), ", ", p(), ", 0xffffffff;"});
      use("vote.sync.ballot.b32");
    } else if (which == 8) {
      line({"and.b32 %x7, ", r(), ", 3;"});
      line({"match.any.sync.b32 ", r(), ", %x7, -1;"});
      line({"match.any.sync.b64 ", r(), ", ", d(), ", -1;"});
      use("match.any.sync.b32"), use("match.any.sync.b64");
    } else if (which == 9) {
      line({"match.all.sync.b32 ", r(), "|", p(), ", ", (random_.chance(50) ? "7" : r()), ", -1;"});
      line({"match.all.sync.b64 ", r(), "|", p(), ", ", d(), ", -1;"});
      use("match.all.sync.b32"), use("match.all.sync.b64");
    } else {
      static const char* const kOps[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                         "max.s32", "and.b32", "or.b32",  "xor.b32"};
      const std::string op = std::string("redux.sync.") + kOps[random_.below(9)];
      line({op, " ", r(), ", ", r(), ", -1;"});
      use(op);
    }
  }

  void barrier_reduction() {
    const std::uint32_t which = random_.below(3);
    const std::string operand = p_or_not();
    const std::string count = random_.chance(40) ? ", " + number(out_.block) : "";
    if (which == 0)
      line({"bar.red.popc.u32 ", r(), ", 1", count, ", ", operand, ";"}), use("bar.red.popc.u32");
    if (which == 1)
      line({"barrier.red.and.pred ", p(), ", 2", count, ", ", operand, ";"}), use("barrier.red.and.pred");
    if (which == 2) line({"bar.red.or.pred ", p(), ", 3", count, ", ", operand, ";"}), use("bar.red.or.pred");
  }

  // Within a branch the lanes that came are those of a mask taken before it.
  void divergent_collective(const std::string& mask) {
    switch (random_.below(6)) {
      case 0:
        line({"vote.sync.ballot.b32 ", r(), ", ", p(), ", ", mask, ";"});
        break;
      case 1:
        line({"vote.sync.any.pred ", p(), ", ", p(), ", ", mask, ";"});
        break;
      case 2:
        line({"redux.sync.add.s32 ", r(), ", ", r(), ", ", mask, ";"});
        break;
      case 3:
        line({"match.any.sync.b32 ", r(), ", ", r(), ", ", mask, ";"});
        break;
      case 4:  // from the mask's lowest lane
        line({"brev.b32 %x7, ", mask, ";"});
        line("clz.b32 %x7, %x7;");
        line({"shfl.sync.idx.b32 ", r(), ", ", r(), ", %x7, 31, ", mask, ";"});
        break;
      default:
        line({"bar.warp.sync ", mask, ";"});
        use("bar.warp.sync");
    }
  }

  void branch(int depth) {
    const std::string otherwise = label(), join = label(), mask = "%x" + number(11 + depth),
                      q = "%q" + number(2 + depth);
    // Masks are taken where all lanes of the enclosing region are.
    line({"mov.pred ", q, ", ", p(), ";"});
    if (depth == 0) line({"vote.sync.ballot.b32 ", mask, ", ", q, ", -1;"});
    if (depth == 1) line({"vote.sync.ballot.b32 ", mask, ", ", q, ", ", region_, ";"});
    const std::string outer = region_;
    line({"@!", q, " bra ", otherwise, ";"});
    region_ = mask;
    for (std::uint32_t i = 0, n = 1 + random_.below(4); i < n; ++i) statement(depth + 1);
    line({"bra", std::string(random_.chance(20) ? ".uni" : ""), " ", join, ";"});
    line({otherwise, ":"});
    if (random_.chance(70)) {
      line({"not.b32 ", mask, ", ", mask, ";"});
      if (depth == 1) line({"and.b32 ", mask, ", ", mask, ", ", outer, ";"});
      for (std::uint32_t i = 0, n = 1 + random_.below(3); i < n; ++i) statement(depth + 1);
    }
    line({join, ":"});
    region_ = outer;
    line({"bar.warp.sync ", (depth == 0 ? std::string("-1") : outer), ";"});
    use("bra");
  }

  // Rounds differ from lane to lane; only lanes' own instructions stand inside.
  void loop() {
    const std::string head = label();
    line({"and.b32 %x6, ", r(), ", 3;"});
    line({head, ":"});
    for (std::uint32_t i = 0, n = 2 + random_.below(5); i < n; ++i) instruction();
    line("sub.u32 %x6, %x6, 1;");
    line("setp.ge.s32 %q1, %x6, 0;");
    line({"@%q1 bra ", head, ";"});
    line({"bar.warp.sync ", region_, ";"});
  }

  void table_branch() {
    const std::string list = label(), join = label();
    std::array<std::string, 4> targets;
    for (auto& target : targets) target = label();
    line({"and.b32 %x7, ", r(), ", 3;"});
    line({list, ": .branchtargets ", targets[0], ", ", targets[1], ", ", targets[2], ", ", targets[3], ";"});
    line({"brx.idx %x7, ", list, ";"});
    for (const auto& target : targets) {
      line({target, ":"});
      instruction();
      line({"bra ", join, ";"});
    }
    line({join, ":"});
    line({"bar.warp.sync ", region_, ";"});
    use("brx.idx");
  }

  void call() {
    line("{ .param .b32 a; .param .b64 b; .param .b32 c;");
    line({"st.param.b32 [a], ", r(), ";"});
    line({"st.param.b64 [b], ", d(), ";"});
    line("call (c), helper, (a, b);");
    line({"ld.param.b32 ", r(), ", [c]; }"});
    line({"bar.warp.sync ", region_, ";"});
    use("call"), use("ret");
  }

  // The first warp signals and goes on, the others wait for it.
  void producer() {
    if (out_.block == 32) return;
    const std::string wait = label(), join = label();
    line("mov.u32 %x8, s;");
    line("mad.lo.u32 %x9, %x2, 4, %x8;");
    line("bar.sync 0;");
    line("setp.ge.u32 %q1, %x0, 32;");
    line({"@%q1 bra ", wait, ";"});
    line({"st.shared.u32 [%x9+3200], ", r(), ";"});
    line({random_.chance(50) ? "bar.arrive 4, " : "barrier.arrive 4, ", number(out_.block), ";"});
    line({"bra ", join, ";"});
    line({wait, ":"});
    line({random_.chance(50) ? "bar.sync 4, " : "barrier.sync 4, ", number(out_.block), ";"});
    line({"ld.shared.u32 ", r(), ", [%x9+3200];"});
    line({join, ":"});
    line("bar.sync 0;");
    use("bar.arrive"), use("barrier.arrive");
  }

  void statement(int depth) {
    const std::uint32_t draw = random_.below(100);
    if (draw < 55) return instructions();
    if (draw < 59) return carry_chain();
    if (draw < 62) return pack();
    if (draw < 67) return own_memory();
    if (draw < 71) return own_atomics();
    if (draw < 74 && depth < 2) return loop();
    if (draw < 76 && depth < 2) return table_branch();
    if (draw < 78) return call();
    if (draw < 80) return others();
    if (depth > 0 && depth <= 2) {
      if (draw < 90) return divergent_collective(region_);
      return depth < 2 ? branch(depth) : instructions();
    }
    if (draw < 86) return branch(depth);
    if (draw < 94) return collective();
    if (draw < 96) return barrier_reduction();
    if (draw < 98) return exchange_through_shared();
    if (draw < 99) return producer();
    common_atomics();
  }

  void instructions() {
    for (std::uint32_t i = 0, n = 1 + random_.below(6); i < n; ++i) instruction();
  }

  std::string region_ = "-1";
};

}  // namespace

ConformanceProgram random_program(std::uint64_t number) { return RandomProgram(number).make(); }

}  // namespace warpproof::conformance
