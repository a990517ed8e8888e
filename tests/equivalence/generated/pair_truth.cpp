#include "tests/equivalence/generated/pair_truth.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "checker/equivalence/one_outcome.h"
#include "checker/equivalence/report.h"
#include "src/base/effort.h"
#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof::pairs {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kThreads = 4;
constexpr std::size_t kOutBytes = 96;
constexpr std::uint64_t kLong = 100'000;  // warp instructions of a run, where not every input gets one
constexpr std::uint64_t kOrders = 200;  // of the threads, for each input

Bytes bytes_of(std::uint64_t value, std::size_t size) {
  Bytes out(size);
  std::memcpy(out.data(), &value, size);
  return out;
}

RunInputs inputs_of(std::uint32_t bits, std::uint32_t n) {
  RunInputs out;
  Bytes words;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    const Bytes word = bytes_of(bits >> t & 1, 4);
    words.insert(words.end(), word.begin(), word.end());
  }
  out.params = {bytes_of(allocation_base(0), 8), bytes_of(allocation_base(1), 8), bytes_of(n, 4)};
  out.memory.push_back({0, 0, words});
  return out;
}

// One kernel.
struct One {
  explicit One(const std::string& text) : program(load_ptx(text, "pair.ptx")) {
    while (!program.functions[root].is_entry) ++root;
    launch.block = {kThreads, 1, 1};
    launch.warp_size = 4;
    launch.target_sm = 80;
    launch.cuda_source = false;
    side.program = &program;
    side.function = root;
    side.name = "k";
    side.file = "pair.ptx";
    side.cuda_source = false;
  }
  One(const One&) = delete;

  warpproof::Program program;
  std::uint32_t root = 0;
  Launch launch;
  equivalence::Side side;
};

bool broke_a_rule(const RunResult& r) {
  return r.outcome != RunResult::Outcome::Finished ||
         std::any_of(r.findings.begin(), r.findings.end(),
                     [](const Finding& f) { return f.level == spec::Level::Error; });
}

std::vector<std::uint32_t> numbers_tried(const Pair& pair) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t n = 0; n < 8; ++n) out.push_back(n);
  if (is_open(pair.a)) {
    for (const std::uint32_t n : {0xffffffffu, 131u, 132u, 133u, 201u, 257u, 261u, 262u, 263u}) out.push_back(n);
  }
  return out;
}

class Enumeration {
 public:
  Enumeration(const One& a, const One& b)
      : a_(a),
        b_(b),
        left_(a.program, a.root, a.launch),
        right_(b.program, b.root, b.launch) {}

  // True: nothing more is to be looked for.
  bool look(std::uint32_t bits, std::uint32_t n, Truth& out) {
    const RunInputs inputs = inputs_of(bits, n);
    const RunResult x = left_.run(inputs), y = right_.run(inputs);
    longest_ = std::max({longest_, x.steps, y.steps});
    const std::string text = fmt::format("in {:04b}, n {}", bits, static_cast<std::int32_t>(n));
    if (broke_a_rule(x) || broke_a_rule(y)) {
      out.undefined = true;
      out.inputs = text;
      return true;
    }
    if (left(x) == left(y)) return false;
    const auto until = effort::Clock::now() + std::chrono::seconds(20);
    if (equivalence::has_one_outcome(a_.side, a_.launch, inputs, until) ||
        equivalence::has_one_outcome(b_.side, b_.launch, inputs, until)) {
      out.differs = true;
      out.inputs = text;
      return true;
    }
    out.open = true;
    return false;
  }

  // Since the numbers changed.
  bool had_long_run() const { return longest_ > kLong; }
  void change_numbers() { longest_ = 0; }

  // Does some order of the threads break a rule?
  bool look_at_orders(std::uint32_t bits, std::uint32_t n, Truth& out) {
    const RunInputs inputs = inputs_of(bits, n);
    for (std::uint64_t schedule = 1; schedule <= kOrders; ++schedule) {
      RunOptions options;
      options.random_schedule = schedule;
      if (!broke_a_rule(left_.run(inputs, options)) && !broke_a_rule(right_.run(inputs, options))) continue;
      out.undefined = true;
      out.inputs = fmt::format("in {:04b}, n {}, random schedule {}", bits, static_cast<std::int32_t>(n), schedule);
      return true;
    }
    return false;
  }

 private:
  static Bytes left(const RunResult& r) { return r.global.read_bytes(allocation_base(1), kOutBytes); }

  const One &a_, &b_;
  Evaluator left_, right_;
  std::uint64_t longest_ = 0;  // warp instructions of a run
};

}  // namespace

Truth enumerate(const Pair& pair, bool orders) {
  const One a(ptx(pair.a, pair.style_a)), b(ptx(pair.b, pair.style_b));
  Truth out;
  out.complete = !is_open(pair.a) && !is_open(pair.b);
  Enumeration enumeration(a, b);
  for (const std::uint32_t n : numbers_tried(pair)) {
    enumeration.change_numbers();
    for (std::uint32_t bits = 0; bits < 1u << kThreads; ++bits) {
      const bool is_of_some = bits == 0 || bits == 6 || bits == 9 || bits == 15;
      if (enumeration.had_long_run() && !is_of_some) {
        out.complete = false;
        continue;
      }
      if (orders ? enumeration.look_at_orders(bits, n, out) : enumeration.look(bits, n, out)) return out;
    }
  }
  return out;
}

Judged judge(const Pair& pair, double budget_seconds) {
  const One a(ptx(pair.a, pair.style_a)), b(ptx(pair.b, pair.style_b));
  Judged out;
  equivalence::EquivalenceOptions options;
  options.check.block = BlockRequest{false, 1, {kThreads, 1, 1}, "4"};
  options.check.grid = std::array<std::uint32_t, 3>{1, 1, 1};
  options.check.warp_size = 4;
  options.check.cuda_source = false;
  options.check.budget_seconds = budget_seconds;
  const auto report = equivalence::check_equivalence(a.side, b.side, options);
  out.verdict = report.verdict;
  out.report = equivalence::to_text(report);
  if (out.verdict == equivalence::Verdict::Unknown) return out;
  out.truth = enumerate(pair);
  // What only some orders of the threads show is looked for once it was said, and where it is wrong unless they show it.
  if (out.verdict == equivalence::Verdict::Undefined && !out.truth.undefined && out.truth.complete) {
    const Truth orders = enumerate(pair, true);
    if (orders.undefined) out.truth = orders;
  }
  const bool same = !out.truth.differs && !out.truth.undefined;
  using equivalence::Verdict;
  if (report.verdict == Verdict::Equivalent && !same) out.wrong = "wrong equivalent";
  if (report.verdict == Verdict::Different && same && (out.truth.complete || pair.change.empty()))
    out.wrong = "wrong different";
  if (report.verdict == Verdict::Undefined && !out.truth.undefined && out.truth.complete)
    out.wrong = "wrong undefined";
  return out;
}

}  // namespace warpproof::pairs
