#include "checker/smt/families.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "src/term/term_forms.h"
#include "src/term/traverse.h"

namespace warpproof {

namespace {

// Numbers of the shapes of terms: those of one number differ in constants only, which any sum may have, and
// in variables where that is asked for.
class Shapes {
 public:
  Shapes(TermGraph& graph, std::span<const Term> roots, bool any_variables)
      : g(graph), any_variables_(any_variables) {
    for (const Term t : topological_order(g, roots)) of(t);
  }

  std::uint32_t of(Term t) {
    if (const auto it = known_.find(t.id); it != known_.end()) return it->second;
    const Term rest = g.kind(t) == Kind::Add ? split_constant(g, t).first : t;
    return known_[t.id] = rest == t ? number(t) : of(rest);
  }

 private:
  std::uint32_t number(Term t) {
    std::vector<std::uint64_t> key{static_cast<std::uint64_t>(g.kind(t)),
                                   static_cast<std::uint64_t>(g.width(t))};
    if (g.kind(t) == Kind::Var) {
      if (!any_variables_) key.push_back(t.id);
    } else if (!g.is_const(t)) {
      key.push_back(g.aux(t));
    }
    for (const Term o : g.operands(t)) key.push_back(of(o));
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

  TermGraph& g;
  const bool any_variables_;
  std::unordered_map<std::uint32_t, std::uint32_t> known_;
  std::map<std::vector<std::uint64_t>, std::uint32_t> numbers_;
};

constexpr std::size_t kMostPaired = 6;  // columns that were not given, of which two may make up a third

// One term for several of one shape.
class Family {
 public:
  explicit Family(TermGraph& graph) : g(graph) {}
  // Numbers that tell which member it is, before anything is covered.
  void add_column(const std::vector<std::uint64_t>& values) {
    if (std::all_of(values.begin(), values.end(), [&](std::uint64_t v) { return v == values.front(); }))
      return;
    columns_.push_back(column(values));
    given_ = columns_.size();
  }

  Term cover(const std::vector<Term>& members) {
    const Term first = members.front();
    if (std::all_of(members.begin(), members.end(), [&](Term t) { return t == first; })) return first;
    if (const auto it = covered_.find(members); it != covered_.end()) return it->second;
    const Term out = g.is_const(first)            ? number(members)
                     : has_constants(members)     ? shifted(members)
                     : g.kind(first) == Kind::Var ? variable(members)
                                                  : composed(members);
    return covered_[members] = out;
  }

  // What holds of all members.
  Term facts() { return g.conj(facts_); }

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

  bool has_constants(const std::vector<Term>& members) {
    return std::any_of(members.begin(), members.end(),
                       [&](Term t) { return g.kind(t) == Kind::Add && split_constant(g, t).second != 0; });
  }

  Term shifted(const std::vector<Term>& members) {
    std::vector<Term> rests, constants;
    for (const Term t : members) {
      const auto [rest, constant] =
          g.kind(t) == Kind::Add ? split_constant(g, t) : std::pair{t, std::uint64_t{0}};
      rests.push_back(rest);
      constants.push_back(g.constant(g.width(t), constant));
    }
    return g.add(cover(rests), cover(constants));
  }

  // Nothing is known of it but the range.
  Term variable(const std::vector<Term>& members) {
    const int width = g.width(members.front());
    const Term out = g.var(width, "any");
    std::uint64_t low = ~0ull, high = 0;
    for (const Term t : members) {
      low = std::min(low, g.unsigned_range(t).first);
      high = std::max(high, g.unsigned_range(t).second);
    }
    if (width > 1) g.set_range(out, low, high);
    return out;
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
    if (const auto sum = sum_of_columns(members.front(), values, 0, given_)) return *sum;
    for (std::size_t i = given_; i < columns_.size(); ++i) {
      const auto factor = factor_of(columns_[i].values, values, width);
      const Slope slope{&columns_[i], factor.value_or(0)};
      if (factor && fits(values, width, {slope})) return g.add(members.front(), risen(slope, width));
    }
    // Of pairs of lanes: how far apart two elements are, by what each lane has.
    for (std::size_t i = given_; i + 1 < columns_.size() && i < given_ + kMostPaired; ++i) {
      for (std::size_t k = i + 1; k < columns_.size() && k < given_ + kMostPaired; ++k)
        if (const auto sum = sum_of_columns(members.front(), values, i, k + 1, k - i)) return *sum;
    }
    for (std::size_t i = given_; i < columns_.size() && i < given_ + kMostPaired; ++i) {
      for (std::size_t k = i + 1; k < columns_.size() && k < given_ + kMostPaired; ++k)
        if (const auto either = of_either_order(members.front(), values, i, k)) return *either;
    }
    columns_.push_back(column(std::move(values)));
    const Term variable = columns_.back().variable;
    return width < 64 ? g.extract(variable, width - 1, 0) : variable;
  }

  // What a column adds to the first member's number.
  struct Slope {
    const Column* column = nullptr;
    std::uint64_t factor = 0;
    std::uint64_t at(std::size_t i) const { return (column->values[i] - column->values.front()) * factor; }
  };
  Term risen(const Slope& slope, int width) {
    const Term rise = g.sub(slope.column->variable, g.constant(64, slope.column->values.front()));
    const Term word = width < 64 ? g.extract(rise, width - 1, 0) : rise;
    return g.mul(word, g.constant(width, slope.factor));
  }

  // As a linear function of the columns from, from + step, .. before `to`: how fast the numbers go up with each of them is
  // seen where the others stay as they are.
  std::optional<Term> sum_of_columns(Term first, const std::vector<std::uint64_t>& values, std::size_t from,
                                     std::size_t to, std::size_t step = 1) {
    const int width = g.width(first);
    std::vector<Slope> slopes;
    for (std::size_t c = from; c < to; c += step) {
      const auto alone = [&](std::size_t i) {
        for (std::size_t d = from; d < to; d += step) {
          if (d != c && columns_[d].values[i] != columns_[d].values.front()) return false;
        }
        return columns_[c].values[i] != columns_[c].values.front();
      };
      std::size_t other = 1;
      while (other < values.size() && !alone(other)) ++other;
      if (other == values.size()) continue;
      const auto factor = factor_of(columns_[c].values, values, width, other);
      if (!factor) return std::nullopt;
      if (*factor != 0) slopes.push_back({&columns_[c], *factor});
    }
    if (slopes.empty() || !fits(values, width, slopes)) return std::nullopt;
    Term out = first;
    for (const Slope& slope : slopes) out = g.add(out, risen(slope, width));
    if (slopes.size() > 1) note_range(out, values);
    return out;
  }

  // As one linear function of two columns, which take each other's places in some members: conjuncts are not in the order of the
  // lanes that they are about.
  std::optional<Term> of_either_order(Term first, const std::vector<std::uint64_t>& values, std::size_t one, std::size_t other) {
    const int width = g.width(first);
    const std::vector<std::uint64_t>&a = columns_[one].values, &b = columns_[other].values;
    const auto factor = [&](const std::vector<std::uint64_t>& from, const std::vector<std::uint64_t>& rest) {
      return most_frequent_factor(from, values, width, [&](std::size_t i) { return rest[i] == rest.front(); });
    };
    const std::uint64_t f = factor(a, b), h = factor(b, a);
    if (f == 0 && h == 0) return std::nullopt;
    const std::uint64_t start = values.front() - f * a.front() - h * b.front();
    const auto at = [&](std::uint64_t x, std::uint64_t y) { return (start + f * x + h * y) & mask_of(width); };
    for (std::size_t i = 0; i < values.size(); ++i)
      if (at(a[i], b[i]) != values[i] && at(b[i], a[i]) != values[i]) return std::nullopt;
    const auto word = [&](std::size_t column) {
      const Term variable = columns_[column].variable;
      return width < 64 ? g.extract(variable, width - 1, 0) : variable;
    };
    const auto sum = [&](Term x, Term y) {
      return g.add(g.constant(width, start & mask_of(width)),
                   g.add(g.mul(x, g.constant(width, f & mask_of(width))), g.mul(y, g.constant(width, h & mask_of(width)))));
    };
    const Term out = g.var(width, "number"), x = word(one), y = word(other);
    facts_.push_back(g.lor(g.eq(out, sum(x, y)), g.eq(out, sum(y, x))));
    note_range(out, values);
    return out;
  }

  // Of those that most members have, for which it holds; 0 where there are none.
  static std::uint64_t most_frequent_factor(const std::vector<std::uint64_t>& from, const std::vector<std::uint64_t>& to, int width,
                                            const std::function<bool(std::size_t)>& is_meant) {
    std::map<std::uint64_t, std::size_t> uses;
    for (std::size_t i = 1; i < to.size(); ++i) {
      if (from[i] == from.front() || !is_meant(i)) continue;
      if (const auto factor = factor_of(from, to, width, i)) ++uses[*factor];
    }
    const auto most = std::max_element(uses.begin(), uses.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
    return most == uses.end() ? 0 : most->first;
  }

  // Columns may have more combinations than there are members.
  void note_range(Term number, const std::vector<std::uint64_t>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const int width = g.width(number);
    facts_.push_back(g.ule(g.sub(number, g.constant(width, *low)), g.constant(width, *high - *low)));
  }

  static bool fits(const std::vector<std::uint64_t>& values, int width, const std::vector<Slope>& slopes) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::uint64_t rest = values[i] - values.front();
      for (const Slope& slope : slopes) rest -= slope.at(i);
      if ((rest & mask_of(width)) != 0) return false;
    }
    return true;
  }

  static std::optional<std::uint64_t> factor_of(const std::vector<std::uint64_t>& from,
                                                const std::vector<std::uint64_t>& to, int width) {
    std::size_t other = 1;
    while (other < from.size() && from[other] == from.front()) ++other;
    if (other == from.size()) return std::nullopt;
    return factor_of(from, to, width, other);
  }

  // f, such that from the first member to the other one the second column goes up f times as far as the first
  // one, in that many bits.
  static std::optional<std::uint64_t> factor_of(const std::vector<std::uint64_t>& from,
                                                const std::vector<std::uint64_t>& to, int width,
                                                std::size_t other) {
    const auto run = static_cast<std::int64_t>(from[other] - from.front());
    // As a signed number of that width.
    const auto rise = static_cast<std::int64_t>((to[other] - to.front()) << (64 - width)) >> (64 - width);
    if (run == -1 || rise % run != 0) return std::nullopt;
    return static_cast<std::uint64_t>(rise / run) & mask_of(width);
  }

  static std::uint64_t mask_of(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

  TermGraph& g;
  std::vector<Column> columns_;  // those that were given first
  std::size_t given_ = 0;
  std::map<std::vector<Term>, Term> covered_;
  std::vector<Term> facts_;
};

}  // namespace

std::vector<TupleFamily> families_of(TermGraph& graph, std::span<const NumberedTuple> tuples,
                                     bool any_variables) {
  std::vector<Term> parts;
  for (const auto& tuple : tuples) parts.insert(parts.end(), tuple.terms.begin(), tuple.terms.end());
  Shapes shapes(graph, parts, any_variables);
  std::map<std::vector<std::uint32_t>, std::vector<const NumberedTuple*>> by_shape;
  for (const auto& tuple : tuples) {
    std::vector<std::uint32_t> shape;
    for (const Term t : tuple.terms) shape.push_back(shapes.of(t));
    by_shape[shape].push_back(&tuple);
  }
  std::vector<TupleFamily> out;
  for (const auto& [shape, members] : by_shape) {
    Family family(graph);
    for (std::size_t i = 0; i < members.front()->numbers.size(); ++i) {
      std::vector<std::uint64_t> column;
      for (const auto* tuple : members) column.push_back(tuple->numbers[i]);
      family.add_column(column);
    }
    out.emplace_back();
    for (std::size_t i = 0; i < shape.size(); ++i) {
      std::vector<Term> at;
      for (const auto* tuple : members) at.push_back(tuple->terms[i]);
      out.back().terms.push_back(family.cover(at));
    }
    out.back().facts = family.facts();
  }
  return out;
}

std::vector<Term> families_of(TermGraph& graph, std::span<const Term> predicates, bool any_variables) {
  Shapes shapes(graph, predicates, any_variables);
  std::map<std::uint32_t, std::vector<Term>> by_shape;
  for (const Term t : predicates) by_shape[shapes.of(t)].push_back(t);
  std::vector<Term> out;
  for (const auto& [shape, members] : by_shape) {
    std::vector<std::uint64_t> numbers(members.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    Family family(graph);
    family.add_column(numbers);
    const Term all = family.cover(members);
    out.push_back(graph.land(all, family.facts()));
  }
  return out;
}

Term without_contents(TermGraph& graph, Term predicate) {
  std::vector<Term> kept;
  for (const Term t : graph.conjuncts(predicate)) {
    const Term root[] = {t};
    if (collect_leaves(graph, root).reads.empty()) kept.push_back(t);
  }
  return graph.conj(kept);
}

}  // namespace warpproof
