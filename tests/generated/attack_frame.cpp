#include "tests/generated/attack_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpproof::generated {

namespace {

constexpr int kDeepestLoop = 2;
constexpr const char* kClaims =
    ".extern .func _ZN9warpproof6assumeEb(.param .b32 a);\n"
    ".extern .func _ZN9warpproof11assert_thatEb(.param .b32 a);\n";

}  // namespace

Statement plain_statement(Lines lines) {
  Statement s;
  s.lines = std::move(lines);
  return s;
}

LoopWriter::LoopWriter(std::uint64_t seed) : StateWriter(seed) {
  care_ = random_.pick<int>({100, 97, 97, 93, 85});
  budget_ = 3 + random_.below(7);
  settings_.block = random_.chance(50) ? 4 : 8;
  settings_.warp_size = settings_.block == 8 && random_.chance(30) ? 8 : 4;
  settings_.input_bits = settings_.block == 4 && random_.chance(30) ? 2 : 1;
  settings_.cuda_source = random_.chance(60);
  settings_.schedules = 3;
  settings_.unroll = random_.pick<int>({1, 2, 2, 4});
  masked_ = random_.chance(70);
  most_ =
      masked_ ? random_.pick<std::uint32_t>({3, 7, 7, 15, 63}) : random_.pick<std::uint32_t>({9, 40, 300});
}

Kernel LoopWriter::run() {
  choose_settings();
  Kernel kernel;
  // Every value of %n up to seven, then some.
  std::vector<std::uint32_t> values;
  for (std::uint32_t n = 0; n <= most_; ++n) values.push_back(n);
  settings_.closed = settings_.closed && masked_;
  settings_.scalars = {values, {0, kKey}};
  int top = 0;
  while (budget_ > 0) {
    --budget_;
    kernel.statements.push_back(++top == 1 || random_.chance(50) ? loop() : statement());
  }
  for (Statement& s : ending()) kernel.statements.push_back(std::move(s));
  kernel.settings = settings_;
  kernel.frame = frame();
  return kernel;
}

Frame LoopWriter::frame() {
  Frame out;
  out.functions = kClaims;
  out.parameters = ".param .u64 in, .param .u64 out, .param .u32 pn, .param .u32 pkey";
  Lines& l = out.prologue;
  l = {".reg .pred %q<10>",
       ".reg .b16 %h<2>, %r<2>",
       ".reg .b32 %x, %tid, %lane, %n, %key, %u<4>, %v<4>, %t<6>, %c<4>, %sa, %so, %sn",
       ".reg .b64 %rd<8>, %w<2>, %la",
       ".local .align 16 .b8 loc[32]",
       ".shared .align 16 .b8 box[256]",
       "ld.param.u64 %rd0, [in]",
       "ld.param.u64 %rd1, [out]",
       "cvta.to.global.u64 %rd0, %rd0",
       "cvta.to.global.u64 %rd1, %rd1",
       "ld.param.u32 %n, [pn]",
       "ld.param.u32 %key, [pkey]"};
  if (masked_) l.push_back(fmt::format("and.b32 %n, %n, {}", most_));
  if (settings_.rows == 1) {
    l.push_back("mov.u32 %tid, %tid.x");
  } else {
    for (const char* s : {"mov.u32 %t0, %ntid.x", "mov.u32 %t1, %tid.y", "mov.u32 %tid, %tid.x",
                          "mad.lo.u32 %tid, %t1, %t0, %tid"})
      l.push_back(s);
  }
  for (const char* s :
       {"mov.u32 %lane, %laneid", "mul.wide.u32 %rd2, %tid, 4", "add.s64 %rd3, %rd0, %rd2",
        "add.s64 %rd4, %rd1, %rd2", "ld.global.u32 %x, [%rd3]", "mov.u32 %sa, box", "shl.b32 %t0, %tid, 2",
        "add.u32 %so, %sa, %t0", "xor.b32 %t0, %t0, 4", "add.u32 %sn, %sa, %t0", "mov.u64 %la, loc"})
    l.push_back(s);
  l.push_back(fmt::format("and.b32 %x, %x, {}", (1u << settings_.input_bits) - 1));
  if (settings_.sizes.empty()) {
    for (std::uint32_t word = 0; word < 64; word += settings_.block)
      l.push_back(fmt::format("st.shared.u32 [%so+{}], {}", 4 * word, word == 0 ? "%tid" : "0"));
    l.push_back("bar.sync 0");
  }
  for (int at = 0; at < 16; at += 8) l.push_back(fmt::format("st.local.v2.u32 [loc+{}], {{0, 0}}", at) + " ");
  l.push_back("st.local.v2.u32 [loc+16], {%x, %tid} ");
  l.push_back("st.local.v2.u32 [loc+24], {%lane, %x} ");
  for (const char* s : {"mov.u32 %u0, 0", "mov.u32 %u1, 1", "mov.u32 %u2, %n", "and.b32 %u3, %n, 1",
                        "mov.u32 %v0, %x", "mov.u32 %v1, %lane", "add.u32 %v2, %tid, %x", "mov.u32 %v3, 0",
                        "mov.u16 %h0, 0", "mov.u16 %h1, 250", "mov.u64 %w0, 0", "cvt.u64.u32 %w1, %n"})
    l.push_back(s);
  for (int i = 0; i < 4; ++i) l.push_back(fmt::format("mov.u32 %c{}, 0", i));
  for (int i = 0; i < 6; ++i) l.push_back(fmt::format("mov.u32 %t{}, 0", i));
  for (const std::string& s : more_prologue()) l.push_back(s);
  out.epilogue = {"st.global.u32 [%rd4], %v0"};
  return out;
}

Statement LoopWriter::guarded(Statement inner, bool uniform, bool rare) {
  Statement st;
  st.kind = Statement::Kind::If;
  st.condition = "%q5";
  condition(st.lines, "%q5", uniform, rare);
  if (random_.chance(25)) st.condition = "!%q5";
  st.body = {std::move(inner)};
  return st;
}

Statement LoopWriter::state() {
  const bool uniform = uniform_ && random_.chance(65);
  Lines lines;
  switch (random_.weighted({6, 3, 2})) {
    case 0:
      lines = update(uniform ? u() : v(), uniform);
      break;
    case 1:
      lines = memory_update(uniform);
      break;
    default:
      lines = narrow_update(uniform && random_.chance(80));
      break;
  }
  Statement st = plain_statement(std::move(lines));
  if (random_.chance(40)) return guarded(std::move(st), uniform || careful(), random_.chance(60));
  return st;
}

std::vector<Statement> LoopWriter::block() {
  std::vector<Statement> out;
  const int n = 1 + random_.below(4);
  for (int i = 0; i < n; ++i) {
    --budget_;
    out.push_back(statement());
  }
  return out;
}

// Counters of 8, 16, 32 and 64 bits; bounds that all threads share or not.
Statement LoopWriter::loop() {
  if (loops_.size() >= kDeepestLoop) return state();
  const auto depth = loops_.size();
  const std::string c = fmt::format("%c{}", depth), q = fmt::format("%q{}", depth);
  const bool inner = depth > 0;
  const bool same = random_.chance(inner ? 60 : 80);
  const int width = random_.pick<int>({8, 8, 16, 32, 32, 64});
  int from = random_.pick<int>({0, 0, 0, 1});
  Statement st;
  st.kind = random_.chance(75) ? Statement::Kind::While : Statement::Kind::Until;
  st.condition = q;
  // The bound, in %c3 of the outer loop and %c2 of the inner one.
  const std::string bound = inner ? "%c2" : "%c3";
  st.setup = {""};
  Lines limit;
  if (inner) {
    limit = {fmt::format("and.b32 {}, {}, 3", bound, same ? "%n" : pick({"%x", "%tid", "%v0"}))};
  } else if (same) {
    limit = {fmt::format("mov.u32 {}, %n", bound)};
  } else {
    limit = {fmt::format("and.b32 {}, {}, 3", bound, pick({"%x", "%tid", "%v0", "%v1"})),
             fmt::format("add.u32 {0}, {0}, %n", bound)};
  }
  const int high = width == 8 ? 250 : 65530;
  if (width <= 16 && random_.chance(25)) {  // passes the largest number
    from = high;
    limit.push_back(fmt::format("add.u32 {0}, {0}, {1}", bound, high));
    limit.push_back(fmt::format("and.b32 {0}, {0}, {1}", bound, width == 8 ? 255 : 65535));
  }
  const bool by_unequal = from == high || random_.chance(25);
  const int step = by_unequal ? 1 : random_.pick<int>({1, 1, 1, 2, 3});
  const char* compare = by_unequal ? "ne" : "lt";
  if (by_unequal && from == 1) from = 0;
  st.setup = {fmt::format("mov.u32 {}, {}", c, from)};
  for (auto& l : limit) st.setup.push_back(std::move(l));
  Lines step_lines{fmt::format("add.u32 {0}, {0}, {1}", c, step)}, test;
  if (width == 8) step_lines.push_back(fmt::format("and.b32 {0}, {0}, 255", c));
  if (width == 16) {
    step_lines = {fmt::format("cvt.u16.u32 %r0, {}", c), fmt::format("add.u16 %r0, %r0, {}", step),
                  fmt::format("cvt.u32.u16 {}, %r0", c)};
  }
  if (width == 64) {
    test = {fmt::format("cvt.u64.u32 %rd5, {}", c), fmt::format("cvt.u64.u32 %rd6, {}", bound),
            fmt::format("setp.{}.u64 {}, %rd5, %rd6", compare, q)};
  } else {
    test = {fmt::format("setp.{}.{} {}, {}, {}", compare, by_unequal || random_.chance(50) ? "u32" : "s32", q,
                        c, bound)};
  }
  // Until: at least one iteration; with an unequal bound of 0 it would go around.
  if (st.kind == Statement::Kind::Until) {
    st.lines = step_lines;
    if (by_unequal) st.setup.push_back(fmt::format("add.u32 {0}, {0}, 1", bound));
    if (by_unequal && width <= 16)
      st.setup.push_back(fmt::format("and.b32 {0}, {0}, {1}", bound, width == 8 ? 255 : 65535));
    st.lines.insert(st.lines.end(), test.begin(), test.end());
  } else {
    st.lines = test;
    st.step = step_lines;
  }
  const bool before = uniform_;
  uniform_ = uniform_ && same;
  const int span = inner ? 4 : static_cast<int>(std::min(most_, 40u)) + 1;
  loops_.push_back({c, span, uniform_});
  st.body = block();
  if (random_.chance(30))
    st.body.insert(st.body.begin() + random_.below(static_cast<int>(st.body.size()) + 1), jump());
  if (random_.chance(60)) st.body.push_back(sink());
  loops_.pop_back();
  uniform_ = before;
  return st;
}

Statement LoopWriter::jump() {
  Lines lines;
  const bool uniform = random_.chance(65);
  condition(lines, "%q6", uniform, random_.chance(50));
  lines.push_back(
      fmt::format("@{}%q6 bra {}", random_.chance(70) ? "" : "!", random_.chance(50) ? "$done" : "$next"));
  if (!uniform) uniform_ = false;
  return plain_statement(std::move(lines));
}

std::string LoopWriter::call_with(const std::string& function, const std::string& predicate) {
  return fmt::format(
      "{{ .param .b32 p0; selp.u32 %t4, 1, 0, {}; st.param.b32 [p0], %t4; call.uni _ZN9warpproof{}, (p0); }}",
      predicate, function);
}

Statement LoopWriter::assertion() {
  Lines lines;
  const bool uniform = random_.chance(60);
  const std::string what = uniform ? u() : v();
  switch (random_.below(5)) {
    case 0:
      lines = {
          fmt::format("setp.ne.u32 %q7, {}, {}", what, random_.pick<int>({1, 2, 3, 5, 7, 8, 16, 255, 256}))};
      break;
    case 1:
      lines = {fmt::format("setp.le.u32 %q7, {}, {}", what, random_.pick<int>({0, 1, 2, 3, 7, 15, 63, 255}))};
      break;
    case 2:
      lines = {fmt::format("and.b32 %t0, {}, {}", what, random_.pick<int>({1, 1, 2, 3, 4})),
               fmt::format("setp.eq.u32 %q7, %t0, {}", random_.below(2))};
      break;
    case 3:
      lines = {fmt::format("setp.eq.u32 %q7, {}, {}", what, uniform_source())};
      break;
    default: {
      const int at = random_.below(16);
      lines = {fmt::format("ld.local.u8 %t0, [loc+{}]", at),
               fmt::format("setp.{}.u32 %q7, %t0, {}", random_.chance(50) ? "ne" : "le",
                           random_.pick<int>({1, 2, 3, 5}))};
      break;
    }
  }
  lines.push_back(call_with("11assert_thatEb", "%q7"));
  return plain_statement(std::move(lines));
}

Statement LoopWriter::assumption() {
  Lines lines;
  condition(lines, "%q7", random_.chance(80), random_.chance(70));
  if (random_.chance(70)) lines.push_back("not.pred %q7, %q7");
  lines.push_back(call_with("6assumeEb", "%q7"));
  return plain_statement(std::move(lines));
}

Statement LoopWriter::barrier() {
  if (!uniform_ && careful()) return state();
  Statement st = plain_statement({pick({"bar.sync 0", "bar.sync 0", "barrier.sync 0", "bar.sync 1"})});
  if (random_.chance(40)) return guarded(std::move(st), careful() || random_.chance(50), random_.chance(50));
  return st;
}

// Words for a neighbour, with barriers that may be missing for a rare reason.
Statement LoopWriter::exchange() {
  if (!uniform_ && careful()) return state();
  const bool in_warp = random_.chance(30);
  const std::string meet =
      in_warp ? fmt::format("bar.warp.sync {}", (1u << settings_.warp_size) - 1) : "bar.sync 0";
  Lines lines;
  const int offset = 4 * static_cast<int>(settings_.block) * random_.below(2);
  const std::string index = random_.chance(40) ? u() : "";
  const auto at = [&](const char* mine) { return fmt::format("[{}+{}]", mine, offset); };
  const auto one_barrier = [&](int number) {
    if (careful()) return lines.push_back(meet);
    if (random_.chance(35)) return;
    const std::string p = fmt::format("%q{}", 7 + number);
    condition(lines, p, random_.chance(70), true);
    lines.push_back(fmt::format("@!{} {}", p, meet));
  };
  one_barrier(0);
  if (!index.empty()) {  // a word some words away, the same distance for all
    lines.push_back(fmt::format("add.u32 %t0, %tid, {}", index));
    lines.push_back(fmt::format("and.b32 %t0, %t0, {}", settings_.block - 1));
    lines.push_back("shl.b32 %t0, %t0, 2");
    lines.push_back("add.u32 %t0, %t0, %sa");
  }
  lines.push_back(fmt::format("st.shared.u32 {}, {}",
                              index.empty() ? at("%so") : fmt::format("[%t0+{}]", offset), source()));
  one_barrier(1);
  lines.push_back(fmt::format("ld.shared.u32 {}, {}", v(), at(random_.chance(70) ? "%sn" : "%so")));
  if (random_.chance(60)) one_barrier(2);
  return plain_statement(std::move(lines));
}

// Two threads race where a condition on the state holds.
Statement LoopWriter::race_if() {
  const int word = 32 + random_.below(8);
  const int other = random_.pick<int>({1, 2, static_cast<int>(settings_.block) - 1});
  Lines lines;
  condition(lines, "%q6", random_.chance(50), random_.chance(60));
  lines.push_back("setp.eq.u32 %q7, %tid, 0");
  lines.push_back(fmt::format("setp.eq.and.u32 %q8, %tid, {}, %q6", other));
  lines.push_back(fmt::format("@%q7 st.shared.u32 [box+{}], {}", 4 * word, v()));
  if (random_.chance(40)) lines.push_back(uniform_ ? "bar.sync 0" : "membar.cta");
  lines.push_back(fmt::format("@%q8 {}", random_.chance(50)
                                             ? fmt::format("ld.shared.u32 {}, [box+{}]", v(), 4 * word)
                                             : fmt::format("st.shared.u32 [box+{}], {}", 4 * word, v())));
  if (uniform_ && random_.chance(60)) lines.push_back("bar.sync 0");
  return plain_statement(std::move(lines));
}

Statement LoopWriter::collective() {
  const unsigned all = (1u << settings_.warp_size) - 1;
  std::string member = fmt::format("{}", all);
  Lines lines;
  if (random_.chance(30)) {  // a mask from the state
    condition(lines, "%q6", true, random_.chance(50));
    lines.push_back(
        fmt::format("selp.u32 %t0, {}, {}, %q6", all, random_.pick<unsigned>({all, all, all >> 1})));
    member = "%t0";
  } else if (random_.chance(20)) {
    lines.push_back(fmt::format("shl.b32 %t0, 1, %lane"));
    member = "%t0";
  }
  if (!uniform_ && careful()) {
    lines = {"shl.b32 %t0, 1, %lane"};
    member = "%t0";
  }
  switch (random_.below(4)) {
    case 0:
      lines.push_back(fmt::format("shfl.sync.idx.b32 {}, {}, {}, {}, {}", v(), source(), uniform_source(),
                                  (32 - settings_.warp_size) << 8 | 31, member));
      // Of 32 lanes only so many exist: the source is one of them.
      lines.back() = fmt::format("shfl.sync.bfly.b32 {}, {}, {}, 31, {}", v(), source(),
                                 member == "%t0" ? 0 : 1, member);
      break;
    case 1:
      lines.push_back(fmt::format("setp.ne.u32 %q7, {}, 0", source()));
      lines.push_back(fmt::format("vote.sync.any.pred %q7, %q7, {}", member));
      lines.push_back(fmt::format("selp.u32 {}, 1, 0, %q7", u()));
      break;
    case 2:
      lines.push_back(fmt::format("setp.ne.u32 %q7, {}, 0", source()));
      lines.push_back(fmt::format("vote.sync.ballot.b32 {}, %q7, {}", u(), member));
      break;
    default:
      lines.push_back("bar.warp.sync " + member);
      break;
  }
  Statement st = plain_statement(std::move(lines));
  if (random_.chance(35)) return guarded(std::move(st), careful(), random_.chance(60));
  return st;
}

Statement LoopWriter::sink() {
  if (!settings_.sizes.empty()) return assertion();  // shared memory has room for few threads
  switch (random_.weighted({10, 5, 4, 4, 4})) {
    case 0:
      return assertion();
    case 1:
      return race_if();
    case 2:
      return barrier();
    case 3:
      return exchange();
    default:
      return collective();
  }
}

std::vector<Statement> LoopWriter::ending() { return {sink(), sink()}; }

}  // namespace warpproof::generated
