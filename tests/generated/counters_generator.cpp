#include <fmt/format.h>

#include "tests/generated/attack_frame.h"
#include "tests/generated/loop_generators.h"

namespace warpproof::generated {

namespace {

// A counter in shared memory (words 48 and 49 of box) or after out; places that additions give are stored
// to, in shared memory or far after out.
class Generator : public LoopWriter {
 public:
  using LoopWriter::LoopWriter;

 private:
  void choose_settings() override {
    in_global_ = random_.chance(50);
    settings_.closed = !in_global_;  // the counter may start with any number
    if (in_global_ && random_.chance(40)) {
      settings_.warp_size = 4;
      settings_.block = 4;
      settings_.sizes = {4, 8};
      any_size_ = true;
    }
    exchange_ = random_.chance(15);
  }

  Lines more_prologue() override { return {"mov.u32 %v3, 99", "add.s64 %rd7, %rd1, 4096"}; }

  Statement statement() override {
    switch (random_.weighted(
        {8, 6, 2, loops_.size() < 2 ? 2 : 0, loops_.empty() ? 0 : 1, any_size_ ? 0 : 3, 1})) {
      case 0:
        return take();
      case 1:
        return use();
      case 2:
        return state();
      case 3:
        return loop();
      case 4:
        return jump();
      case 5:
        return reset();
      default:
        return any_size_ ? state() : sink();
    }
  }

  std::string counter() {
    return in_global_ ? "[%rd1+2048]" : fmt::format("[box+{}]", 192 + (careful() ? 0 : 4));
  }
  std::string space() { return in_global_ ? "global" : "shared"; }

  // A number from the counter, %v3, the addend in %t3.
  Statement take() {
    Lines lines;
    std::string addend = "1";
    if (!careful() || random_.chance(25)) {
      switch (random_.below(4)) {
        case 0:  // rarely none
          condition(lines, "%q6", random_.chance(30), true);
          lines.push_back(fmt::format("selp.u32 %t3, {}, 1, %q6", random_.pick<int>({0, 0, 2, -1})));
          addend = "%t3";
          break;
        case 1:
          addend = fmt::format("{}", random_.pick<int>({0, 2, 3, -1, 4}));
          break;
        case 2:
          addend = pick({"%x", "%u1", "%v0"});
          break;
        default:
          lines.push_back("add.u32 %t3, %x, 1");
          addend = "%t3";
          break;
      }
    }
    lines.push_back(fmt::format("atom.{}.add.u32 %v3, {}, {}", space(), counter(), addend));
    if (exchange_ && random_.chance(20))
      lines.back() = fmt::format("atom.{}.{} %v3, {}, {}", space(),
                                 pick({"max.u32", "exch.b32", "inc.u32", "or.b32"}), counter(), addend);
    std::vector<Statement> both{plain_statement(std::move(lines))};
    both.push_back(use());
    Statement st;
    st.kind = Statement::Kind::If;
    st.condition = "%q5";
    const int kind = random_.below(3);
    if (kind == 0) {
      st.lines = {"setp.eq.u32 %q5, %lane, 0"};
    } else if (kind == 1) {
      condition(st.lines, "%q5", false, false);
    } else {
      st.lines = {"setp.ge.u32 %q5, %tid, 0"};
    }
    st.body = std::move(both);
    return st;
  }

  // A store to the place with that number.
  Statement use() {
    Lines lines;
    std::string number = "%v3";
    if (!careful()) {
      switch (random_.below(5)) {
        case 0:
          lines.push_back("add.u32 %t0, %v3, 1");
          number = "%t0";
          break;
        case 1:
          lines.push_back("shr.u32 %t0, %v3, 1");
          number = "%t0";
          break;
        case 2:
          lines.push_back("add.u32 %t0, %v3, %x");
          number = "%t0";
          break;
        case 3:
          lines.push_back("min.u32 %t0, %v3, 40");
          number = "%t0";
          break;
        default:
          number = "%tid";
          break;
      }
    } else if (random_.chance(25)) {
      lines.push_back(fmt::format("and.b32 %t0, %v3, {}", random_.pick<int>({1023, 255})));
      number = "%t0";
    }
    const int scale = random_.pick<int>({4, 4, 4, 8, 2});
    lines.push_back(fmt::format("mul.wide.u32 %rd5, {}, {}", number, scale));
    lines.push_back("add.s64 %rd5, %rd5, %rd7");
    lines.push_back(fmt::format("st.global.u32 [%rd5{}], %tid", careful() ? "" : "+4"));
    return plain_statement(std::move(lines));
  }

  // The counter starts anew, between barriers or not.
  Statement reset() {
    Lines lines;
    if (careful()) lines.push_back("bar.sync 0");
    lines.push_back("setp.eq.u32 %q7, %tid, 0");
    lines.push_back(fmt::format("@%q7 st.{}.u32 {}, {}", space(), counter(), random_.below(2)));
    if (careful()) lines.push_back("bar.sync 0");
    if (!uniform_) return state();
    return plain_statement(std::move(lines));
  }

  std::vector<Statement> ending() override { return {use()}; }

  bool in_global_ = false, any_size_ = false, exchange_ = false;
};

}  // namespace

Kernel generate_counters(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace warpproof::generated
