#include "tests/generated/named_generator.h"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "tests/generated/random.h"

namespace warpproof::generated {

namespace {

using Lines = std::vector<std::string>;

constexpr int kWarps = 4, kLanes = 2, kEveryWarp = (1 << kWarps) - 1;

Statement plain(Lines lines) {
  Statement s;
  s.lines = std::move(lines);
  return s;
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {
    care_ = random_.pick<int>({100, 100, 95, 85, 60});
    ids_ = 1 + random_.below(3);
    budget_ = 4 + random_.below(10);
  }

  Kernel run() {
    Kernel kernel;
    kernel.settings.warp_size = kLanes;
    kernel.settings.block = kWarps * kLanes;
    kernel.settings.input_bits = 1;
    kernel.settings.schedules = 6;
    kernel.settings.cuda_source = random_.chance(60);
    while (budget_ > 0) kernel.statements.push_back(statement(0));
    return kernel;
  }

 private:
  bool careful() { return random_.chance(care_); }
  std::string p() { return fmt::format("%p{}", random_.below(4)); }
  std::string v() { return fmt::format("%v{}", random_.below(6)); }
  int barrier() { return 1 + random_.below(ids_); }

  Statement statement(int depth) {
    --budget_;
    const bool room = depth < kDeepest && budget_ > 0;
    switch (random_.weighted({8, 7, 4, 3, 3, room ? 3 : 0, room ? 4 : 0})) {
      case 0:
        return meeting();
      case 1:
        return hand_over();
      case 2:
        return depth > everyone_ && careful() ? meeting() : plain({"bar.sync 0"});
      case 3:
        return plain({fmt::format("st.shared.u32 {}, {}", careful() ? "[%sa]" : "[%sw]", v())});
      case 4:
        return plain({fmt::format("ld.shared.u32 {}, {}", v(), careful() ? "[%sa]" : "[%sw]")});
      case 5:
        return loop(depth);
      default:
        return branch(depth);
    }
  }

  std::vector<Statement> block(int depth) {
    std::vector<Statement> out;
    const int n = 1 + random_.below(3);
    for (int i = 0; i < n && budget_ > 0; ++i) out.push_back(statement(depth));
    return out;
  }

  // A set of warps, bit w for warp w.
  int some_warps(int out_of) {
    int set = 0;
    while (set == 0) set = out_of & (1 + random_.below(kEveryWarp));
    return set;
  }
  int threads_of(int warps) {
    return kLanes * (careful() ? std::popcount(static_cast<unsigned>(warps)) : 1 + random_.below(kWarps));
  }
  // Sets a predicate in the threads of these warps.
  static void choose(Lines& lines, const std::string& predicate, int warps) {
    lines.insert(lines.end(),
                 {"shr.u32 %t0, %tid, 1", fmt::format("mov.u32 %t1, {}", warps), "shr.u32 %t1, %t1, %t0",
                  "and.b32 %t1, %t1, 1", fmt::format("setp.ne.u32 {}, %t1, 0", predicate)});
  }
  // Under `predicate` the barrier: by the whole warp at once, or, not aligned, by one lane and then the
  // other.
  void at_barrier(Lines& lines, const std::string& operation, const std::string& predicate,
                  const std::string& operands) {
    if (random_.chance(80))
      return lines.push_back(fmt::format("@{} bar.{} {}", predicate, operation, operands));
    if (random_.chance(50))
      return lines.push_back(fmt::format("@{} barrier.{} {}", predicate, operation, operands));
    lines.insert(lines.end(), {"and.b32 %t0, %tid, 1", "setp.ne.u32 %q6, %t0, 0",
                               fmt::format("and.pred %q7, {}, %q6", predicate), "not.pred %q6, %q6",
                               fmt::format("and.pred %q6, {}, %q6", predicate)});
    for (const char* part : {"%q6", "%q7"})
      lines.push_back(fmt::format("@{} barrier.{} {}", part, operation, operands));
  }

  Statement meeting() {
    const int warps = some_warps(kEveryWarp);
    Lines lines;
    choose(lines, "%q9", warps);
    const int id = barrier();
    at_barrier(lines, "sync", "%q9", fmt::format("{}, {}", id, threads_of(warps)));
    return plain(lines);
  }

  // Some warps arrive, others wait for them.
  Statement hand_over() {
    const int from = 1 + random_.below(kEveryWarp - 1), to = some_warps(kEveryWarp & ~from), id = barrier();
    const int threads = threads_of(from | to);
    Lines lines;
    choose(lines, "%q8", from);
    choose(lines, "%q9", to);
    at_barrier(lines, "arrive", "%q8", fmt::format("{}, {}", id, threads));
    at_barrier(lines, "sync", "%q9", fmt::format("{}, {}", careful() ? id : barrier(), threads));
    return plain(lines);
  }

  // Two or three rounds; or one or two, as the inputs say.
  Statement loop(int depth) {
    Statement st;
    const std::string c = fmt::format("%c{}", depth), q = fmt::format("%q{}", depth);
    st.kind = Statement::Kind::Until;
    st.condition = q;
    st.setup = {fmt::format("mov.u32 {}, {}", c, 1 + random_.below(2))};
    if (random_.chance(30)) {
      const std::string more = p();
      st.setup = {fmt::format("bar.red.or.pred {0}, 0, {0}", more),
                  fmt::format("selp.u32 {}, 1, 0, {}", c, more)};
    }
    st.lines = {fmt::format("setp.ne.u32 {}, {}, 0", q, c), fmt::format("shr.u32 {0}, {0}, 1", c)};
    const int before = everyone_;
    everyone_ = depth + 1;
    st.body = block(depth + 1);
    everyone_ = before;
    return st;
  }

  // As the inputs say: all warps one way, or each warp its own.
  Statement branch(int depth) {
    Statement st;
    st.kind = Statement::Kind::If;
    st.condition = p();
    const bool together = random_.chance(50) || (depth <= everyone_ && careful());
    st.lines = {together ? fmt::format("bar.red.or.pred {0}, 0, {0}", st.condition)
                         : fmt::format("vote.sync.any.pred {0}, {0}, 3", st.condition)};
    const int before = everyone_;
    if (together) everyone_ = depth + 1;
    st.body = block(depth + 1);
    if (random_.chance(50)) st.otherwise = block(depth + 1);
    everyone_ = before;
    return st;
  }

  Random random_;
  int care_ = 100;    // per cent
  int ids_ = 1;       // barriers beside that of everyone
  int budget_ = 0;    // statements
  int everyone_ = 0;  // nesting up to which all threads of the block are together
};

}  // namespace

Kernel generate_named(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace warpproof::generated
