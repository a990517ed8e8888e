// What the threads of a block do to each other: barriers, shared memory, atomics, calls.
#include "tests/generated/statement_generator.h"

#include <utility>

namespace warpproof::generated {

namespace {

using Lines = std::vector<std::string>;

}  // namespace

Statement Generator::block_barrier(int depth) {
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
Statement Generator::block_statement(int depth) {
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

std::string Generator::word() {
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

Statement Generator::shared_access() {
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
Statement Generator::exchange() {
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
Statement Generator::named_barriers(int depth) {
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

Statement Generator::atomic() {
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

Statement Generator::function_call(int depth) {
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
Statement Generator::common_loop(int depth) {
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
Statement Generator::one_side(int depth) {
  Statement st;
  st.kind = Statement::Kind::If;
  st.condition = random_.chance(60) ? "%pw" : p();
  if (st.condition != "%pw")
    st.lines = {fmt::format("vote.sync.ballot.b32 {}, {}, {}", s(depth + 1), st.condition, s(depth))};
  if (st.condition == "%pw") st.lines = {fmt::format("mov.u32 {}, {}", s(depth + 1), s(depth))};
  st.body = block(depth + 1);
  return st;
}

}  // namespace warpproof::generated
