#include <fmt/format.h>

#include "tests/generated/attack_frame.h"
#include "tests/generated/loop_generators.h"

namespace warpproof::generated {

namespace {

class Generator : public LoopWriter {
 public:
  using LoopWriter::LoopWriter;

 private:
  Lines more_prologue() override { return {"add.cc.u32 %t0, 0, 0"}; }

  Statement statement() override {
    switch (random_.weighted({10, 4, 3, loops_.size() < 2 ? 2 : 0, loops_.empty() ? 0 : 2})) {
      case 0:
        return chain();
      case 1:
        return take();
      case 2:
        return random_.chance(60) ? state() : sink();
      case 3:
        return loop();
      default:
        return jump();
    }
  }

  // Sets the flag; maybe only for some values.
  Statement chain() {
    const std::string a = uniform_ ? u() : v();
    const std::string b = uniform_ && careful() ? uniform_source() : source();
    Lines lines;
    switch (random_.below(5)) {
      case 0:
        lines = {fmt::format("add.cc.u32 {0}, {0}, {1}", a, b)};
        break;
      case 1:
        lines = {fmt::format("sub.cc.u32 {0}, {0}, {1}", a, b)};
        break;
      case 2:
        lines = {fmt::format("add.cc.u32 %t0, {}, {}", a,
                             random_.pick<std::string>({"-1", "1", "-2", "0x80000000"}))};
        break;
      case 3:
        lines = {fmt::format("mad.lo.cc.u32 {0}, {0}, {1}, {1}", a, b)};
        break;
      default:
        lines = {fmt::format("add.cc.u32 {0}, {0}, {1}", a, b),
                 fmt::format("addc.cc.u32 {0}, {0}, -1", uniform_ ? u() : v())};
        break;
    }
    Statement st = plain_statement(std::move(lines));
    if (random_.chance(45)) return guarded(std::move(st), random_.chance(70), random_.chance(70));
    return st;
  }

  // Uses the flag.
  Statement take() {
    Lines lines;
    const std::string to = uniform_ ? u() : v();
    switch (random_.below(4)) {
      case 0:
        lines = {"addc.u32 %t0, 0, 0", "setp.eq.u32 %q7, %t0, 0",
                 call_with("11assert_thatEb", random_.chance(70) ? "%q7" : "!%q7")};
        break;
      case 1:
        lines = {"subc.u32 %t0, 0, 0", "setp.eq.u32 %q7, %t0, 0",
                 call_with("11assert_thatEb", random_.chance(70) ? "%q7" : "!%q7")};
        break;
      case 2:
        lines = {fmt::format("addc.u32 {0}, {0}, {1}", to, random_.below(2))};
        break;
      default:
        lines = {fmt::format("subc.u32 {0}, {0}, {1}", to, random_.below(2))};
        break;
    }
    for (std::string& l : lines) {  // selp takes no negated predicate
      const std::size_t at = l.find("!%q7;");
      if (at == std::string::npos) continue;
      l.replace(at, 4, "%q7");
      lines[1].replace(5, 2, "ne");
    }
    return plain_statement(std::move(lines));
  }

  std::vector<Statement> ending() override { return {take(), sink()}; }
};

}  // namespace

Kernel generate_carry(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace warpproof::generated
