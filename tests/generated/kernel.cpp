#include "tests/generated/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpproof::generated {

namespace {

constexpr const char* kFunctions = R"(.func (.param .b32 r) flip(.param .b32 a)
{
  .reg .b32 %a;
  ld.param.b32 %a, [a];
  xor.b32 %a, %a, 1;
  and.b32 %a, %a, 3;
  st.param.b32 [r], %a;
  ret;
}
.func (.param .b32 r) any_of(.param .b32 a, .param .b32 m)
{
  .reg .b32 %a, %m;
  .reg .pred %p;
  ld.param.b32 %a, [a];
  ld.param.b32 %m, [m];
  setp.ne.u32 %p, %a, 0;
  vote.sync.any.pred %p, %p, %m;
  selp.b32 %a, 1, 0, %p;
  st.param.b32 [r], %a;
  ret;
}
.func meet()
{
  bar.sync 0;
  ret;
}
.func (.param .b32 r) share(.param .b32 a, .param .b32 m)
{
  .reg .b32 %a, %b, %m;
  .reg .pred %p;
  ld.param.b32 %a, [a];
  ld.param.b32 %m, [m];
  st.param.b32 [r], %a;
  and.b32 %b, %a, 1;
  setp.eq.u32 %p, %b, 0;
  @%p ret;
  shfl.sync.idx.b32 %a, %a, %laneid, 3, %m;
  st.param.b32 [r], %a;
  ret;
}

)";

class Printer {
 public:
  explicit Printer(const Kernel& kernel) : kernel_(kernel) {}

  // The newline that ends a line belongs to it.
  std::vector<const Statement*> by_line() {
    text();
    by_line_.resize(1 + static_cast<std::size_t>(std::count(out_.begin(), out_.end(), '\n')), nullptr);
    return by_line_;
  }

  std::string text() {
    const Settings& settings = kernel_.settings;
    if (!kernel_.frame.empty()) return text_in_frame();
    out_ = fmt::format(
        ".version 8.0\n.target sm_{}\n.address_size 64\n\n{}"
        ".visible .entry k(.param .u64 in, .param .u64 out)\n{{\n"
        "  .reg .pred %p<4>, %q<10>, %pw;\n"
        "  .reg .b32 %x, %tid, %lane, %sa, %sx, %sw, %v<6>, %m<4>, %s<5>, %t<4>, %c<4>;\n"
        "  .reg .b64 %rd<5>;\n"
        "  .shared .align 4 .b8 box[64];\n",
        settings.sm, settings.schedules > 0 ? kFunctions : "");
    prologue();
    for (const Statement& s : kernel_.statements) statement(s);
    line(fmt::format("st.global.u32 [%rd4], {}", kernel_.result));
    line("ret");
    return out_ + "}\n";
  }

 private:
  std::string text_in_frame() {
    const Frame& frame = kernel_.frame;
    out_ = fmt::format(".version 8.0\n.target sm_{}\n.address_size 64\n{}.visible .entry k({})\n{{\n",
                       kernel_.settings.sm, frame.functions, frame.parameters);
    lines(frame.prologue);
    for (const Statement& s : kernel_.statements) statement(s);
    lines(frame.epilogue);
    line("ret");
    return out_ + "}\n";
  }

  void prologue() {
    const Settings& settings = kernel_.settings;
    const unsigned all = (1u << settings.warp_size) - 1, low = (1u << settings.warp_size / 2) - 1;
    for (const char* l :
         {"ld.param.u64 %rd0, [in]", "ld.param.u64 %rd1, [out]", "cvta.to.global.u64 %rd0, %rd0",
          "cvta.to.global.u64 %rd1, %rd1", "mov.u32 %tid, %tid.x", "mov.u32 %lane, %laneid",
          "mul.wide.u32 %rd2, %tid, 4", "add.s64 %rd3, %rd0, %rd2", "add.s64 %rd4, %rd1, %rd2",
          "ld.global.u32 %x, [%rd3]"}) {
      line(l);
    }
    line(fmt::format("and.b32 %x, %x, {}", (1u << settings.input_bits) - 1));
    for (const char* l : {"mov.u32 %sa, box", "shl.b32 %t0, %tid, 2", "add.u32 %sa, %sa, %t0",
                          "xor.b32 %sx, %sa, 4", "xor.b32 %sw, %sa, 16"}) {
      line(l);
    }
    line(fmt::format("setp.lt.u32 %pw, %tid, {}", settings.warp_size));
    if (settings.schedules > 0) {  // every word of box has a value
      for (std::uint32_t word = 0; word < 16; word += settings.block)
        line(fmt::format("st.shared.u32 [%sa+{}], %lane", 4 * word));
      line("bar.sync 0");
    }
    const char* values[] = {"mov.u32 %v0, %x",        "mov.u32 %v1, %lane", "mov.u32 %v2, 1",
                            "add.u32 %v3, %x, %lane", "xor.b32 %v4, %x, 1", "mov.u32 %v5, 2"};
    for (int v = 0; v < 6; ++v) {
      const auto& left_out = settings.unwritten;
      if (std::find(left_out.begin(), left_out.end(), v) == left_out.end()) line(values[v]);
    }
    line(fmt::format("setp.lt.u32 %p0, %lane, {}", settings.warp_size / 2));
    line("setp.eq.u32 %p1, %x, 0");
    line("setp.gt.u32 %p2, %x, %lane");
    line("and.b32 %t0, %x, 1");
    line("setp.ne.u32 %p3, %t0, 0");
    line(fmt::format("mov.u32 %m0, {}", all));
    line("shl.b32 %m1, 1, %lane");
    line(fmt::format("selp.b32 %m2, {}, {}, %p0", low, all & ~low));
    line(fmt::format("mov.u32 %m3, {}", all >> 1));
    for (int d = 0; d <= kDeepest + 1; ++d) line(fmt::format("mov.u32 %s{}, {}", d, all));
    for (int i = 0; i < 4; ++i) line(fmt::format("mov.u32 %t{}, {}", i, i == 0 ? "%x" : "%lane"));
    line("setp.ne.u32 %q9, %x, %lane");
  }

  void line(std::string l) {
    for (const auto& [name, label] : {std::pair{"$next", "NEXT"}, std::pair{"$done", "DONE"}}) {
      const std::size_t at = l.find(name);
      if (at != std::string::npos) l.replace(at, 5, fmt::format("{}{}", label, loop_));
    }
    out_ += "  " + l + (l.back() == '}' || l.back() == ':' ? "\n" : ";\n");
  }
  void loop_body(const Statement& s, int number) {
    const int outer = loop_;
    loop_ = number;
    const auto says = [&](const char* label) { return out_.find(fmt::format("bra {}{};", label, number)); };
    block(s.body);
    if (says("NEXT") != std::string::npos) out_ += fmt::format("NEXT{}:\n", number);
    loop_ = outer;
  }
  void lines(const std::vector<std::string>& all) {
    for (const auto& l : all) line(l);
  }
  void block(const std::vector<Statement>& all) {
    for (const auto& s : all) statement(s);
  }
  static std::string inverse(const std::string& p) { return p[0] == '!' ? p.substr(1) : "!" + p; }

  void statement(const Statement& s) {
    const auto line_number = [&] {
      return 1 + static_cast<std::size_t>(std::count(out_.begin(), out_.end(), '\n'));
    };
    const std::size_t first = line_number();
    print(s);
    by_line_.resize(std::max(by_line_.size(), line_number()), nullptr);
    for (std::size_t l = first; l < line_number(); ++l) {
      if (by_line_[l] == nullptr) by_line_[l] = &s;  // those of inner statements are there
    }
  }

  void print(const Statement& s) {
    const int n = labels_++;
    lines(s.setup);
    switch (s.kind) {
      case Statement::Kind::Lines:
        return lines(s.lines);
      case Statement::Kind::If: {
        lines(s.lines);
        line(fmt::format("@{} bra ELSE{}", inverse(s.condition), n));
        block(s.body);
        const bool both = !s.otherwise.empty() || !s.otherwise_lines.empty();
        if (both) line(fmt::format("bra JOIN{}", n));
        out_ += fmt::format("ELSE{}:\n", n);
        if (!both) return;
        lines(s.otherwise_lines);
        block(s.otherwise);
        out_ += fmt::format("JOIN{}:\n", n);
        return;
      }
      case Statement::Kind::While:
        out_ += fmt::format("LOOP{}:\n", n);
        lines(s.lines);
        line(fmt::format("@{} bra DONE{}", inverse(s.condition), n));
        loop_body(s, n);
        lines(s.step);
        line(fmt::format("bra LOOP{}", n));
        out_ += fmt::format("DONE{}:\n", n);
        return;
      case Statement::Kind::Until:
        out_ += fmt::format("LOOP{}:\n", n);
        loop_body(s, n);
        lines(s.lines);
        line(fmt::format("@{} bra LOOP{}", s.condition, n));
        if (out_.find(fmt::format("bra DONE{};", n)) != std::string::npos)
          out_ += fmt::format("DONE{}:\n", n);
        return;
    }
  }

  const Kernel& kernel_;
  std::string out_;
  int labels_ = 0, loop_ = -1;
  std::vector<const Statement*> by_line_;
};

int count(const std::vector<Statement>& all) {
  int n = 0;
  for (const Statement& s : all) n += 1 + count(s.body) + count(s.otherwise);
  return n;
}

}  // namespace

std::string Kernel::text() const { return Printer(*this).text(); }

std::vector<const Statement*> Kernel::statements_by_line() const { return Printer(*this).by_line(); }

int Kernel::size() const { return count(statements); }

}  // namespace warpproof::generated
