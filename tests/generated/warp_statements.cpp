// What the lanes of a warp do: arithmetic, branches, loops, collectives.
#include "tests/generated/statement_generator.h"

#include <algorithm>
#include <utility>

namespace warpproof::generated {

namespace {

using Lines = std::vector<std::string>;

}  // namespace

std::string Words::source() {
  switch (random_.below(8)) {
    case 0:
      return "%x";
    case 1:
      return "%lane";
    case 2:
      return small();
    default:
      return v();
  }
}

std::string Words::register_source() {
  const std::string r = source();
  return r[0] == '%' ? r : "%x";
}

// The mask of a collective: the lanes that are here, or something else.
std::string Words::mask(int depth, bool good) {
  if (good) return depth == 0 && random_.chance(50) ? fmt::format("{}", all()) : s(depth);
  switch (random_.below(5)) {
    case 0:
      return fmt::format("{}", random_.pick<unsigned>({15, 3, 12, 5, 7, 14, 1, 0, 0xffffffff}));
    case 1:
      return s(random_.below(depth + 2));
    default:
      return m();
  }
}

Generator::Generator(std::uint64_t seed, Category category) : Words(seed), category_(category) {
  settings_.cuda_source = random_.chance(60);
  switch (category) {
    case Category::Partial:
      settings_.block = 3;
      break;
    case Category::Barriers:
      settings_.block = random_.chance(25) ? 7 : 8;
      settings_.input_bits = 1;
      break;
    case Category::Pre70:
      settings_.sm = 60;
      break;
    case Category::Memory:
      settings_.block = random_.chance(20) ? 3 : 4;
      break;
    case Category::Blocks:
      settings_.block = random_.chance(70) ? 8 : 4;
      settings_.input_bits = settings_.block == 8 ? 1 : 2;
      settings_.schedules = 3;
      break;
    default:
      break;
  }
  if (random_.chance(12)) settings_.unwritten.push_back(random_.below(6));
  care_ = std::vector<int>{100, 100, 97, 90, 75, 40}[static_cast<std::size_t>(random_.below(6))];
  budget_ = 6 + random_.below(category == Category::Blocks ? 12 : 22);
}

Kernel Generator::run() {
  Kernel kernel;
  kernel.settings = settings_;
  while (budget_ > 0) kernel.statements.push_back(statement(0));
  kernel.result = random_.chance(60) ? fmt::format("%v{}", random_.below(6)) : "%x";
  return kernel;
}

Statement Generator::plain(Lines lines) {
  Statement s;
  s.lines = std::move(lines);
  return s;
}

Statement Generator::statement(int depth) {
  --budget_;
  if (category_ == Category::Blocks && random_.chance(55)) return block_statement(depth);
  const bool room = depth < kDeepest && budget_ > 0;
  const bool barriers = category_ == Category::Barriers;
  const std::size_t what =
      random_.weighted({22, 9, 10, 8, 5, room ? 12 : 0, room ? 6 : 0, 3, barriers ? 14 : 0,
                        category_ == Category::Activemask ? 5 : 0, category_ == Category::Memory ? 6 : 0});
  switch (what) {
    case 0:
      return arithmetic();
    case 1:
      return mask_arithmetic(depth);
    case 2:
      return shuffle(depth);
    case 3:
      return vote(depth);
    case 4:
      return other_collective(depth);
    case 5:
      return branch(depth);
    case 6:
      return loop(depth);
    case 7:
      return leave(depth);
    case 8:
      return block_barrier(depth);
    case 9:
      return activemask(depth);
    default:
      return memory(depth);
  }
}

std::vector<Statement> Generator::block(int depth) {
  std::vector<Statement> out;
  const int n = 1 + random_.below(4);
  for (int i = 0; i < n && budget_ > 0; ++i) out.push_back(statement(depth));
  return out;
}

Statement Generator::arithmetic() {
  const std::string g = guard();
  switch (random_.weighted({10, 4, 6, 3, 3, 2, 2})) {
    case 0: {
      const std::string op =
          random_.pick<std::string>({"add.u32", "sub.u32", "xor.b32", "and.b32", "or.b32", "min.u32",
                                     "max.u32", "min.s32", "mul.lo.u32"});
      const std::string d = v();
      Lines lines{fmt::format("{}{} {}, {}, {}", g, op, d, register_source(), source())};
      if (random_.chance(60)) lines.push_back(fmt::format("and.b32 {0}, {0}, 3", d));
      return plain(lines);
    }
    case 1:
      return plain({fmt::format("{}{} {}, {}, {}", g, random_.pick<std::string>({"shl.b32", "shr.u32"}),
                                v(), register_source(), small())});
    case 2:
      return compare();
    case 3: {
      const std::string op = random_.pick<std::string>({"and.pred", "or.pred", "xor.pred"});
      return plain({fmt::format("{}{} {}, {}, {}", g, op, p(), p(), p())});
    }
    case 4:
      return plain({fmt::format("{}selp.b32 {}, {}, {}, {}", g, v(), source(), source(), p())});
    case 5:
      return plain({fmt::format("{}not.pred {}, {}", g, p(), p())});
    default:
      return plain(
          {fmt::format("and.b32 %t0, {}, 3", register_source()), "or.b32 %t0, %t0, 1",
           fmt::format("and.b32 %t1, {}, 7", register_source()),
           fmt::format("{}{} {}, %t1, %t0", g, random_.pick<std::string>({"div.u32", "rem.u32"}), v())});
  }
}

Statement Generator::compare() {
  const std::string c = random_.pick<std::string>({"eq", "ne", "lt", "le", "gt", "ge"});
  if (random_.chance(20)) {
    return plain(
        {fmt::format("setp.{}.and.u32 {}, {}, {}, {}", c, p(), register_source(), source(), signed_p())});
  }
  return plain({fmt::format("{}setp.{}.u32 {}, {}, {}", guard(), c, p(), register_source(), source())});
}

Statement Generator::mask_arithmetic(int depth) {
  const std::string g = guard();
  switch (random_.below(7)) {
    case 0:
      return plain({fmt::format("{}and.b32 {}, {}, {}", g, m(), m(), random_.below(16))});
    case 1:
      return plain({fmt::format("{}or.b32 {}, {}, {}", g, m(), m(), 1 << random_.below(4))});
    case 2:
      return plain({fmt::format("{}xor.b32 {}, {}, {}", g, m(), m(), all())});
    case 3:
      return plain({fmt::format("{}not.b32 {}, {}", g, m(), m())});
    case 4:
      return plain({fmt::format("and.b32 %t0, {}, 3", register_source()), "shl.b32 %t0, 1, %t0",
                    fmt::format("{}or.b32 {}, {}, %t0", g, m(), random_.chance(50) ? m() : s(depth))});
    case 5:
      return plain({fmt::format("{}mov.u32 {}, {}", g, m(), s(random_.below(depth + 1)))});
    default:
      return plain(
          {fmt::format("{}and.b32 {}, {}, {}", g, m(), s(depth), random_.chance(50) ? m() : s(0))});
  }
}

// c as CUDA packs it: the segment mask of a width, and the clamp.
std::string Generator::cuda_c(const std::string& mode, int width) {
  return fmt::format("{}",
                     (settings_.warp_size - width) << 8 | (mode == "up" ? 0 : settings_.warp_size - 1));
}

Statement Generator::shuffle(int depth) {
  const std::string mode = random_.pick<std::string>({"up", "down", "bfly", "idx"});
  const bool good = careful();
  const std::string member = mask(depth, good);
  const bool predicate = random_.chance(35);
  const std::string d = v();
  // Where not all lanes are here, a careful shuffle reads the lowest that is, or its own.
  if (good && depth > 0 && random_.chance(85)) {
    if (random_.chance(30)) {
      return plain({fmt::format("shfl.sync.idx.b32 {}, {}, %lane, 3, {}", d, register_source(), member)});
    }
    return plain({fmt::format("brev.b32 %t0, {}", member), "clz.b32 %t0, %t0",
                  fmt::format("shfl.sync.idx.b32 {}, {}, %t0, 3, {}", d, register_source(), member)});
  }
  Lines lines;
  std::string b = small(),
              c = cuda_c(mode, std::vector<int>{4, 4, 2, 1}[static_cast<std::size_t>(random_.below(4))]);
  const int how = random_.below(10);
  if (how < 3) {
    b = register_source();
  } else if (how == 3) {
    b = fmt::format("{}", random_.below(8));
  }
  const int kind = random_.below(10);
  if (kind == 0) {
    lines = {fmt::format("and.b32 %t1, {}, 3", register_source())};
    if (random_.chance(50)) lines.push_back("shl.b32 %t2, %t1, 8"), lines.push_back("or.b32 %t1, %t1, %t2");
    c = "%t1";
  } else if (kind == 1) {
    c = fmt::format("{}", random_.below(4) << 8 | random_.below(4));
  } else if (kind == 2 && random_.chance(40)) {
    c = fmt::format("{}", random_.below(0x2000));
  }
  const std::string g = good ? "" : guard();
  lines.push_back(fmt::format("{}shfl.sync.{}.b32 {}{}, {}, {}, {}, {}", g, mode, d,
                              predicate ? "|" + p() : "", random_.chance(10) ? small() : register_source(),
                              b, c, member));
  return plain(lines);
}

Statement Generator::vote(int depth) {
  const bool good = careful();
  const std::string g = good ? "" : guard(), member = mask(depth, good);
  const std::string mode = random_.pick<std::string>({"all", "any", "uni", "ballot", "ballot"});
  if (mode != "ballot") {
    return plain({fmt::format("{}vote.sync.{}.pred {}, {}, {}", g, mode, p(), signed_p(), member)});
  }
  return plain({fmt::format("{}vote.sync.ballot.b32 {}, {}, {}", g, random_.chance(75) ? m() : v(),
                            signed_p(), member)});
}

Statement Generator::other_collective(int depth) {
  const bool good = careful(), old = category_ == Category::Pre70;
  const std::string g = good ? "" : guard(), member = mask(depth, good);
  const bool exchanges =
      category_ == Category::Memory;  // there a barrier elsewhere could pair with an exchange's
  switch (random_.weighted({old ? 0 : 3, old ? 0 : 3, old ? 0 : 4, exchanges ? 0 : 4, 1})) {
    case 0:
      return plain({fmt::format("{}match.any.sync.b32 {}, {}, {}", g, m(), register_source(), member)});
    case 1: {
      const std::string second = random_.chance(60) ? "|" + p() : "";
      return plain(
          {fmt::format("{}match.all.sync.b32 {}{}, {}, {}", g, m(), second, register_source(), member)});
    }
    case 2: {
      const std::string op = random_.pick<std::string>(
          {"add.u32", "min.u32", "max.u32", "min.s32", "max.s32", "and.b32", "or.b32", "xor.b32"});
      return plain({fmt::format("{}redux.sync.{} {}, {}, {}", g, op, v(), register_source(), member)});
    }
    case 3:
      return plain({fmt::format("{}bar.warp.sync {}", g, member)});
    default:
      return plain({fmt::format("{}vote.sync.any.pred {}, {}, {}", g, p(), signed_p(), member)});
  }
}

Statement Generator::branch(int depth) {
  Statement st;
  st.kind = Statement::Kind::If;
  st.condition = p();
  const bool both = random_.chance(60), keep = random_.chance(std::max(care_, 60));
  if (keep) {
    st.lines = {fmt::format("vote.sync.ballot.b32 {}, {}, {}", s(depth + 1), st.condition, s(depth))};
  } else if (random_.chance(30)) {
    st.lines = {fmt::format("vote.sync.any.pred {0}, {0}, {1}", st.condition, mask(depth, careful()))};
  }
  if (both && keep) {
    st.otherwise_lines = {fmt::format("xor.b32 {0}, {0}, {1}", s(depth + 1), s(depth))};
  }
  st.body = block(depth + 1);
  if (both) st.otherwise = block(depth + 1);
  return st;
}

Statement Generator::loop(int depth) {
  Statement st;
  const std::string c = fmt::format("%c{}", depth), q = fmt::format("%q{}", depth);
  st.kind = random_.chance(50) ? Statement::Kind::While : Statement::Kind::Until;
  const bool varies = random_.chance(55);
  st.condition = q;
  if (st.kind == Statement::Kind::While) {
    st.setup = {varies ? fmt::format("and.b32 {}, {}, 3", c, register_source())
                       : fmt::format("mov.u32 {}, {}", c, random_.below(4)),
                fmt::format("mov.u32 {}, {}", s(depth + 1), s(depth))};
    st.lines = {fmt::format("setp.ne.u32 {}, {}, 0", q, c), fmt::format("sub.u32 {0}, {0}, 1", c)};
  } else {
    st.setup = {varies ? fmt::format("and.b32 {}, {}, 1", c, register_source())
                       : fmt::format("mov.u32 {}, {}", c, random_.below(3)),
                fmt::format("mov.u32 {}, {}", s(depth + 1), s(depth))};
    st.lines = {fmt::format("setp.ne.u32 {}, {}, 0", q, c), fmt::format("sub.u32 {0}, {0}, 1", c)};
  }
  if (careful()) st.lines.push_back(fmt::format("vote.sync.ballot.b32 {0}, {1}, {0}", s(depth + 1), q));
  st.body = block(depth + 1);
  return st;
}

// Some lanes end here.
Statement Generator::leave(int depth) {
  const std::string who = signed_p(), how = random_.chance(50) ? "exit" : "ret";
  Lines lines;
  if (careful()) {
    const std::string stay = who[0] == '!' ? who.substr(1) : "!" + who;
    lines.push_back(fmt::format("vote.sync.ballot.b32 {0}, {1}, {0}", s(depth), stay));
  }
  lines.push_back(fmt::format("@{} {}", who, how));
  return plain(lines);
}

Statement Generator::activemask(int depth) {
  return plain({fmt::format("activemask.b32 {}", random_.chance(60) ? m() : s(depth))});
}

// A thread's own word of shared memory, or, at the outermost level, an exchange with a neighbour in two
// steps.
Statement Generator::memory(int depth) {
  if (depth > 0 || random_.chance(50)) {
    if (random_.chance(50))
      return plain({fmt::format("{}st.shared.u32 [%sa], {}", guard(), register_source())});
    return plain({fmt::format("{}ld.shared.u32 {}, [%sa]", guard(), v())});
  }
  const std::string barrier = random_.chance(70) ? fmt::format("bar.warp.sync {}", all()) : "bar.sync 0";
  return plain({barrier, fmt::format("st.shared.u32 [%sa], {}", register_source()), barrier,
                fmt::format("ld.shared.u32 {}, [%sx]", v()), barrier});
}

}  // namespace warpproof::generated
