#include <fmt/format.h>

#include "tests/generated/attack_frame.h"
#include "tests/generated/loop_generators.h"

namespace warpproof::generated {

namespace {

class Generator : public LoopWriter {
 public:
  using LoopWriter::LoopWriter;

 private:
  Statement statement() override {
    switch (random_.weighted({10, 4, 3, loops_.size() < 2 ? 2 : 0, loops_.empty() ? 0 : 1, 3, 2})) {
      case 0:
        return shared_bytes();
      case 1:
        return meet();
      case 2:
        return state();
      case 3:
        return loop();
      case 4:
        return jump();
      case 5:
        return plain_statement(memory_update(uniform_ && random_.chance(60)));
      default:
        return sink();
    }
  }

  // A barrier that may be missing for a rare reason.
  Statement meet() {
    if (!uniform_ && careful()) return state();
    Statement st = plain_statement({random_.chance(75)
                                        ? "bar.sync 0"
                                        : fmt::format("bar.warp.sync {}", (1u << settings_.warp_size) - 1)});
    if (random_.chance(45)) return guarded(std::move(st), true, true);
    return st;
  }

  // Thread t's own eight bytes of box, or its neighbour's, in parts.
  Statement shared_bytes() {
    Lines lines;
    const int unit = random_.pick<int>({4, 4, 8});
    const bool neighbour = !random_.chance(60);
    lines.push_back(fmt::format("xor.b32 %t0, %tid, {}", neighbour ? random_.pick<int>({1, 1, 2}) : 0));
    if (random_.chance(30)) {
      lines.push_back(fmt::format("and.b32 %t1, {}, 1", uniform_source()));
      lines.push_back("xor.b32 %t0, %t0, %t1");
    }
    lines.push_back(fmt::format("mul.lo.u32 %t0, %t0, {}", unit));
    lines.push_back("add.u32 %t0, %t0, %sa");
    const int base = 64 * random_.below(2);
    const int width = random_.pick<int>({1, 1, 1, 2, 2, 4, 8});
    const int within = unit > width ? width * random_.below(unit / width) : 0;
    const std::string at = fmt::format("[%t0+{}]", base + within);
    const bool store = !neighbour || random_.chance(30);
    const std::string reg = v();
    switch (width > unit ? unit : width) {
      case 1:
        lines.push_back(store ? fmt::format("st.shared.u8 {}, {}", at, reg)
                              : fmt::format("ld.shared.u8 {}, {}", reg, at));
        break;
      case 2:
        if (store) lines.push_back(fmt::format("cvt.u16.u32 %r0, {}", reg));
        lines.push_back(store ? fmt::format("st.shared.u16 {}, %r0", at)
                              : fmt::format("ld.shared.u16 %r0, {}", at));
        if (!store) lines.push_back(fmt::format("cvt.u32.u16 {}, %r0", reg));
        break;
      case 4:
        if (random_.chance(30)) {
          lines.push_back(store ? fmt::format("st.shared.v4.u8 {}, {{%t1, %t2, {}, %x}} ", at, reg)
                                : fmt::format("ld.shared.v4.u8 {{%t1, %t2, {}, %t3}}, {}", reg, at));
        } else {
          lines.push_back(store ? fmt::format("st.shared.u32 {}, {}", at, reg)
                                : fmt::format("ld.shared.u32 {}, {}", reg, at));
        }
        break;
      default:
        lines.push_back(store ? fmt::format("st.shared.v2.u32 {}, {{{}, %x}} ", at, reg)
                              : fmt::format("ld.shared.v2.u32 {{%t1, {}}}, {}", reg, at));
        break;
    }
    Statement st = plain_statement(std::move(lines));
    if (random_.chance(30)) return guarded(std::move(st), random_.chance(50), random_.chance(60));
    return st;
  }
};

}  // namespace

Kernel generate_bytes(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace warpproof::generated
