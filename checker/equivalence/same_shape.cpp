#include "checker/equivalence/same_shape.h"
#include "src/term/term_forms.h"

#include <map>
#include <tuple>
#include <unordered_map>

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostTerms = 20'000;

class Speller {
 public:
  Speller(TermGraph& graph, const std::unordered_set<std::uint32_t>& interchangeable)
      : g(graph), interchangeable_(interchangeable) {}

  std::vector<std::uint64_t> run(Term a, Term b) {
    const std::uint64_t first = visit(a), second = visit(b);
    if (!fits_) return {};
    out_.insert(out_.end(), {first, second});
    return std::move(out_);
  }

 private:
  struct Frame {
    Term term;
    std::size_t next = 0;
  };

  // Operands first, in their order; the number of a term is the order in which it was finished.
  std::uint64_t visit(Term root) {
    std::vector<Frame> stack{{root, 0}};
    while (!stack.empty() && fits_) {
      Frame& top = stack.back();
      if (numbers_.contains(top.term.id) || leaf(top.term)) {
        stack.pop_back();
        continue;
      }
      const auto operands = g.operands(top.term);
      if (top.next < operands.size()) {
        const Term x = operands[top.next++];
        if (!numbers_.contains(x.id)) stack.push_back({x, 0});
        continue;
      }
      const Term t = top.term;
      begin(t, static_cast<std::uint64_t>(g.kind(t)), g.is_const(t) ? g.value(t) : g.aux(t));
      for (const Term x : operands) out_.push_back(numbers_.at(x.id));
      stack.pop_back();
    }
    return fits_ ? numbers_.at(root.id) : 0;
  }

  void begin(Term t, std::uint64_t what, std::uint64_t detail) {
    const auto number = static_cast<std::uint64_t>(numbers_.size());
    numbers_.emplace(t.id, number);
    out_.insert(out_.end(),
                {~number, what, detail, static_cast<std::uint64_t>(g.width(t)), g.operands(t).size()});
    fits_ = fits_ && numbers_.size() < kMostTerms;
  }

  bool leaf(Term t) {
    if (g.kind(t) == Kind::Var) {
      const bool any = interchangeable_.contains(t.id);
      begin(t, static_cast<std::uint64_t>(Kind::Var), any ? inputs_++ : ~static_cast<std::uint64_t>(t.id));
      return true;
    }
    if (g.kind(t) != Kind::Read) return false;
    const auto [base, offset] = split_constant(g, g.operands(t)[0]);
    const auto bytes = static_cast<std::uint64_t>(g.width(t) / 8);
    const std::tuple<Term, std::uint64_t> shape{base, bytes};
    const auto [it, fresh] = reads_.try_emplace(g.aux(t), shape);
    // Reads of one allocation: of one size, at distances that are multiples of it.
    fits_ = fits_ && it->second == shape && bytes != 0 && offset % bytes == 0;
    begin(t, static_cast<std::uint64_t>(Kind::Read), inputs_++);
    return true;
  }

  TermGraph& g;
  const std::unordered_set<std::uint32_t>& interchangeable_;
  std::unordered_map<std::uint32_t, std::uint64_t> numbers_;
  std::map<std::uint64_t, std::tuple<Term, std::uint64_t>> reads_;
  std::vector<std::uint64_t> out_;
  std::uint64_t inputs_ = 0;
  bool fits_ = true;
};

}  // namespace

std::vector<std::uint64_t> question_text(TermGraph& graph, Term a, Term b,
                                         const std::unordered_set<std::uint32_t>& interchangeable) {
  return Speller(graph, interchangeable).run(a, b);
}

}  // namespace warpproof::equivalence
