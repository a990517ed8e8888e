#include "tests/equivalence/generated/pair_generator.h"

#include <array>
#include <functional>

#include "tests/generated/random.h"

namespace warpproof::pairs {

namespace {

using generated::Random;

constexpr int kValues = 4;
const std::vector<std::string> kOperations = {"add.s32", "sub.s32", "mul.lo.s32", "xor.b32", "and.b32",
                                              "or.b32",  "min.s32", "max.u32",    "shl.b32"};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed * 0x2545f4914f6cdd1dull + 77) {}

  Pair pair(bool changes) {
    Pair out;
    out.a = steps(2 + random_.below(4), 0, true);
    out.b = out.a;
    out.style_a = Style{};
    out.style_b = style();
    if (changes) out.change = mutate(out.b);
    return out;
  }

 private:
  int value() { return random_.below(kValues); }
  std::uint32_t number(int most) { return static_cast<std::uint32_t>(random_.below(most)); }

  Recipe steps(int count, int depth, bool uniform) {
    Recipe out;
    for (int i = 0; i < count; ++i) out.push_back(step(depth, uniform));
    return out;
  }

  // `uniform`: all threads get there.
  Step step(int depth, bool uniform) {
    Step s;
    s.to = value();
    s.from = value();
    s.with = value();
    using Kind = Step::Kind;
    const std::vector<int> weights{30, 15, 12, depth < 2 ? 12 : 0, depth < 2 ? 18 : 0, uniform ? 8 : 0, 5,
                                   depth == 0 ? 4 : 0};
    s.kind = static_cast<Kind>(random_.weighted(weights));
    switch (s.kind) {
      case Kind::Compute:
        s.operation = random_.pick(kOperations);
        if (random_.chance(50) || s.operation == "shl.b32") {
          s.with = -1;
          s.number = 1 + number(7);
        }
        break;
      case Kind::Sum:
        s.number = number(5);
        for (int i = 2 + random_.below(3); i > 0; --i) s.terms.push_back(value());
        break;
      case Kind::If:
        s.number = number(3);
        s.body = steps(1 + random_.below(2), depth + 1, false);
        break;
      case Kind::Loop:
        loop(s, depth, uniform);
        break;
      default:
        break;
    }
    return s;
  }

  void loop(Step& s, int depth, bool uniform) {
    s.count = static_cast<Step::Count>(random_.below(3));
    s.number = s.count == Step::Count::Masked ? (random_.chance(50) ? 3 : 7) : 1 + number(5);
    s.width = std::array{8, 16, 32}[static_cast<std::size_t>(random_.below(3))];
    s.step = random_.chance(30) ? 0x9e3779b9u : 1 + number(4);
    if (random_.chance(40)) s.rare = 1 + number(6);
    if (s.count == Step::Count::Open && random_.chance(40)) s.rare = random_.chance(50) ? 130 : 260;
    s.body = steps(1 + random_.below(2), depth + 1, uniform);
  }

  Style style() {
    Style out;
    out.counts_down = random_.chance(30);
    out.wide = random_.chance(30);
    out.by_pointer = random_.chance(40);
    out.swapped = random_.chance(50);
    out.reordered = random_.chance(50);
    out.unrolled = random_.chance(30) ? 2 : 1;
    out.other_barrier = random_.chance(40);
    return out;
  }

  // All steps, nested ones too.
  static void collect(Recipe& recipe, std::vector<Step*>& out) {
    for (Step& s : recipe) {
      out.push_back(&s);
      collect(s.body, out);
    }
  }

  std::string mutate(Recipe& recipe) {
    std::vector<Step*> all;
    collect(recipe, all);
    Step& s = *random_.pick(all);
    using Kind = Step::Kind;
    switch (s.kind) {
      case Kind::Compute:
        if (s.with < 0) {
          ++s.number;
          return "a constant";
        }
        s.operation = random_.pick(kOperations);
        return "an operation";
      case Kind::Sum:
        s.number += 1u << random_.below(8);
        return "a term";
      case Kind::If:
        s.number = (s.number + 1) & 3;
        return "a condition";
      case Kind::Loop: {
        const int what = random_.below(4);
        if (what == 0 && s.count != Step::Count::Open) {
          s.number = s.count == Step::Count::Masked ? s.number ^ 4 : s.number + 1;
          return "how often a loop runs";
        }
        if (what == 1) {
          s.width = s.width == 8 ? 16 : s.width == 16 ? 32 : 8;
          return "a counter's width";
        }
        if (what == 2) {
          ++s.step;
          return "a counter's step";
        }
        s.rare = s.rare == 0 ? (s.count == Step::Count::Open ? 200 : 2) : s.rare + 1;
        return "a rare iteration";
      }
      default:
        s.from = (s.from + 1) % kValues;
        return "a value";
    }
  }

  Random random_;
};

}  // namespace

Pair generate(std::uint64_t seed) { return Generator(seed / 2).pair(seed % 2 == 1); }

}  // namespace warpproof::pairs
