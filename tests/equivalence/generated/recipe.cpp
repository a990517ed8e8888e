#include "tests/equivalence/generated/recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warpproof::pairs {

namespace {

constexpr int kValues = 4;

// Of a step: what it reads and writes, -1 for memory.
struct Touched {
  std::set<int> reads, writes;
};

void touch(const Step& s, Touched& out) {
  switch (s.kind) {
    case Step::Kind::Compute:
      out.reads.insert(s.from);
      if (s.with >= 0) out.reads.insert(s.with);
      out.writes.insert(s.to);
      break;
    case Step::Kind::Sum:
      out.reads.insert(s.terms.begin(), s.terms.end());
      out.writes.insert(s.to);
      break;
    case Step::Kind::Load:
      out.reads.insert(s.from);
      out.writes.insert(s.to);
      break;
    default:  // everything
      for (int v = -1; v < kValues; ++v) out.writes.insert(v);
      break;
  }
}

bool independent(const Step& a, const Step& b) {
  Touched x, y;
  touch(a, x);
  touch(b, y);
  const auto meets = [](const std::set<int>& p, const std::set<int>& q) {
    return std::any_of(p.begin(), p.end(), [&](int v) { return q.contains(v); });
  };
  return !meets(x.writes, y.writes) && !meets(x.writes, y.reads) && !meets(x.reads, y.writes);
}

bool commutes(const std::string& operation) {
  return !operation.starts_with("sub") && !operation.starts_with("shl");
}

class Writer {
 public:
  explicit Writer(const Style& style) : style_(style) {}

  std::string kernel(const Recipe& recipe) {
    line("ld.param.u64 %in, [k_param_0]");
    line("ld.param.u64 %out, [k_param_1]");
    line("ld.param.u32 %n, [k_param_2]");
    line("cvta.to.global.u64 %in, %in");
    line("cvta.to.global.u64 %out, %out");
    line("mov.u32 %me, %tid.x");
    line("mul.wide.u32 %a0, %me, 4");
    line("add.s64 %own, %in, %a0");
    line("add.s64 %put, %out, %a0");
    line("ld.global.u32 %v0, [%own]");
    line("and.b32 %v0, %v0, 1");
    line("mov.u32 %v1, %me");
    line("mov.u32 %v2, 1");
    line("mov.u32 %v3, 0");
    steps(recipe);
    line("mad.lo.s32 %v0, %v1, 8, %v0");
    line("st.global.u32 [%put], %v0");
    line("st.global.u32 [%put+16], %v2");
    line("st.global.u32 [%put+32], %v3");
    line("ret");
    return fmt::format(
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u32 k_param_2)\n{{\n"
        "  .reg .u32 %v<4>, %i<{0}>, %j<{0}>, %d<{0}>, %n, %me, %t0, %t1;\n"
        "  .reg .u64 %w<{0}>, %q<{0}>, %in, %out, %own, %put, %a0, %a1;\n"
        "  .reg .u16 %h;\n  .reg .pred %p<{0}>, %g;\n"
        "  .shared .align 4 .b8 box[16];\n{1}}}\n",
        numbers_ + 1, text_);
  }

 private:
  void line(const std::string& text) { text_ += "  " + text + ";\n"; }
  void label(const std::string& name) { text_ += name + ":\n"; }

  void steps(const Recipe& recipe) {
    Recipe order = recipe;
    for (std::size_t i = 0; style_.reordered && i + 1 < order.size(); i += 2) {
      if (independent(order[i], order[i + 1])) std::swap(order[i], order[i + 1]);
    }
    for (const Step& s : order) step(s);
  }

  void step(const Step& s) {
    switch (s.kind) {
      case Step::Kind::Compute: {
        const std::string with = s.with >= 0 ? fmt::format("%v{}", s.with) : fmt::format("{}", s.number);
        if (style_.swapped && commutes(s.operation) && s.with >= 0)
          return line(fmt::format("{} %v{}, {}, %v{}", s.operation, s.to, with, s.from));
        return line(fmt::format("{} %v{}, %v{}, {}", s.operation, s.to, s.from, with));
      }
      case Step::Kind::Sum:
        return sum(s);
      case Step::Kind::Load:
        return load(s);
      case Step::Kind::If:
        return branch(s);
      case Step::Kind::Loop:
        return loop(s);
      case Step::Kind::Exchange:
        return exchange(s);
      case Step::Kind::Update:
        line(fmt::format("and.b32 %t0, %v{}, 3", s.from));
        return line("red.global.add.u32 [%out+48], %t0");
      case Step::Kind::Slot:
        return slot(s);
    }
  }

  void sum(const Step& s) {
    std::vector<std::string> parts{fmt::format("{}", s.number)};
    for (const int v : s.terms) parts.push_back(fmt::format("%v{}", v));
    if (style_.swapped) std::reverse(parts.begin(), parts.end());
    line("mov.u32 %t0, " + parts[0]);
    for (std::size_t i = 1; i < parts.size(); ++i) line("add.s32 %t0, %t0, " + parts[i]);
    line(fmt::format("mov.u32 %v{}, %t0", s.to));
  }

  void load(const Step& s) {
    line(fmt::format("and.b32 %t0, %v{}, 3", s.from));
    if (style_.by_pointer) {
      line("shl.b32 %t0, %t0, 2");
      line("cvt.u64.u32 %a0, %t0");
    } else {
      line("mul.wide.u32 %a0, %t0, 4");
    }
    line("add.s64 %a0, %in, %a0");
    line(fmt::format("ld.global.u32 %v{}, [%a0]", s.to));
    line(fmt::format("and.b32 %v{0}, %v{0}, 1", s.to));
  }

  void branch(const Step& s) {
    const int own = ++numbers_;
    line(fmt::format("and.b32 %t0, %v{}, 3", s.from));
    line(fmt::format("setp.ne.u32 %p{}, %t0, {}", own, s.number & 3));
    line(fmt::format("@%p{} bra L{}", own, own));
    steps(s.body);
    label(fmt::format("L{}", own));
  }

  // %i counts iterations, %d is the second counter.
  void iteration(const Step& s, int own) {
    const std::string i = fmt::format("%i{}", own);
    steps(s.body);
    line(fmt::format("add.s32 %v{0}, %v{0}, {1}", s.to, i));
    if (s.rare != 0) {
      line(fmt::format("setp.eq.u32 %g, {}, {}", i, s.rare));
      line(fmt::format("@%g add.s32 %v{0}, %v{0}, 1", s.to));
    }
    line(fmt::format("add.s32 %d{0}, %d{0}, {1}", own, s.step));
    if (s.width < 32) line(fmt::format("and.b32 %d{0}, %d{0}, {1}", own, (1u << s.width) - 1));
    line(fmt::format("add.s32 {0}, {0}, 1", i));
  }

  void loop(const Step& s) {
    const int own = ++numbers_;
    const std::string i = fmt::format("%i{}", own), times = fmt::format("%j{}", own);
    line(fmt::format("mov.u32 {}, 0", i));
    line(fmt::format("mov.u32 %d{}, 0", own));
    if (s.count == Step::Count::Times) line(fmt::format("mov.u32 {}, {}", times, s.number));
    if (s.count == Step::Count::Masked) line(fmt::format("and.b32 {}, %n, {}", times, s.number));
    if (s.count == Step::Count::Open) line(fmt::format("max.s32 {}, %n, 0", times));
    if (style_.unrolled > 1) {
      rounds(s, own, style_.unrolled, fmt::format("A{}", own));
      rounds(s, own, 1, fmt::format("B{}", own));
    } else {
      rounds(s, own, 1, fmt::format("A{}", own));
    }
    line(fmt::format("mov.u32 %v{}, %d{}", s.with, own));
  }

  // As long as so many are left.
  void rounds(const Step& s, int own, int at_once, const std::string& name) {
    const std::string i = fmt::format("%i{}", own), times = fmt::format("%j{}", own),
                      left = fmt::format("%w{}", own), p = fmt::format("%p{}", own);
    const bool down = style_.counts_down;
    if (down) {
      line(fmt::format("sub.s32 %t1, {}, {}", times, i));
      line(fmt::format("cvt.s64.s32 {}, %t1", left));
    }
    label(name);
    if (down) {
      line(fmt::format("setp.lt.s64 {}, {}, {}", p, left, at_once));
    } else if (style_.wide) {
      line(fmt::format("cvt.s64.s32 {}, {}", left, i));
      line(fmt::format("add.s64 {0}, {0}, {1}", left, at_once));
      line(fmt::format("cvt.s64.s32 %q{}, {}", own, times));
      line(fmt::format("setp.gt.s64 {}, {}, %q{}", p, left, own));
    } else {
      line(fmt::format("sub.s32 %t1, {}, {}", times, i));
      line(fmt::format("setp.lt.s32 {}, %t1, {}", p, at_once));
    }
    line(fmt::format("@{} bra {}_end", p, name));
    for (int k = 0; k < at_once; ++k) iteration(s, own);
    if (down) line(fmt::format("sub.s64 {0}, {0}, {1}", left, at_once));
    line("bra " + name);
    label(name + "_end");
  }

  void barrier() { line(style_.other_barrier ? "barrier.sync 0" : "bar.sync 0"); }

  void exchange(const Step& s) {
    line("mov.u64 %a0, box");
    line("mul.wide.u32 %a1, %me, 4");
    line("add.s64 %a0, %a0, %a1");
    line(fmt::format("st.shared.u32 [%a0], %v{}", s.from));
    barrier();
    line("xor.b32 %t0, %me, 1");
    line("mul.wide.u32 %a1, %t0, 4");
    line("mov.u64 %a0, box");
    line("add.s64 %a0, %a0, %a1");
    line(fmt::format("ld.shared.u32 %v{}, [%a0]", s.to));
    barrier();
    if (style_.other_barrier) line("bar.warp.sync 15");
  }

  void slot(const Step& s) {
    const int own = ++numbers_;
    line(fmt::format("and.b32 %t0, %v{}, 1", s.from));
    line(fmt::format("setp.eq.u32 %p{}, %t0, 0", own));
    line(fmt::format("@%p{} bra S{}", own, own));
    line("atom.global.add.u32 %t0, [%out+48], 1");
    line("and.b32 %t0, %t0, 7");
    line("mul.wide.u32 %a0, %t0, 4");
    line("add.s64 %a0, %out, %a0");
    line(fmt::format("st.global.u32 [%a0+64], %v{}", s.with));
    label(fmt::format("S{}", own));
  }

  Style style_;
  std::string text_;
  int numbers_ = 0;
};

}  // namespace

std::string ptx(const Recipe& recipe, const Style& style) { return Writer(style).kernel(recipe); }

bool has(const Recipe& recipe, Step::Kind kind) {
  return std::any_of(recipe.begin(), recipe.end(),
                     [&](const Step& s) { return s.kind == kind || has(s.body, kind); });
}

bool is_open(const Recipe& recipe) {
  return std::any_of(recipe.begin(), recipe.end(), [](const Step& s) {
    return (s.kind == Step::Kind::Loop && s.count == Step::Count::Open) || is_open(s.body);
  });
}

}  // namespace warpproof::pairs
