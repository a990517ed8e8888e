// Pairs of reductions, proved or refuted by `warpproof equiv` and by Z3 alone on the raw terms.
//
//   bazel run -c opt //benchmarks:equivalence [-- SECONDS]     SECONDS: the time limit of each question, 10
//
// Ours is the whole question (undefined behaviour of both sides, execution, normal forms, replay of what is
// found); Z3's is one query without memory or control flow: is there an input for which lane 0 gets another
// result? The ratio is Z3's time over ours; `>` where Z3 ran out of time.
#include "checker/equivalence/equivalence.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <vector>

#include "checker/cli/input.h"
#include "checker/cli/sides.h"
#include "checker/equivalence/report.h"
#include "checker/smt/raw_query.h"
#include "src/frontend/process.h"

namespace warpproof {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Operation {
  const char* name;
  const char* type;  // CUDA
  const char* cuda;  // of v and t
  const char* smt;   // of v and t
};

constexpr Operation kSum{"int +", "int", "v + t", "(bvadd {v} {t})"};
constexpr Operation kOperations[] = {
    kSum,
    {"int *", "int", "v * t", "(bvmul {v} {t})"},
    {"int min", "int", "t < v ? t : v", "(ite (bvslt {t} {v}) {t} {v})"},
    {"unsigned max", "unsigned", "t > v ? t : v", "(ite (bvugt {t} {v}) {t} {v})"},
    {"xor", "unsigned", "v ^ t", "(bvxor {v} {t})"},
    {"and", "unsigned", "v & t", "(bvand {v} {t})"},
    {"float +", "float", "v + t", "(fp.add RNE {v} {t})"},
};

// A reduction: which lane each lane reads in each step.
struct Tree {
  std::string name;
  std::vector<int> offsets;
  bool down = false;  // lane + offset, else lane xor offset
};

Tree tree(const std::string& name, int lanes, int rounds, bool rising, bool down) {
  Tree out{name, {}, down};
  for (int r = 0; r < rounds; ++r) {
    for (int o = 1; o < lanes; o *= 2) out.offsets.push_back(rising ? o : lanes / 2 / o);
  }
  return out;
}

std::string cuda_text(const Tree& t, const Operation& op, int lanes) {
  std::string out = fmt::format("__device__ {0} {1}({0} v) {{\n  {0} t;\n", op.type, t.name);
  for (const int o : t.offsets) {
    out += fmt::format("  t = __shfl_{}_sync(0xffffffffu, v, {}, {}); v = {};\n", t.down ? "down" : "xor", o,
                       lanes, op.cuda);
  }
  return out + "  return v;\n}\n";
}

std::string filled(std::string text, const std::string& v, const std::string& t) {
  for (std::size_t at; (at = text.find("{v}")) != std::string::npos;) text.replace(at, 3, v);
  for (std::size_t at; (at = text.find("{t}")) != std::string::npos;) text.replace(at, 3, t);
  return text;
}

// One function symbol a value, as a naive translation has it.
std::string smt_text(const Tree& a, const Tree& b, const Operation& op, int lanes) {
  const bool floats = std::string(op.type) == "float";
  const char* sort = floats ? "(_ FloatingPoint 8 24)" : "(_ BitVec 32)";
  std::string out;
  for (int l = 0; l < lanes; ++l) out += fmt::format("(declare-const x{} {})\n", l, sort);
  const auto spell = [&](const Tree& t, const char* prefix) {
    std::vector<std::string> v;
    for (int l = 0; l < lanes; ++l) v.push_back(fmt::format("x{}", l));
    for (std::size_t s = 0; s < t.offsets.size(); ++s) {
      std::vector<std::string> next;
      for (int l = 0; l < lanes; ++l) {
        const int other = t.down ? (l + t.offsets[s] < lanes ? l + t.offsets[s] : l) : l ^ t.offsets[s];
        next.push_back(fmt::format("{}{}_{}", prefix, s, l));
        out +=
            fmt::format("(define-fun {} () {} {})\n", next.back(), sort,
                        filled(op.smt, v[static_cast<std::size_t>(l)], v[static_cast<std::size_t>(other)]));
      }
      v = next;
    }
    return v[0];
  };
  const std::string x = spell(a, "a"), y = spell(b, "b");
  return out + fmt::format("(assert (not (= {} {})))\n", x, y);
}

struct Timed {
  std::string answer;
  double seconds = 0;
  bool decided = false;
};

Timed ours(const std::string& text, const std::string& a, const std::string& b, std::uint32_t block,
           double limit, bool lane_zero) {
  const TemporaryDirectory folder;
  const std::string path = folder.path() + "/pair.cu";
  std::ofstream(path) << text;
  const cli::Input input = cli::load_input(path, {});
  equivalence::EquivalenceOptions options;
  options.check.block.emplace().shape = {block, 1, 1};
  options.check.budget_seconds = limit;
  if (lane_zero) options.lanes = LaneSet::first(1);
  const auto start = Clock::now();
  const auto report =
      equivalence::check_equivalence(cli::find_side(input, a, ""), cli::find_side(input, b, ""), options);
  return {equivalence::verdict_name(report.verdict), since(start),
          report.verdict != equivalence::Verdict::Unknown};
}

Timed z3_alone(const std::string& smtlib, double limit) {
  const auto start = Clock::now();
  const Answer answer = ask_z3_alone(smtlib, static_cast<unsigned>(limit * 1000));
  const double seconds = since(start);
  if (answer == Answer::Unknown) return {"no answer", seconds, false};
  return {answer == Answer::Sat ? "different" : "equivalent", seconds, true};
}

void print(const std::string& pair, const Timed& us, const Timed& z3) {
  std::cout << fmt::format("{:44} {:>12} {:8.3f} s   {:>12} {:8.3f} s   {:>2}{:.1f}\n", pair, us.answer,
                           us.seconds, z3.answer, z3.seconds, z3.decided ? "" : ">", z3.seconds / us.seconds)
            << std::flush;
}

void compare(const Operation& op, const Tree& a, const Tree& b, int lanes, double limit,
             const std::string& what) {
  const Timed us = ours(cuda_text(a, op, lanes) + cuda_text(b, op, lanes), a.name, b.name, 32, limit, true);
  print(what, us, z3_alone(smt_text(a, b, op, lanes), limit));
}

void block_sums(double limit) {
  constexpr const char* kText = R"(
__device__ int warp_sum(int v) {
  for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i);
  return v;
}
__global__ void two_stage(const int *in, int *out) {
  __shared__ int part[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = warp_sum(in[threadIdx.x]);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = warp_sum(lane < blockDim.x / 32 ? part[lane] : 0);
    if (lane == 0) out[0] = v;
  }
}
__global__ void shared_tree(const int *in, int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
)";
  bool z3_answers = true;
  for (const std::uint32_t block : {64u, 128u, 256u, 512u, 1024u}) {
    const Timed us = ours(kText, "two_stage", "shared_tree", block, 6 * limit, false);
    // Sums over the whole block in two orders; what Z3 cannot do for one block it cannot do for a larger one.
    const int lanes = static_cast<int>(block);
    Timed z3{"not asked", limit, false};
    if (z3_answers)
      z3 = z3_alone(
          smt_text(tree("a", lanes, 1, true, false), tree("b", lanes, 1, false, false), kSum, lanes), limit);
    z3_answers = z3.decided;
    print(fmt::format("two stages against shared tree, {} threads", block), us, z3);
  }
}

int run(double limit) {
  std::cout << fmt::format("{:44} {:>12} {:>10}   {:>12} {:>10}   {}\n", "pair", "ours", "", "Z3 alone", "",
                           "ratio");
  for (const Operation& op : kOperations) {
    compare(op, tree("rising", 32, 1, true, false), tree("falling", 32, 1, false, true), 32, limit,
            fmt::format("{}: xor 1..16, down 16..1", op.name));
  }
  compare(kOperations[6], tree("falling_xor", 32, 1, false, false), tree("falling", 32, 1, false, true), 32,
          limit, "float +: xor 16..1, down 16..1");
  std::cout << "\nlanes\n";
  for (const int lanes : {4, 8, 16, 32}) {
    compare(kSum, tree("rising", lanes, 1, true, false), tree("falling", lanes, 1, false, true), lanes, limit,
            fmt::format("int +: xor rising, down falling, {} lanes", lanes));
  }
  block_sums(limit);
  std::cout << "\nsteps\n";
  for (const int rounds : {1, 2, 4, 8, 16}) {
    compare(kSum, tree("rising", 32, rounds, true, false), tree("falling", 32, rounds, false, false), 32,
            limit, fmt::format("int +: {} steps of a butterfly", 5 * rounds));
  }
  return 0;
}

}  // namespace
}  // namespace warpproof

int main(int argc, char** argv) {
  const double limit = argc > 1 ? std::atof(argv[1]) : 10;
  if (limit <= 0) {
    std::cerr << "usage: equivalence [SECONDS]\n";
    return 3;
  }
  return warpproof::run(limit);
}
