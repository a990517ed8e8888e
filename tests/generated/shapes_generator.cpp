#include <fmt/format.h>

#include "tests/generated/attack_frame.h"
#include "tests/generated/loop_generators.h"

namespace warpproof::generated {

namespace {

// Rows and columns of a block; a row may be a warp, part of one, or more. %t0 the column, %t1 the row, when
// asked for.
class Generator : public LoopWriter {
 public:
  using LoopWriter::LoopWriter;

 private:
  void choose_settings() override {
    settings_.block = 8;
    settings_.warp_size = random_.pick<int>({4, 4, 8});
    settings_.input_bits = 1;
    settings_.rows = random_.pick<std::uint32_t>({2, 2, 4});
    width_ = 8 / static_cast<int>(settings_.rows);
  }

  Statement statement() override {
    switch (random_.weighted({8, 6, 3, loops_.size() < 2 ? 3 : 0, loops_.empty() ? 0 : 2, 3})) {
      case 0:
        return cell();
      case 1:
        return named();
      case 2:
        return state();
      case 3:
        return loop();
      case 4:
        return jump();
      default:
        return sink();
    }
  }

  // An element by row and column, in turn or not.
  Statement cell() {
    Lines lines{"mov.u32 %t0, %tid.x", "mov.u32 %t1, %tid.y"};
    const int rows = static_cast<int>(settings_.rows);
    switch (random_.below(6)) {
      case 0:
        lines.push_back(fmt::format("xor.b32 %t0, %t0, {}", 1));
        break;
      case 1:
        lines.push_back(fmt::format("xor.b32 %t1, %t1, {}", rows > 2 ? random_.pick<int>({1, 2}) : 1));
        break;
      case 2:
        lines.push_back(fmt::format("add.u32 %t0, %t0, {}", uniform_source()));
        lines.push_back(fmt::format("and.b32 %t0, %t0, {}", width_ - 1));
        break;
      case 3:
        lines.push_back(fmt::format("add.u32 %t1, %t1, {}", uniform_source()));
        lines.push_back(fmt::format("and.b32 %t1, %t1, {}", rows - 1));
        break;
      default:
        break;
    }
    if (random_.chance(30)) {  // by columns
      lines.push_back(fmt::format("mad.lo.u32 %t2, %t0, {}, %t1", careful() ? rows : width_));
    } else {
      lines.push_back(
          fmt::format("mad.lo.u32 %t2, %t1, {}, %t0", careful() ? std::to_string(width_) : "%ntid.x"));
    }
    if (lines.back().find("%ntid") != std::string::npos) {
      lines.back() = "mov.u32 %t3, %ntid.x";
      lines.push_back("mad.lo.u32 %t2, %t1, %t3, %t0");
    }
    lines.push_back("shl.b32 %t2, %t2, 2");
    lines.push_back("add.u32 %t2, %t2, %sa");
    const int base = 32 * random_.below(2);
    lines.push_back(random_.chance(50) ? fmt::format("st.shared.u32 [%t2+{}], {}", base, v())
                                       : fmt::format("ld.shared.u32 {}, [%t2+{}]", v(), base));
    if (random_.chance(25)) {  // one column or row does it
      lines.insert(lines.begin(), fmt::format("setp.eq.u32 %q9, %tid.{}, 0", random_.chance(50) ? "x" : "y"));
      lines[0] = fmt::format("mov.u32 %t3, %tid.{}", random_.chance(50) ? "x" : "y");
      lines.insert(lines.begin() + 1, "setp.eq.u32 %q9, %t3, 0");
      lines.back() = "@%q9 " + lines.back();
    }
    return plain_statement(std::move(lines));
  }

  // A barrier of each row, or of all, or of one warp.
  Statement named() {
    Lines lines;
    const bool by_row = width_ % settings_.warp_size == 0;
    switch (random_.weighted({by_row ? 5 : 0, 3, 4, 1})) {
      case 0:
        lines = {"mov.u32 %t0, %tid.y", "add.u32 %t0, %t0, 1",
                 fmt::format("barrier.sync %t0, {}", careful() ? width_ : 8)};
        break;
      case 1:
        lines = {fmt::format("bar.warp.sync {}", (1u << settings_.warp_size) - 1)};
        break;
      case 2:
        lines = {"bar.sync 0"};
        break;
      default: {
        const int warps = 8 / settings_.warp_size;
        if (warps == 1) {
          lines = {"bar.sync 3"};
          break;
        }
        lines = {fmt::format("setp.lt.u32 %q8, %tid, {}", settings_.warp_size), "@%q8 bar.arrive 4, 8",
                 "@!%q8 bar.sync 4, 8"};
        if (random_.chance(60)) lines.push_back("bar.sync 0");
        break;
      }
    }
    if (!uniform_ && careful()) return state();
    Statement st = plain_statement(std::move(lines));
    if (random_.chance(35)) return guarded(std::move(st), careful(), true);
    return st;
  }

  int width_ = 4;
};

}  // namespace

Kernel generate_shapes(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace warpproof::generated
