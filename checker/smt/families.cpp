#include "checker/smt/families.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "src/term/traverse.h"

namespace warpproof {

namespace {

// Numbers of the shapes of terms: those of one number differ in constants only.
class Shapes {
 public:
  Shapes(TermGraph& graph, std::span<const Term> roots) : g(graph) {
    for (const Term t : topological_order(g, roots)) {
      std::vector<std::uint64_t> key{static_cast<std::uint64_t>(g.kind(t)),
                                     static_cast<std::uint64_t>(g.width(t))};
      if (!g.is_const(t)) key.push_back(g.kind(t) == Kind::Var ? t.id : g.aux(t));
      for (const Term o : g.operands(t)) key.push_back(known_.at(o.id));
      known_[t.id] = numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
    }
  }

  std::uint32_t of(Term root) const { return known_.at(root.id); }

 private:
  TermGraph& g;
  std::unordered_map<std::uint32_t, std::uint32_t> known_;
  std::map<std::vector<std::uint64_t>, std::uint32_t> numbers_;
};

// One term for several of one shape.
class Family {
 public:
  Family(TermGraph& graph, std::size_t members) : g(graph) {
    std::vector<std::uint64_t> numbers(members);
    std::iota(numbers.begin(), numbers.end(), 0);
    columns_.push_back(column(std::move(numbers)));
  }

  Term cover(const std::vector<Term>& members) {
    const Term first = members.front();
    if (std::all_of(members.begin(), members.end(), [&](Term t) { return t == first; })) return first;
    const auto [it, fresh] = covered_.try_emplace(members);
    if (!fresh) return it->second;
    const Term out = g.is_const(first) ? number(members) : composed(members);
    return covered_[members] = out;
  }

 private:
  Term composed(const std::vector<Term>& members) {
    std::vector<Term> operands;
    for (std::size_t i = 0; i < g.operands(members.front()).size(); ++i) {
      std::vector<Term> at;
      for (const Term t : members) at.push_back(g.operands(t)[i]);
      operands.push_back(cover(at));
    }
    return rebuild(g, members.front(), operands);
  }

  // A number of each member, and the variable in its place.
  struct Column {
    std::vector<std::uint64_t> values;
    Term variable;  // 64 bits
  };

  Column column(std::vector<std::uint64_t> values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const Term variable = g.var(64, "number");
    g.set_range(variable, *low, *high);
    return {std::move(values), variable};
  }

  // By a column that it is a linear function of, so that what goes together stays so: a lane's number in a
  // condition and in an address.
  Term number(const std::vector<Term>& members) {
    const int width = g.width(members.front());
    if (width == 1) return g.var(1, "truth");
    std::vector<std::uint64_t> values;
    for (const Term t : members) values.push_back(g.value(t));
    for (const Column& known : columns_) {
      if (const auto factor = factor_of(known.values, values, width)) {
        const Term risen = g.sub(known.variable, g.constant(64, known.values.front()));
        const Term word = width < 64 ? g.extract(risen, width - 1, 0) : risen;
        return g.add(members.front(), g.mul(word, g.constant(width, *factor)));
      }
    }
    columns_.push_back(column(std::move(values)));
    const Term variable = columns_.back().variable;
    return width < 64 ? g.extract(variable, width - 1, 0) : variable;
  }

  // f, such that the second column is f times the first one but for a constant, in that many bits.
  static std::optional<std::uint64_t> factor_of(const std::vector<std::uint64_t>& from,
                                                const std::vector<std::uint64_t>& to, int width) {
    const std::uint64_t mask = width >= 64 ? ~0ull : (1ull << width) - 1;
    std::size_t other = 1;
    while (other < from.size() && from[other] == from.front()) ++other;
    if (other == from.size()) return std::nullopt;
    const auto run = static_cast<std::int64_t>(from[other] - from.front());
    // As a signed number of that width.
    const auto rise = static_cast<std::int64_t>((to[other] - to.front()) << (64 - width)) >> (64 - width);
    if (run == -1 || rise % run != 0) return std::nullopt;
    const auto factor = static_cast<std::uint64_t>(rise / run);
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (((to[i] - to.front()) & mask) != (((from[i] - from.front()) * factor) & mask)) return std::nullopt;
    }
    return factor & mask;
  }

  TermGraph& g;
  std::vector<Column> columns_;  // the first one: 0, 1, 2 ..
  std::map<std::vector<Term>, Term> covered_;
};

}  // namespace

std::vector<Term> families_of(TermGraph& graph, std::span<const Term> predicates) {
  const Shapes shapes(graph, predicates);
  std::map<std::uint32_t, std::vector<Term>> by_shape;
  for (const Term t : predicates) by_shape[shapes.of(t)].push_back(t);
  std::vector<Term> out;
  for (const auto& [shape, members] : by_shape)
    out.push_back(members.size() == 1 ? members.front() : Family(graph, members.size()).cover(members));
  return out;
}

}  // namespace warpproof
