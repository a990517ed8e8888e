#include "checker/strategies/suggest.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/counterexample/random_inputs.h"

namespace warpproof::strategies {
namespace {

constexpr std::size_t kMostScalars = 4;  // parameters that are looked at

class Search {
 public:
  explicit Search(const SuggestQuestion& q) : q_(q) {
    if (q.example) examples_.push_back(*q.example);
  }

  Suggestion run() {
    const std::string text = find();
    return {text, text.empty() ? std::vector<std::string>() : assumptions_.at(text)};
  }

 private:
  std::string find() {
    if (const std::string block = multiples(); !block.empty()) return block;
    for (const std::string& text : of_parameters()) {
      if (proves(text)) return text;
    }
    if (q_.any_block) {
      if (const std::string text = of_blocks(); !text.empty()) return text;
    }
    for (const std::string& text : one_for_each_thread()) {
      if (proves(text)) return text;
    }
    return "";
  }

  std::string of_blocks() {
    for (const std::string& text : bounds()) {
      if (proves(text)) return text;
    }
    // Both at once: whole warps are what most kernels need.
    for (const std::string& text : of_parameters()) {
      if (q_.multiple % 32 != 0 && proves("blockDim.x % 32 == 0 && " + text))
        return "blockDim.x % 32 == 0 && " + text;
    }
    return "";
  }

  // A known counterexample that satisfies the condition saves the attempt to prove it.
  bool proves(const std::string& text) {
    if (q_.out_of_time()) return false;
    const launch::Condition condition = launch::Condition::parse(text, [&](const std::string& name) {
      const auto it = q_.scalars.find(name);
      return it == q_.scalars.end() ? std::optional<launch::Quantity>() : it->second;
    });
    const launch::Assumptions alone({condition}, {}, q_.warp_size);
    for (const counterexample::Replay& example : examples_) {
      if (counterexample::satisfies(alone, example.inputs, example.launch)) return false;
    }
    SuggestQuestion::Answer answer = q_.check(condition);
    if (answer.example) examples_.push_back(std::move(*answer.example));
    if (answer.proved) assumptions_[text] = std::move(answer.assumptions);
    return answer.proved;
  }

  bool is_finer(std::uint32_t k) const { return k > q_.multiple && k % q_.multiple == 0 && k <= q_.largest; }

  // Powers of two, from whole warps to weaker ones, or on to stronger ones where the strongest does.
  std::string multiples() {
    if (!q_.any_block) return "";
    const auto text = [](std::uint32_t k) { return fmt::format("blockDim.x % {} == 0", k); };
    std::uint32_t good = 0;
    if (is_finer(32) && proves(text(32))) {
      good = 32;
      for (std::uint32_t k = 16; k >= 2 && is_finer(k) && proves(text(k)); k /= 2) good = k;
      return text(good);
    }
    std::uint32_t strongest = 1024;
    while (strongest > q_.largest) strongest /= 2;
    if (!is_finer(strongest) || strongest <= 32 || !proves(text(strongest))) return "";
    for (std::uint32_t k = 64; k < strongest; k *= 2) {
      if (is_finer(k) && proves(text(k))) return text(k);
    }
    return text(strongest);
  }

  std::vector<std::string> bounds() const {
    std::vector<std::string> out;
    const auto smallest = [&] { return examples_.empty() ? 0 : examples_.front().launch.block[0]; }();
    if (smallest > q_.multiple) out.push_back(fmt::format("blockDim.x < {}", smallest));
    for (std::uint32_t n = 512; n >= 32; n /= 2) {
      if (n < q_.largest) out.push_back(fmt::format("blockDim.x <= {}", n));
    }
    for (std::uint32_t n = 512; n >= 64; n /= 2) {
      if (n < q_.largest && q_.multiple % 32 != 0)
        out.push_back(fmt::format("blockDim.x % 32 == 0 && blockDim.x <= {}", n));
    }
    for (std::uint32_t n : {32u, 64u}) out.push_back(fmt::format("blockDim.x == {}", n));
    return out;
  }

  // Says so much that it is the last resort.
  std::vector<std::string> one_for_each_thread() const {
    std::vector<std::string> out;
    for (const auto& [name, q] : q_.scalars) {
      const auto use = q_.uses.find(q.index);
      if (use != q_.uses.end() && use->second.with_block && out.size() < kMostScalars) out.push_back(name + " == blockDim.x");
    }
    return out;
  }

  // Those that the kernel compares with something first.
  std::vector<std::string> of_parameters() const {
    std::vector<std::string> out;
    std::size_t taken = 0;
    for (const bool compared : {true, false}) {
      for (const auto& [name, q] : q_.scalars) {
        const auto use = q_.uses.find(q.index);
        if ((use != q_.uses.end()) != compared || taken == kMostScalars) continue;
        ++taken;
        of_parameter(name, q, compared ? use->second : ParameterUse(), out);
      }
    }
    return out;
  }

  // Blocks as large as a parameter say something only of one that is compared with threads or the block: `key <= blockDim.x` of
  // a kernel that asks for `key == 77777` would be proved, and would tell nobody anything. So would `N == blockDim.x` of a product
  // of matrices in tiles, which has one tile then.
  static void of_parameter(const std::string& name, const launch::Quantity& q, const ParameterUse& use,
                           std::vector<std::string>& out) {
    const auto with = [&](const char* form, const auto& value) {
      out.push_back(fmt::format("{} {} {}", name, form, value));
    };
    std::vector<std::string> numbers;
    for (const std::uint64_t n : use.numbers) {
      const int shift = 64 - q.bits;
      numbers.push_back(q.is_signed ? fmt::format("{}", static_cast<std::int64_t>(n << shift) >> shift)
                                    : fmt::format("{}{}", n << shift >> shift, q.bits == 64 && n >> 63 != 0 ? "ul" : ""));
    }
    with(">=", 1);
    for (const std::string& n : numbers) with("!=", n);
    if (use.with_block) with("<=", "blockDim.x");
    if (use.with_block) with(">=", "blockDim.x");
    for (const std::string& n : numbers) {
      with("<=", n);
      with(">=", n);
    }
    for (const int n : {2, 4, 8, 16, 32, 64, 128}) with("%", fmt::format("{} == 0", n));
    if (use.with_launch) with("%", "blockDim.x == 0");
    for (const std::string& n : numbers) with("==", n);
  }

  const SuggestQuestion& q_;
  std::vector<counterexample::Replay> examples_;
  std::map<std::string, std::vector<std::string>> assumptions_;  // of what was proved
};

}  // namespace

Suggestion suggest_condition(const SuggestQuestion& question) { return Search(question).run(); }

}  // namespace warpproof::strategies
