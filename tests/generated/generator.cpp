#include "tests/generated/generator.h"

#include <fmt/format.h>

#include <string>

#include "tests/generated/loop_generators.h"
#include "tests/generated/named_generator.h"
#include "tests/generated/order_generator.h"
#include "tests/generated/random.h"

namespace warpproof::generated {

namespace {

using Lines = std::vector<std::string>;

Statement plain(Lines lines) {
  Statement s;
  s.lines = std::move(lines);
  return s;
}

class Generator {
 public:
  Generator(std::uint64_t seed, Category category) : random_(seed), category_(category) {
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

  Kernel run() {
    Kernel kernel;
    kernel.settings = settings_;
    while (budget_ > 0) kernel.statements.push_back(statement(0));
    kernel.result = random_.chance(60) ? fmt::format("%v{}", random_.below(6)) : "%x";
    return kernel;
  }

 private:
  // Names.
  unsigned all() const { return (1u << settings_.warp_size) - 1; }
  std::string v() { return fmt::format("%v{}", random_.below(6)); }
  std::string p() { return fmt::format("%p{}", random_.below(4)); }
  std::string m() { return fmt::format("%m{}", random_.below(4)); }
  std::string signed_p() { return (random_.chance(30) ? "!" : "") + p(); }
  static std::string s(int depth) { return fmt::format("%s{}", depth); }
  std::string small() { return fmt::format("{}", random_.below(4)); }
  std::string source() {
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
  std::string register_source() {
    const std::string r = source();
    return r[0] == '%' ? r : "%x";
  }
  std::string guard() { return random_.chance(12) ? "@" + signed_p() + " " : ""; }
  bool careful() { return random_.chance(care_); }

  // The mask of a collective: the lanes that are here, or something else.
  std::string mask(int depth, bool good) {
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

  Statement statement(int depth) {
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

  std::vector<Statement> block(int depth) {
    std::vector<Statement> out;
    const int n = 1 + random_.below(4);
    for (int i = 0; i < n && budget_ > 0; ++i) out.push_back(statement(depth));
    return out;
  }

  Statement arithmetic() {
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

  Statement compare() {
    const std::string c = random_.pick<std::string>({"eq", "ne", "lt", "le", "gt", "ge"});
    if (random_.chance(20)) {
      return plain(
          {fmt::format("setp.{}.and.u32 {}, {}, {}, {}", c, p(), register_source(), source(), signed_p())});
    }
    return plain({fmt::format("{}setp.{}.u32 {}, {}, {}", guard(), c, p(), register_source(), source())});
  }

  Statement mask_arithmetic(int depth) {
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
  std::string cuda_c(const std::string& mode, int width) {
    return fmt::format("{}",
                       (settings_.warp_size - width) << 8 | (mode == "up" ? 0 : settings_.warp_size - 1));
  }

  Statement shuffle(int depth) {
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

  Statement vote(int depth) {
    const bool good = careful();
    const std::string g = good ? "" : guard(), member = mask(depth, good);
    const std::string mode = random_.pick<std::string>({"all", "any", "uni", "ballot", "ballot"});
    if (mode != "ballot") {
      return plain({fmt::format("{}vote.sync.{}.pred {}, {}, {}", g, mode, p(), signed_p(), member)});
    }
    return plain({fmt::format("{}vote.sync.ballot.b32 {}, {}, {}", g, random_.chance(75) ? m() : v(),
                              signed_p(), member)});
  }

  Statement other_collective(int depth) {
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

  Statement branch(int depth) {
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

  Statement loop(int depth) {
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
  Statement leave(int depth) {
    const std::string who = signed_p(), how = random_.chance(50) ? "exit" : "ret";
    Lines lines;
    if (careful()) {
      const std::string stay = who[0] == '!' ? who.substr(1) : "!" + who;
      lines.push_back(fmt::format("vote.sync.ballot.b32 {0}, {1}, {0}", s(depth), stay));
    }
    lines.push_back(fmt::format("@{} {}", who, how));
    return plain(lines);
  }

  Statement block_barrier(int depth) {
    const std::string g = careful() ? "" : guard();
    // Deep in divergent code a block barrier is hardly ever right.
    if (depth > everyone_ && random_.chance(care_)) return arithmetic();
    switch (random_.weighted({8, 2, 2, 1, 1, 2})) {
      case 0:
        return plain({g + "bar.sync 0"});
      case 1:
        return plain({g + "barrier.sync 0"});
      case 2:
        return plain({fmt::format("{}bar.red.popc.u32 {}, 0, {}", g, v(), signed_p())});
      case 3:
        return plain({fmt::format("{}bar.red.{}.pred {}, 0, {}", g, random_.chance(50) ? "and" : "or", p(),
                                  signed_p())});
      case 4:
        return plain({g + "bar.sync 1, 8"});
      default:
        return plain({g + "bar.sync 1"});
    }
  }

  // What the threads of a block do to each other.
  Statement block_statement(int depth) {
    const bool room = depth < kDeepest && budget_ > 0, two = settings_.block == 8;
    switch (random_.weighted({9, 8, depth <= everyone_ ? 9 : 0, two && depth <= everyone_ ? 7 : 0, 6, 6,
                              room && depth == everyone_ ? 4 : 0, room ? 4 : 0})) {
      case 0:
        return block_barrier(depth);
      case 1:
        return shared_access();
      case 2:
        return exchange();
      case 3:
        return named_barriers(depth);
      case 4:
        return atomic();
      case 5:
        return function_call(depth);
      case 6:
        return common_loop(depth);
      default:
        return one_side(depth);
    }
  }

  std::string word() {
    if (careful()) return "[%sa]";
    switch (random_.below(6)) {
      case 0:
        return fmt::format("[box+{}]", 4 * (8 + random_.below(4)));
      case 1:
        return "[%sx]";
      case 2:
        return "[%sw]";
      default:
        return "[%sa]";
    }
  }

  Statement shared_access() {
    const std::string g = guard();
    if (random_.chance(20) && !careful()) {  // at a place that depends on data
      Lines lines{fmt::format("and.b32 %t0, {}, 3", register_source()), "shl.b32 %t0, %t0, 2",
                  "mov.u32 %t1, box", "add.u32 %t1, %t1, %t0"};
      lines.push_back(random_.chance(50) ? fmt::format("{}st.shared.u32 [%t1], {}", g, register_source())
                                         : fmt::format("{}ld.shared.u32 {}, [%t1]", g, v()));
      return plain(lines);
    }
    if (random_.chance(50))
      return plain({fmt::format("{}st.shared.u32 {}, {}", g, word(), register_source())});
    return plain({fmt::format("{}ld.shared.u32 {}, {}", g, v(), word())});
  }

  // A word for another thread, between barriers; a careless one lacks a barrier or has one that is too weak.
  Statement exchange() {
    const bool across = settings_.block == 8 && random_.chance(60);
    const std::string weak = fmt::format("bar.warp.sync {}", all());
    const auto barrier = [&]() -> std::string {
      if (!careful())
        return random_.chance(50)   ? ""
               : random_.chance(50) ? weak
                                    : fmt::format("vote.sync.any.pred %q9, %q9, {}", all());
      if (!across && random_.chance(50)) return weak;
      return random_.chance(80) ? "bar.sync 0" : "barrier.sync 0";
    };
    Lines lines;
    for (const std::string& l :
         {barrier(), std::string("st.shared.u32 [%sa], ") + register_source(), barrier(),
          fmt::format("ld.shared.u32 {}, [%s{}]", v(), across ? 'w' : 'x'), barrier()}) {
      if (!l.empty()) lines.push_back(l);
    }
    return plain(lines);
  }

  // Warp 0 hands a word to warp 1, or each warp has a barrier of its own.
  Statement named_barriers(int depth) {
    const int id = 1 + random_.below(3);
    const int count = careful() ? 8 : random_.pick<int>({4, 8, 3, 0, 12});
    if (random_.chance(40)) {
      const int size = careful() ? 4 : 8;
      const std::string g = careful() ? "" : guard();
      if (random_.chance(50)) {
        return plain({"shr.u32 %t0, %tid, 2", fmt::format("add.u32 %t0, %t0, {}", id),
                      fmt::format("{}bar.sync %t0, {}", g, size)});
      }
      return plain({"shr.u32 %t0, %tid, 2", fmt::format("add.u32 %t0, %t0, {}", id),
                    "st.shared.u32 [%sa], %x", fmt::format("{}barrier.sync %t0, {}", g, size),
                    fmt::format("ld.shared.u32 {}, [%sx]", v()), fmt::format("barrier.sync %t0, {}", size)});
    }
    Statement st;
    st.kind = Statement::Kind::If;
    st.condition = careful() ? "%pw" : p();
    if (random_.chance(60) || depth > everyone_) st.lines = {"bar.sync 0"};
    Statement gives = plain({fmt::format("st.shared.u32 [%sa], {}", register_source()),
                             fmt::format("bar.arrive {}, {}", id, count)});
    Statement takes = plain({fmt::format("bar.sync {}, {}", careful() ? id : id + 1, count),
                             fmt::format("ld.shared.u32 {}, [%sw]", v())});
    if (random_.chance(15)) std::swap(gives.lines[0], gives.lines[1]);
    if (random_.chance(15)) std::swap(takes.lines[0], takes.lines[1]);
    st.body = {gives};
    st.otherwise = {takes};
    return st;
  }

  Statement atomic() {
    const std::string g = guard();
    const std::string place = random_.chance(70)   ? fmt::format("box+{}", 4 * (12 + random_.below(4)))
                              : random_.chance(50) ? "%sa"
                                                   : fmt::format("%rd1+{}", 64 + 4 * random_.below(2));
    const std::string space = place[1] == 'r' ? "global" : "shared";
    const std::string op =
        random_.pick<std::string>({"add.u32", "max.u32", "min.u32", "or.b32", "and.b32", "xor.b32"});
    if (random_.chance(75))
      return plain({fmt::format("{}red.{}.{} [{}], {}", g, space, op, place, register_source())});
    // The value that was there depends on the order of the threads: one of them alone, or not looked at.
    if (random_.chance(50))
      return plain({fmt::format("{}atom.{}.{} %t3, [{}], {}", g, space, op, place, register_source())});
    return plain({"setp.eq.u32 %q9, %tid, 0",
                  fmt::format("@%q9 atom.{}.{} {}, [{}], {}", space, op, v(), place, register_source())});
  }

  Statement function_call(int depth) {
    const std::string g = careful() ? "" : guard(), value = register_source(), result = v(),
                      member = mask(depth, careful());
    const bool good = careful();
    const auto call = [&](const std::string& name, bool has_mask) {
      return plain({fmt::format(
          "{{ .param .b32 p0; .param .b32 p1; .param .b32 r0; st.param.b32 [p0], {}; st.param.b32 [p1], {}; "
          "call.uni (r0), {}, (p0{}); ld.param.b32 {}, [r0]; }}",
          value, member, name, has_mask ? ", p1" : "", result)});
    };
    switch (random_.weighted({4, 4, depth <= everyone_ || !good ? 4 : 0, 3})) {
      case 0:
        return call("flip", false);
      case 1:
        return call("any_of", true);
      case 2:
        return plain({"call.uni meet"});
      default: {
        // A careful caller's mask names those that stay, that is those with an odd value.
        if (!good) return call("share", true);
        Statement st = call("share", true);
        st.lines = {fmt::format("and.b32 %t0, {}, 1", value), "setp.ne.u32 %q9, %t0, 0",
                    fmt::format("vote.sync.ballot.b32 %t1, %q9, {}", s(depth)),
                    fmt::format("{{ .param .b32 p0; .param .b32 p1; .param .b32 r0; st.param.b32 [p0], {}; "
                                "st.param.b32 [p1], %t1; "
                                "call.uni (r0), share, (p0, p1); ld.param.b32 {}, [r0]; }}",
                                value, result)};
        return st;
      }
    }
  }

  // A loop that all threads of the block leave together; its body is as open to barriers as what surrounds
  // it.
  Statement common_loop(int depth) {
    Statement st;
    const std::string c = fmt::format("%c{}", depth), q = fmt::format("%q{}", depth);
    st.kind = Statement::Kind::Until;
    st.condition = q;
    const bool varies = random_.chance(60);
    st.setup = {varies ? fmt::format("and.b32 {}, {}, 1", c, register_source())
                       : fmt::format("mov.u32 {}, {}", c, random_.below(3)),
                fmt::format("mov.u32 {}, {}", s(depth + 1), s(depth))};
    st.lines = {fmt::format("setp.ne.u32 {}, {}, 0", q, c), fmt::format("shr.u32 {0}, {0}, 1", c)};
    if (varies && careful()) {
      st.lines.push_back(settings_.block == 4 && random_.chance(50)
                             ? fmt::format("vote.sync.any.pred {0}, {0}, {1}", q, s(depth))
                             : fmt::format("bar.red.or.pred {0}, 0, {0}", q));
    }
    const int before = everyone_;
    everyone_ = varies && !careful() ? everyone_ : depth + 1;
    st.body = block(depth + 1);
    everyone_ = before;
    return st;
  }

  // Some warp does it, or some threads that the same condition leaves out.
  Statement one_side(int depth) {
    Statement st;
    st.kind = Statement::Kind::If;
    st.condition = random_.chance(60) ? "%pw" : p();
    if (st.condition != "%pw")
      st.lines = {fmt::format("vote.sync.ballot.b32 {}, {}, {}", s(depth + 1), st.condition, s(depth))};
    if (st.condition == "%pw") st.lines = {fmt::format("mov.u32 {}, {}", s(depth + 1), s(depth))};
    st.body = block(depth + 1);
    return st;
  }

  Statement activemask(int depth) {
    return plain({fmt::format("activemask.b32 {}", random_.chance(60) ? m() : s(depth))});
  }

  // A thread's own word of shared memory, or, at the outermost level, an exchange with a neighbour in two
  // steps.
  Statement memory(int depth) {
    if (depth > 0 || random_.chance(50)) {
      if (random_.chance(50))
        return plain({fmt::format("{}st.shared.u32 [%sa], {}", guard(), register_source())});
      return plain({fmt::format("{}ld.shared.u32 {}, [%sa]", guard(), v())});
    }
    const std::string barrier = random_.chance(70) ? fmt::format("bar.warp.sync {}", all()) : "bar.sync 0";
    return plain({barrier, fmt::format("st.shared.u32 [%sa], {}", register_source()), barrier,
                  fmt::format("ld.shared.u32 {}, [%sx]", v()), barrier});
  }

  Random random_;
  const Category category_;
  Settings settings_;
  int care_ = 100;    // per cent
  int budget_ = 0;    // statements
  int everyone_ = 0;  // nesting up to which all threads of the block are together
};

}  // namespace

std::string_view category_name(Category category) {
  switch (category) {
    case Category::Plain:
      return "plain";
    case Category::Partial:
      return "partial";
    case Category::Memory:
      return "memory";
    case Category::Barriers:
      return "barriers";
    case Category::Activemask:
      return "activemask";
    case Category::Pre70:
      return "pre70";
    case Category::Blocks:
      return "blocks";
    case Category::Named:
      return "named";
    case Category::Order:
      return "order";
    case Category::Loops:
      return "loops";
    case Category::Bytes:
      return "bytes";
    case Category::Async:
      return "async";
    case Category::Carry:
      return "carry";
    case Category::Counters:
      return "counters";
    case Category::Shapes:
      return "shapes";
  }
  return "";
}

Category category_of(std::uint64_t seed) {
  Random random(seed ^ 0x5eedull);
  return kCategories[random.weighted({45, 8, 8, 12, 6, 6, 35, 12, 0})];
}

Kernel generate(std::uint64_t seed) { return generate(seed, category_of(seed)); }

Kernel generate(std::uint64_t seed, Category category) {
  if (category == Category::Named) return generate_named(seed);
  if (category == Category::Order) return generate_order(seed);
  switch (category) {
    case Category::Loops:
      return generate_loops(seed);
    case Category::Bytes:
      return generate_bytes(seed);
    case Category::Async:
      return generate_async(seed);
    case Category::Carry:
      return generate_carry(seed);
    case Category::Counters:
      return generate_counters(seed);
    case Category::Shapes:
      return generate_shapes(seed);
    default:
      return Generator(seed, category).run();
  }
}

}  // namespace warpproof::generated
